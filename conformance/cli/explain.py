"""``conformance explain``: explain one rule by its purpose, its reason and its examples."""

import click


@click.command()
@click.argument("rule_id", metavar="NAME")
def explain(rule_id: str) -> None:
    """Explain a rule, probe, notice, category or kind of change.

    A rule is shown with its reason, a good and a bad example, and the finding for the bad one. NAME may also be a kind
    of a rule, or an older id.
    """
    from conformance.commands.explain import explain_rule

    click.echo(explain_rule(rule_id))


COMMAND = explain
