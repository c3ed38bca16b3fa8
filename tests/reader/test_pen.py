"""The pen writes the likeliest lines: of words it knows and words that were said, one by one."""

import json
import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from training.reader.packing import pack_pen, pack_reader
from training.reader.unpacking import unpacked

from voice_gateway.reader.encoder import HEADS, Floats
from voice_gateway.reader.pen import MATRICES, NORMS, POINTING, VOCABULARY, Line, Reading, load_pen
from voice_gateway.reader.sentence_model import LABELS, PIECES, packaged

WIDTH = 24
KNOWN = ("<s>", "</s>", "on", "off", "lamp")
SAID = ("lamp", "hall", "lamp")


@pytest.fixture
def weights() -> dict[str, Floats]:
    """A network of one layer that nobody has taught anything."""
    random = np.random.default_rng(7)

    def numbers(*shape: int) -> Floats:
        return random.normal(0, 1.5 / math.sqrt(shape[-1]), shape).astype(np.float32)

    wide = {"look": 3, "heard": 2, "wide": 4}
    found = {
        "words.weight": numbers(len(KNOWN), WIDTH),
        "often": numbers(len(KNOWN)),
        "places": numbers(4, WIDTH),
    }
    for name in (*(f"layers.0.{each}" for each in MATRICES), *POINTING):
        last = name.rpartition(".")[2]
        rows, columns = wide.get(last, 1) * WIDTH, WIDTH * (4 if last == "narrow" else 1)
        found |= {f"{name}.weight": numbers(rows, columns), f"{name}.bias": numbers(rows)}
    for name in ("norm", *(f"layers.0.{each}" for each in NORMS)):
        found |= {f"{name}.weight": 1 + numbers(WIDTH), f"{name}.bias": numbers(WIDTH)}
    return {f"pen.{name}": each for name, each in found.items()}


@pytest.fixture
def reading() -> Reading:
    states = np.random.default_rng(3).normal(size=(WIDTH, 5)).astype(np.float32)
    return Reading(states, SAID, (1, 2, 3))


def written(weights: dict[str, Floats], reading: Reading, folder: Path, **how: object) -> list[Line]:
    pack_pen(weights, KNOWN, folder)
    beams = how.pop("beams", 400)
    return [*load_pen(folder).write(reading, beams, **how)]  # type: ignore[arg-type]


def test_lines_come_by_their_likelihood_and_none_comes_twice(
    weights: dict[str, Floats], reading: Reading, tmp_path: Path
) -> None:
    lines = written(weights, reading, tmp_path)
    assert [line.likelihood for line in lines] == sorted((line.likelihood for line in lines), reverse=True)
    assert len({line.words for line in lines}) == len(lines)
    assert 0 < sum(line.likelihood for line in lines) <= 1.001
    assert {word for line in lines for word in line.words} == {"<s>", "on", "off", "lamp", "hall"}


def test_few_lines_are_the_first_of_many(
    weights: dict[str, Floats], reading: Reading, tmp_path: Path
) -> None:
    [first] = written(weights, reading, tmp_path, beams=1)
    assert first.likelihood <= written(weights, reading, tmp_path)[0].likelihood


def test_what_is_hardly_likely_is_not_followed(
    weights: dict[str, Floats], reading: Reading, tmp_path: Path
) -> None:
    lines, likely = (written(weights, reading, tmp_path, share=share) for share in (0.0, 0.02))
    assert likely[0].words == lines[0].words
    assert {line.words for line in likely} < {line.words for line in lines}


def test_a_line_begins_with_nothing_that_it_must_not(
    weights: dict[str, Floats], reading: Reading, tmp_path: Path
) -> None:
    lines = written(weights, reading, tmp_path, never=("on", "hall"), behind=("off",))
    firsts = {line.words[0] for line in lines if line.words}
    assert firsts.isdisjoint({"on", "hall"})
    pairs = [pair for line in lines for pair in pairwise(line.words)]
    behind = {second for first, second in pairs if first == "off"}
    assert behind.isdisjoint({"on", "hall"})


def test_a_line_is_as_likely_as_the_textbook_has_it(
    weights: dict[str, Floats], reading: Reading, tmp_path: Path
) -> None:
    """Word by word with what is kept of those before, and all at once without, come to the same."""
    lines = [line for line in written(weights, reading, tmp_path) if {*line.words} <= {"on", "off"}][:8]
    assert len(lines) == 8
    for line in lines:
        assert line.likelihood == pytest.approx(_in_full(weights, reading, line.words), rel=0.25)


def _in_full(weights: dict[str, Floats], reading: Reading, words: tuple[str, ...]) -> float:
    """How likely a line of known words is, without keeping anything."""

    def linear(x: Floats, name: str) -> Floats:
        product: Floats = x @ weights[f"pen.{name}.weight"].T + weights[f"pen.{name}.bias"]
        return product

    def norm(x: Floats, name: str) -> Floats:
        away = x - x.mean(1, keepdims=True)
        scaled: Floats = away / away.std(1, keepdims=True) * weights[f"pen.{name}.weight"]
        return scaled + weights[f"pen.{name}.bias"]

    def look(asks: Floats, offers: Floats, says: Floats, *, back: bool) -> Floats:
        heads = []
        for one in np.split(np.arange(WIDTH), HEADS):
            alike = asks[:, one] @ offers[:, one].T / math.sqrt(len(one))
            if back:
                alike = np.where(np.tri(len(asks), dtype=bool), alike, -np.inf)
            likely = np.exp(alike - alike.max(1, keepdims=True))
            heads.append(likely / likely.sum(1, keepdims=True) @ says[:, one])
        return np.concatenate(heads, axis=1)

    states = reading.states.T
    numbers = [KNOWN.index(word) for word in words]
    x = weights["pen.words.weight"][[0, *numbers]] + weights["pen.places"][: len(words) + 1]
    x = x + linear(
        look(*np.split(linear(norm(x, "layers.0.look_norm"), "layers.0.look"), 3, 1), back=True),
        "layers.0.seen",
    )
    heard = np.split(linear(states, "layers.0.heard"), 2, 1)
    x = x + linear(
        look(linear(norm(x, "layers.0.ask_norm"), "layers.0.ask"), *heard, back=False), "layers.0.told"
    )
    bent = linear(norm(x, "layers.0.wide_norm"), "layers.0.wide")
    bent = np.array([[v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in row] for row in bent], np.float32)
    x = norm(x + linear(bent, "layers.0.narrow"), "norm")
    known = x @ weights["pen.words.weight"].T + weights["pen.often"]
    points = linear(x, "point") @ linear(states[list(reading.places)], "pointed").T / math.sqrt(WIDTH)
    scores = np.concatenate([known, points], axis=1)
    likely = np.exp(scores - scores.max(1, keepdims=True))
    likely /= likely.sum(1, keepdims=True)
    return math.prod(float(likely[place, number]) for place, number in enumerate([*numbers, 1]))


def test_what_is_packed_can_be_unpacked_to_go_on_learning(tmp_path: Path) -> None:
    begin = packaged()
    weights = unpacked(begin)
    names, words = ((begin / each).read_text(encoding="utf-8").splitlines() for each in (PIECES, VOCABULARY))
    labels = json.loads((begin / LABELS).read_text(encoding="utf-8"))
    pack_reader(weights, names, labels["acts"], labels["verbs"], labels["temperature"], tmp_path)
    pack_pen(weights, words, tmp_path)
    assert {path.name: path.read_bytes() for path in begin.iterdir()} == {
        path.name: path.read_bytes() for path in tmp_path.iterdir()
    }
