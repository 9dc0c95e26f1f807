"""The tables for probing a running system: its policies, and how to tell errors from results."""

import re
from typing import Literal, TypeAlias

from conformance.pattern_store import compile_pattern
from conformance.settings.tables import CaselessPattern, Table

UnknownFields = Literal["reject", "notice", "ignore"]
Coercion = Literal["none", "lenient"]


# Systems write "Error", "ERROR" and "error" for the same thing; a pattern may restore case with ``(?-i:...)``.
Expression: TypeAlias = CaselessPattern
"""A regular expression for what a system answers; ignores case."""


# The names under which Node and libuv report failed system calls; case counts, as lower-case `eio` may be a word.
_ERRNO = (
    "ENOENT|EACCES|EPERM|EEXIST|EISDIR|ENOTDIR|ENOTEMPTY|EINVAL|EIO|EMFILE|ENOSPC|EROFS|EBUSY|EPIPE|ECONNREFUSED|"
    "ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EADDRINUSE|EAI_AGAIN"
)
# What an answer says was not found. A closed list: "the answer was not found in the text" is a result.
_RESOURCE_NOUNS = (
    "file|directory|folder|path|resource|tool|command|module|table|document|repository|branch|host|endpoint"
)
# What was being done, as in "Error fetching the page".
_ACTIVITIES = (
    "executing|calling|running|invoking|processing|fetching|parsing|reading|writing|searching|listing|loading|getting|"
    "querying|connecting|sending|retrieving|opening|resolving|downloading|accessing|while|during"
)
# What a tool itself does when it is called.
_DEEDS = (
    "request|operation|execution|call|query|connection|authentication|authorization|login|lookup|fetch|upload|download"
)
_STATUS_PHRASES = (
    "bad request|unauthorized|forbidden|not found|too many requests|internal server error|bad gateway|"
    "service unavailable|gateway timeout"
)
_AFTER = r"(?: (?:after|waiting|while)\b[^\n]{1,80})?[.!]?"
# The members of an envelope of a failure.
_FAILED_STATUS = r'(?:"status"\s*:\s*"(?:error|failed|failure)"|"error"\s*:\s*true|"(?:ok|success)"\s*:\s*false)'
_FAILURE_MESSAGE = (
    r'"(?:error|(?:error_?)?message|msg|reason|details?)"\s*:\s*(?:"(?:[^"\\\n]|\\.){1,400}"|\{[^{}]{1,400}\})'
)
_ENVELOPE_MEMBER = (
    r'"(?:(?:status_?|error_?)?code|data|result|ok|success|is_?error)"\s*:\s*(?:-?\d+|null|false|true|"[^"\n]{0,60}")'
)
# The word for an error in other languages, and what denies one behind it: "Fehler: keine", "错误：无" are results.
_FOREIGN_ERRORS = "错误|錯誤|失败|失敗|エラー|오류|에러|fehler|erreur|erro|errore|ошибка|fout|błąd|hata|lỗi"
_FOREIGN_NONE = "keine?|无|無|なし|없음|aucune?|nenhum|nessun|нет|geen|brak|yok"
# What failed, as in "查询失败: 连接超时" and "検索に失敗しました: ..."; what a test does is a result.
_FOREIGN_DEEDS = (
    "查询|查詢|请求|請求|操作|执行|執行|调用|呼叫|连接|連接|認証|认证|登录|获取|读取|写入|搜索|上传|下载|解析|打开|发送|加载|保存|创建|删除|更新|"
    "検索|取得|接続|実行|読み込み|書き込み|送信|処理|作成|削除|調用"
)
# What a sentence calls a parameter, and what it says of one that it refuses.
_FOREIGN_PARAMETER = "parâmetro|parámetro|paramètre|parametro|parameter|параметра?|参数|參數|パラメータ|매개변수"
_FOREIGN_INVALID = (
    "inválid|no es válid|não é válid|ungültig|nicht gültig|invalide|non valid|не ?допустим|не ?верн|无效|無效|無効|不正"
    "|잘못|유효하지|invalid|not valid"
)
# Each begins at the start of the text, past marks such as `[` or `**`, and bounds how many words may come first.
_FAILURES = (
    # "Error:", "ValueError(", "MCP tool error!", "**Error**:"; without the mark, "Error handling in Go" would be one
    r"\A\W*(?:\w+ ){0,2}\w*error\b(?:\*\*:|\s*[:!(])",
    # "ERROR - no such table", "<error>no such table</error>", and no more than that
    r"\A\s*(?:(?-i:ERROR) - [^\n]{1,400}|<error>[^<]{1,400}</error>)\s*\Z",
    # a heading, and the error as a program prints it, with lines of detail below
    r"\A\s*#+ error\s*\n\s*\w*error:",
    # "[ERROR] limit is too large" and a heading with one paragraph; of a log there are more lines
    r"\A\s*(?:\[error\]|#+ error\s*\n)\s*[^\n]{1,400}\s*\Z",
    # "MCP error -32602", "Error 404"
    r"\A\W*(?:\w+ )?error -?\d+\b",
    # the participles are listed, as "error messages" and "error rates" begin results
    rf"\A\W*error (?:{_ACTIVITIES}) \w+",
    # "An unexpected error occurred"
    r"\A\W*(?:sorry,? )?(?:an? )?(?:\w+ )?error (?:has )?occurred\b",
    # "Operation failed: timeout", "Request failed with status code 404"; what a test or a build does is a result
    rf"\A\W*(?:\w+ ){{0,2}}(?:{_DEEDS}) failed(?:\s*[:!]| with (?:status|exit)? ?code\b)",
    # "HTTP 404: Not Found", "500 Internal Server Error"
    r"\A\W*HTTP(?:/\d(?:\.\d)?)? (?:error )?[45]\d\d\b",
    rf"\A\W*[45]\d\d (?:{_STATUS_PHRASES})\b",
    # "Failed to fetch", but not "Failed jobs: 3"
    r"\A\W*(?:failed|unable) to \w+",
    r"\A\W*(?:failed|failure|fatal)\s*[:!]",
    # what a person could not do, as in the comment "Could not reproduce. Closing.", is a result
    r"\A\W*(?:cannot|can't|could not|couldn't) (?!reproduce|replicate|agree|recommend|wait|say|tell)\w+",
    # "The request timed out", "Connection to db timed out after 30 s", and no more than that line
    rf"\A\W*(?:the |your )?(?:\w+ )?(?:{_DEEDS}|command|tool|server)(?: \S+){{0,4}} (?:has )?timed out{_AFTER}\s*\Z",
    r"\A\W*(?:timed out|timeout) (?:after|while|waiting)\b",
    # "IOException:", "Unhandled exception!"
    r"\A\W*(?:\w+ ){0,2}\w*exception\b\s*[:!(]",
    # the first line that Python prints of an uncaught exception
    r"\A\W*traceback \(most recent call last\)",
    r"\A\W*(?:access|permission) denied\b",
    # "ENOENT: no such file or directory"
    rf"\A\W*(?-i:{_ERRNO})\b",
    # "Invalid arguments for tool x: ..."; up to 80 characters name the tool, and a sentence must end there
    r"\A\W*invalid (?:\w+ )?(?:arguments?|inputs?|parameters?|params|request)(?: for [^\n:]{1,80})?\s*(?:[:.!(]|\Z)",
    # "Missing required field 'path'"
    r"\A\W*(?:missing|unknown|unexpected|unrecognized) (?:required )?(?:field|argument|parameter|property|tool)s?\b",
    # "Input for ReadFile does not match its schema"
    r"\A\W*input for \S+ does not match\b",
    # "Branch not found: main", to the end of the text or one line: a longer text continues with a result
    rf"\A\W*(?:\w+ )?(?:{_RESOURCE_NOUNS}) (?:was )?not found\b\s*(?:[:.!][^\n]{{0,200}})?\Z",
    # "/tmp/x does not exist", if these words end the only line
    r"\A[^\n]{0,120}\b(?:does not exist|no such file or directory)\.?\s*\Z",
    # JSON whose first member is an error with a message; an `error` of null, or one further inside, is a result
    r'\A\s*\{\s*(?:"(?:ok|success)"\s*:\s*false\s*,\s*)?"error(?:_?message)?"\s*:\s*"[^"\n]{1,300}"\s*[,}]',
    r'\A\s*\{\s*"is_?error"\s*:\s*true\b',
    r'\A\s*\{\s*(?:"(?:ok|success)"\s*:\s*false\s*,\s*)?"error"\s*:\s*\{\s*"(?:code|kind|message|type)"\s*:',
    # the same as the only entry of a list
    r'\A\s*\[\s*\{\s*"error(?:_?message)?"\s*:\s*"[^"\n]{1,300}"\s*\}\s*\]\s*\Z',
    # {"code": 500, "message": "..."} and nothing more
    r'\A\s*\{\s*"(?:code|status_?code)"\s*:\s*[45]\d\d\s*,\s*"(?:message|msg|error|reason|details?)"\s*:\s*"[^"\n]{1,300}"\s*\}\s*\Z',
    # {"error": true, "code": "not_found", ...}
    r'\A\s*\{\s*"error"\s*:\s*true\s*,\s*"(?:(?:error_?)?(?:code|kind|type|message)|msg|reason|details?)"\s*:',
    # {"success": false, "error_code": "board_not_found", "message": "...", "context": {...}}, whatever follows
    (
        r'\A\s*\{\s*"(?:ok|success)"\s*:\s*false\s*,\s*"error_?(?:code|kind|type)"\s*:\s*"[^"\n]{1,80}"\s*,'
        r'\s*"(?:(?:error_?)?message|msg|error|reason|details?)"\s*:\s*"[^"\n]'
    ),
    # "Fehler: limit ist zu groß", "エラー: limit が無効です"
    rf"\A\W*(?:{_FOREIGN_ERRORS})\s*[:：!](?!\s*(?:{_FOREIGN_NONE})(?!\w))",
    rf"\A\W*(?:{_FOREIGN_DEEDS})に?(?:失败|失敗)(?:しました)?\s*[:：](?!\s*(?:共?\s*\d+\s*(?:\W|次|条|件|回|个|\Z)|{_FOREIGN_NONE}))",
    # "Parâmetro limit inválido" and "Неверный параметр limit", and no more than that line
    rf"\A\W*(?:\w+ )?(?:{_FOREIGN_PARAMETER})(?!\w)[^\n]{{1,80}}?(?:{_FOREIGN_INVALID})[^\n]{{0,40}}\Z",
    rf"\A\W*(?:{_FOREIGN_INVALID})\w* ?(?:的)?(?:{_FOREIGN_PARAMETER})(?!\w)[^\n]{{0,80}}\Z",
    # "Please provide a valid limit.", "Usage: list_notes(limit)"
    r"\A\W*please (?:provide|specify|enter|use|pass|supply|give) (?:an? )?valid \w+[^\n]{0,60}\Z",
    r"\A\W*usage: \w+\([^()\n]{0,200}\)\s*\Z",
    # {"results": [], "message": "limit is out of range"}
    (
        r'\A\s*\{\s*"\w+"\s*:\s*\[\s*\]\s*,\s*"(?:message|msg|reason|details?)"\s*:\s*"[^"\n]{1,200}?'
        r"\b(?:out of range|invalid|not valid|not allowed|must be)\b"
    ),
    # an envelope of a failure, written as text: nothing but a status and what failed, in any order, as a status among
    # other members is that of the build, job or check that was asked for
    (
        rf"\A\s*\{{(?=[^{{}}\[\]]*{_FAILED_STATUS})(?=[^{{}}\[\]]*{_FAILURE_MESSAGE})\s*"
        rf"(?:(?:{_FAILED_STATUS}|{_FAILURE_MESSAGE}|{_ENVELOPE_MEMBER})\s*(?:,\s*|(?=\}})))+\}}\s*\Z"
    ),
)
"""Patterns for the beginning of a text that reports a failure.

They are anchored, as a result that merely quotes such words begins or continues differently.
"""


# What a label says of no failure, or measures: "Failed: 0, passed: 12", "Last error: none", "Standard error: 0.12",
# "Error budget (30 days): 99.9 %", {"error": "none"}. An integer alone may be the code of an error.
_LABELS = re.compile(
    r"""\A[\s\[{"*]*[\w -]{1,60}(?:\([^()\n]{0,40}\))?"?\*{0,2}\s*:\s*"?"""
    r"""(?:(?:0|none|null|nil|no|n/a|-|ok)"?\s*(?:[,;.}\n]|found\b|of \d|\Z)|\d+\.\d+\b|[\d.,]+\ ?%"""
    r"""|\d+\s*[,;\n]\s*[\w ]{1,30}:\s*\d)""",
    re.IGNORECASE,
)
# A log that was read goes on with entries of its own.
_LOG_LINES = re.compile(r"\n\W*(?:trace|debug|info|notice|warn|warning)\b\W", re.IGNORECASE)
# A search that found something counts it below what it found.
_COUNTED = re.compile(
    r"\n\W*(?:found |showing )?[1-9]\d* (?:results?|hits?|match(?:es)?|pages?)(?: found)?[.:]?\s*?(?:\n|\Z)",
    re.IGNORECASE,
)

# Words of a failure on the first line, not denied by the word before: "0 errors", "no errors found" are results.
_SUSPECT_WORDS = (
    r"\w*errors?|\w*exception|fail(?:ed|ure|s)?|unable|cannot|can't|could not|couldn't|timed? ?out|refused|denied|"
    r"unavailable|unreachable|unauthorized|forbidden|missing|required|invalid|no such|"
    r"not (?:found|installed|configured|available|set|connected|running)"
)
_SUSPECTS = (
    rf"\A[^\n]{{0,200}}?(?<!\bno )(?<!\b0 )(?<!without )\b(?:{_SUSPECT_WORDS})\b",
    # the same of JSON that is laid out on several lines: what denies its success, before any other object
    r'\A\s*\{[^{}\[\]]{0,200}?"(?:ok|success|succeeded|successful)"\s*:\s*false\b',
)
"""Patterns for a text that may report a failure; they accuse nobody, but keep a question undetermined."""

# What a refusal says of a valid value: that what it names does not exist, or is out of reach.
_DOMAIN_ERRORS = (
    # "No note with id 5 was found", "text: no such file", "User does not exist"
    r"\bnot (?:be )?found\b",
    r"\bno such\b",
    r"\b(?:does|do|did)(?: not|n't) (?:exist|match any)\b",
    r"\bno (?:\S+ ){1,4}?(?:(?:was |were )?found|exists?|match(?:es|ed)?|with (?:the )?(?:id|name|key))\b",
    # "Cannot find the page", "Unable to open file", "could not be resolved"
    r"\b(?:cannot|can't|could not|couldn't|unable to|failed to) (?:be )?(?:find|found|locat|resolv|open|read|access)",
    rf"(?-i:\b(?:{_ERRNO})\b)",
    r"\b(?:access|permission) denied\b",
    r"\boutside (?:of )?(?:the |any )?(?:allowed|permitted|configured|root|working)\b",
)

# Punctuation and a count before the first word of an error, as in ``1 validation error for AddNote``.
_LEAD = re.compile(r"\W*(?:\d+ )?")


class ProbeTables(Table, frozen=True, kw_only=True):
    """What probes need to know.

    ``unknown_fields`` says what a runtime must do with a field that does not exist: ``reject`` it, accept it with a
    ``notice`` to the caller, or ``ignore`` it. ``coercion`` says whether it may take ``"5"`` for 5: ``none`` or
    ``lenient``. ``input_error_kinds`` are the error kinds, ``input_error_texts`` the texts, that blame the shape of an
    input, and ``domain_error_texts`` those that blame what a valid one names; ``failure_texts`` are how a text begins
    that reports a failure, whatever its flag says, and so is one of ``input_error_texts`` that a text begins with; with
    ``suspect_texts`` a reply may be a failure, so that two equal ones prove nothing.
    """

    unknown_fields: UnknownFields = "reject"
    """What a system must do with a field that does not exist."""
    coercion: Coercion = "none"
    """Whether a system may take ``"5"`` for 5."""
    input_error_kinds: tuple[str, ...] = ("invalid_tool_input",)
    """Error kinds that blame the input."""
    unknown_tool_kinds: tuple[str, ...] = ("unknown_tool", "tool_not_exposed_for_round")
    """Error kinds that say that there is no such tool."""
    input_error_texts: tuple[Expression, ...] = ()
    """Patterns for texts that blame the input."""
    domain_error_texts: tuple[Expression, ...] = tuple(compile_pattern(text, re.IGNORECASE) for text in _DOMAIN_ERRORS)
    """Patterns for texts that say that what a valid value names does not exist, or is out of reach."""
    failure_texts: tuple[Expression, ...] = tuple(compile_pattern(text, re.IGNORECASE) for text in _FAILURES)
    """Patterns for the beginning of a text that reports a failure, whatever its flag says."""
    suspect_texts: tuple[Expression, ...] = tuple(compile_pattern(text, re.IGNORECASE) for text in _SUSPECTS)
    """Patterns for a text that may report a failure, so that two equal ones prove nothing."""
    result_fields: tuple[str, ...] = ("status", "task_handle", "result", "error", "is_error", "exit_status")
    """Fields that results have in any system; an input has one only if its schema declares it."""
    longest_failure_text: int = 600
    """A text longer than this many characters is content, however it begins: a log that starts with an error."""

    def may_report_failure(self, text: str) -> bool:
        """Say whether a text reports a failure, or begins with words of one."""
        is_suspect = len(text) <= self.longest_failure_text and any(one.search(text) for one in self.suspect_texts)
        return is_suspect or self.reports_failure(text)

    def reports_failure(self, text: str) -> bool:
        """Say whether a text reports a failure, or begins by blaming the input."""
        if len(text) > self.longest_failure_text or any(one.search(text) for one in (_LABELS, _LOG_LINES, _COUNTED)):
            return False
        return any(one.search(text) for one in self.failure_texts) or self._begins_with_blame(text)

    def _begins_with_blame(self, text: str) -> bool:
        """Say whether a text begins by blaming the input, ignoring punctuation and a count at the start."""
        lead = _LEAD.match(text)
        return any(one.match(text, lead.end() if lead else 0) for one in self.input_error_texts)
