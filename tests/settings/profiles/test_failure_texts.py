"""A text that reports a failure is told from one that counts failures, measures an error, or quotes a log."""

import pytest

from conformance.settings.profiles.probing import ProbeTables


@pytest.mark.parametrize(
    "text",
    [
        *("Failed: 0, passed: 12", "Failed: 0\nPassed: 12", "Failed: 3, passed: 9", "Fatal: 0, errors: 0"),
        *("Failure: none", "Last error: none", "Syntax error: none found", "Error: n/a", "Error: no"),
        *("Mean squared error: 0.031", "Standard error: 0.12", "Margin of error: 3 %", "Error rate: 0.1 %"),
        *("Error (95 % confidence): 0.4", "Error budget (30 days): 99.9 %", "Invalid arguments: 0 of 12"),
        *("Unknown fields: 0", "Missing properties: none", "File not found: 0"),
        "ERROR: disk full\nINFO: disk freed\nINFO: started",
        '{"error": "none", "status": "ok"}',
        *("Fehler: keine", "错误：无", "Erreur : aucune", "Ошибка: нет", "Fehler: 0", "Fehlerquote: 3 %"),
        *("参数 limit: 5", "Parameter limit: 5", "Usage: 30 %", "Usage: run(file)\n\nRuns a file."),
        '{"results": [], "message": "No notes match the query"}',
        "Test failed: expected 3",
        "400 items were found",
        *("Could not reproduce. Closing.", "I could not agree more.", "Cannot recommend this hotel."),
        *("The request timed out in 3 of 5 runs", "Timeout: 30 s", "timeout is 30", '{"code": 200, "message": "OK"}'),
        '{"code": 500, "message": "boom", "runs": [1, 2]}',
        '{"success": true, "error_code": "none", "message": "2 links"}',
        '{"success": false, "error_code": "E1", "runs": [{"message": "boom"}]}',
        *('{"error": true, "rows": 3}', '{"success": false, "reason": "too short", "checks": [1, 2]}'),
        *(
            "[ERROR] disk full\n[ERROR] retry",
            "# Error\n\nAn error is thrown.\n\n## Syntax",
            "# Errors\n\nThere are three.",
        ),
        "Error: ENOENT — what it means\nhttps://example.org/a\nFound 3 results.",
        *("**Errors**: 0", "**Error** handling", "**Error**: none", "ERROR - 0 of 5\nWARN - 2", "Error - a mistake"),
        *(
            '[{"error": "none"}]',
            '[{"error": "boom"}, {"id": 1}]',
            '[{"error": "boom", "line": 3}]',
            '[{"error": null}]',
        ),
        *("<error>boom</error>\n<error>bang</error>", "<errors>0</errors>", "<error/>"),
        *(
            "查询失败: 0",
            "调用失败：共 3 个",
            "查询失败：3次",
            "登录失败：12 次，成功：3 次",
            "测试失败: 3 个用例",
            "构建失败：缺少依赖",
            "查询失败的原因",
        ),
        *("检索结果：失败", "検索に失敗しました：なし"),
    ],
)
def test_a_count_or_measure_of_errors_is_a_result(text: str) -> None:
    assert not ProbeTables().reports_failure(text)


@pytest.mark.parametrize(
    "text",
    [
        *("Error: 404", "Error: -32602", "Error: 0 is not allowed", "Error: no such table", "Failed: no such file"),
        *("Fehler: Parameter limit ist ungültig", "错误：参数 limit 无效", "Erreur : le paramètre limit est invalide"),
        *("Parâmetro limit inválido", "Ошибка: неверный параметр limit", "エラー: パラメータ limit が無効です"),
        *("Неверный параметр limit", "无效的参数 limit", "Please provide a valid limit.", "Usage: list_notes(limit)"),
        '{"results": [], "message": "limit is out of range"}',
        *("Error: none of the servers answered", "Error: 12 rows are missing", "ERROR: disk full\nretry later"),
        *("Request failed with status code 404", "Operation failed: timeout", "Query failed: no relation"),
        *("Tool execution failed: connection refused", "HTTP 404: Not Found", "500 Internal Server Error"),
        "Sorry, an error occurred while processing your request.",
        '{"isError": true, "message": "boom"}',
        '{"error_message": "boom", "status": "error"}',
        '{"success": false, "error": "no such table"}',
        *("The request timed out", "Connection to the host timed out after 30 s.", "Tool call has timed out!"),
        *(
            "Timed out after 30 s",
            "timeout while waiting for a lock",
            "Couldn't open the file",
            "Cannot divide by zero",
        ),
        '{"error": true, "code": "not_found", "message": "Note nope not found.", "hint": "list them"}',
        *('{"code": "invalid", "message": "boom", "error": true}', '{"message": "boom", "success": false}'),
        *("[ERROR] limit: must be at most 20", "# Error\n\nlimit: must be at most 20\n"),
        *("**Error**: no such table", "❌ **Error**: boom", "ERROR - no such table", "<error>no such table</error>"),
        *(
            '[{"error": "no such table"}]',
            "Error: no such table\nFound 0 results",
            "Error: disk full\n3 matches lost",
            "<error>\nboom\n</error>",
        ),
        *("查询失败: 连接超时", "❌ 获取失败：HTTP 404", "搜索失败：关键字无效", "検索に失敗しました: 接続できません"),
        "### Error\nTimeoutError: page.goto: Timeout 5000ms exceeded.\nCall log:\n  - navigating",
        *('{"code": 500, "message": "boom"}', '{"statusCode": 404, "error": "no such page"}'),
        '{\n  "success": false,\n  "error_code": "no_board",\n  "message": "no board",\n  "context": {"path": "a"}\n}',
    ],
)
def test_what_begins_as_a_failure_reports_one(text: str) -> None:
    assert ProbeTables().reports_failure(text)


@pytest.mark.parametrize("separator", [" ", "\n  "])
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (('"success": false', '"reason": "too short"', '"checks": [1]'), True),
        (('"note": "a"', '"ok": false', '"checks": [1]'), True),
        (('"success": true', '"checks": [1]'), False),
        (('"runs": [{"success": false}]',), False),
    ],
)
def test_json_that_denies_its_success_may_report_a_failure_however_it_is_laid_out(
    members: tuple[str, ...], expected: bool, separator: str
) -> None:
    text = f"{{{separator}{f',{separator}'.join(members)}{separator}}}"
    assert ProbeTables().may_report_failure(text) is expected
