"""The script that trains the router, on a tiny scale."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def trained(folder: Path, *options: str) -> Path:
    command = [
        sys.executable,
        "-m",
        "training.routing",
        "--out",
        str(folder),
        "--card",
        str(folder / "card.json"),
    ]
    subprocess.run([*command, "--sentences", "300", "--epochs", "1", *options], cwd=ROOT, check=True)
    return folder


def test_training_writes_weights_and_a_score_card(tmp_path: Path) -> None:
    rows = [
        {"text": f"{verb} the {thing}", "label": "device", "intent": f"{verb} {thing}", "source": "ours"}
        for verb in ("dim", "start", "open")
        for thing in ("lamp", "fan", "blinds")
    ] + [
        {"text": f"sing about {word}", "label": "general", "intent": word, "source": "ours"}
        for word in "abcdef"
    ]
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    folder = trained(tmp_path / "out", "--corpus", str(corpus), "--folds", "2")
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    assert card["held_out"]["device"]["rows"] == 9
    assert (folder / "router.npy").stat().st_size < 2_000_000
    assert json.loads((folder / "router.json").read_text(encoding="utf-8"))["labels"][0] == "device"


def test_the_same_seed_gives_the_same_weights(tmp_path: Path) -> None:
    first, second = trained(tmp_path / "first"), trained(tmp_path / "second")
    assert (first / "router.npy").read_bytes() == (second / "router.npy").read_bytes()
