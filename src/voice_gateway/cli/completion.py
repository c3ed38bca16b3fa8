"""What a shell offers when Tab is pressed in a line of the language of wishes."""

import typer

from voice_gateway.completing import completed


def complete_wish(context: typer.Context, incomplete: str) -> list[str]:
    """The same line, gone on with: whether it is quoted as a whole, or typed as words."""
    try:
        from voice_gateway.known_names import known_names

        before = " ".join(context.params.get("line") or ())
        typed = f"{before} {incomplete}" if before else incomplete
        begun = len(typed) - len(incomplete)
        return [line[begun:] for line in completed(typed, known_names())]
    except Exception:  # a shell would print it in the middle of the line
        return []
