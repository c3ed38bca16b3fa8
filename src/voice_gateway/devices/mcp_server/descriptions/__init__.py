"""What the model is told about each tool, one Markdown file for each."""

from importlib.resources import files


def description(tool: str) -> str:
    """The text for this tool."""
    return files(__package__).joinpath(f"{tool}.md").read_text(encoding="utf-8").strip()
