"""What a learner's file may use: the names that the lesson and the library declare."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "common/include/kernelwright"
NAMES = LIBRARY / "language/names.def"  # every function of tl
NOT_FOR_LEARNERS = ("cpu", "cuda", "testing", "benchmarking")  # folders of the library


class Surroundings(NamedTuple):
    """Names and lines that are known outside of the file."""
    words: frozenset     # every name
    includes: tuple      # lines at the top of the lesson's other files


def of(target):
    """What a file of the task TARGET, such as lesson03.4.exercise.cpu, may use."""
    number = re.match(r"lesson(\d\d)", target)[1]
    headers = [path for path in LIBRARY.rglob("*.hpp")
               if path.relative_to(LIBRARY).parts[0] not in NOT_FOR_LEARNERS]
    headers += (ROOT / "lessons").glob(f"{number}_*/*.hpp")
    words = set(re.findall(r"^KW_\w+\(\s*(\w+)", _text(NAMES), re.MULTILINE))
    for path in headers:
        words.update(re.findall(r"\b[A-Za-z_]\w{2,}\b", re.sub(r"//[^\n]*", "", _text(path))))
    lines = {}
    for path in sorted((ROOT / "exercises").glob(f"{number}_*/*.cpp")):
        lines.update(dict.fromkeys(re.findall(
            r"^(?:#include [<\"][^>\"]+[>\"]|using namespace kw;)", _text(path), re.MULTILINE)))
    return Surroundings(frozenset(words), tuple(lines))


def _text(path):
    return path.read_text(encoding="utf-8", errors="replace")
