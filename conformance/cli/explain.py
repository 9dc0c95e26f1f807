"""``conformance explain``: explain one rule by its purpose, its reason and its examples."""

import click


@click.command()
@click.argument("rule_id", metavar="ID")
def explain(rule_id: str) -> None:
    """Explain the rule ID: what it requires, why, a good and a bad example, and the message for the bad one.

    ID may also be a kind of a rule, an older id, a probe, or a category, whose rules are listed.
    """
    from conformance.commands.explain import explain_rule

    click.echo(explain_rule(rule_id))


COMMAND = explain
