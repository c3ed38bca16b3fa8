"""What is left of a page when it is read."""

from hypothesis import given, settings
from hypothesis import strategies as st

from voice_gateway.browser.page_text import MAX_TOKENS, links_of, readable, title_of
from voice_gateway.tokens import estimate_tokens

PAGE = r"""### Page
- Page URL: http://example.org/
- Page Title: Ohio officials
### Snapshot
```yaml
- generic [active] [ref=e1]:
  - banner [ref=e2]:
    - navigation [ref=e3]:
      - link "Home" [ref=e4] [cursor=pointer]:
        - /url: /a
  - main [ref=e6]:
    - heading "Officials of Ohio" [level=1] [ref=e7]
    - paragraph [ref=e8]:
      - text: The lieutenant governor of
      - link "Ohio" [ref=e9] [cursor=pointer]:
        - /url: /ohio
      - text: "is Jim Tressel, since 2025: he said \"yes\"."
    - list [ref=e10]:
      - listitem [ref=e11]: "One: first"
      - listitem [ref=e12]:
        - link "Two" [ref=e13] [cursor=pointer]:
          - /url: /x
        - text: things
    - table [ref=e14]:
      - rowgroup [ref=e15]:
        - row [ref=e19]:
          - cell "Mike" [ref=e20]
          - cell "Governor" [ref=e21]
    - textbox "Search" [ref=e23]
    - button "Go" [ref=e24]
    - img "pic" [ref=e26]
    - generic [ref=e27]: code lines
    - generic [ref=e28]: "loose text: with colon"
    - generic [ref=e29]: code lines
  - contentinfo [ref=e30]: Copyright
```"""


def test_a_snapshot_becomes_lines_of_text_in_their_order() -> None:
    assert readable(PAGE).splitlines() == [
        "Officials of Ohio",
        'The lieutenant governor of Ohio is Jim Tressel, since 2025: he said "yes".',
        "One: first",
        "Two things",
        "Mike Governor",
        "code lines",
        "loose text: with colon",
    ]


def test_links_and_fields_are_listed_by_their_reference() -> None:
    assert links_of(PAGE) == "e9: Ohio; e13: Two; e23: Search; e24: Go"


def test_the_title_is_found() -> None:
    assert title_of(PAGE) == "Ohio officials"
    assert title_of("") == ""


def test_a_long_page_is_cut_to_what_a_small_window_holds() -> None:
    rows = "\n".join(f"  - paragraph [ref=e{n}]: sentence number {n} of a long page" for n in range(20_000))
    text = readable(f"```yaml\n- main [ref=e1]:\n{rows}\n```")
    assert MAX_TOKENS * 0.9 < estimate_tokens(text) <= MAX_TOKENS
    assert text.startswith("sentence number 0")


def test_one_enormous_paragraph_is_cut_and_not_dropped() -> None:
    text = readable(f"```yaml\n- paragraph [ref=e1]: {'word ' * 50_000}\n```")
    assert text.startswith("word word")
    assert text.endswith(" …")
    assert estimate_tokens(text) <= MAX_TOKENS


@settings(deadline=None)
@given(st.text())
def test_any_answer_can_be_read(text: str) -> None:
    for answer in (text, f"```yaml\n{text}\n```", f"```yaml\n- paragraph: {text}"):
        assert estimate_tokens(readable(answer)) <= MAX_TOKENS
        links_of(answer)
