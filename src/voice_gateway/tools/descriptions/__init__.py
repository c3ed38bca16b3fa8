"""Tool descriptions as Markdown files, with the current date filled in."""

from datetime import date
from importlib.resources import files


def describe(tool: str, today: date, **facts: str) -> str:
    """The description of a tool; `{date}`, `{year}` and further facts are filled in."""
    text = files(__name__).joinpath(f"{tool}.md").read_text(encoding="utf-8").strip()
    return text.format(date=f"{today:%A}, {today.day} {today:%B %Y}", year=today.year, **facts)
