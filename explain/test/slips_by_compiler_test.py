"""What a learner reads about a slip, in the words of a real compiler.

    slips_by_compiler_test.py ROOT EXPLAIN gcc|clang COMPILER OPTION...

slips.mistakes has the slips of each task below `=== <lesson>/<task>`. After the rule that says it comes the first line that a
learner reads, `fix:` is what the message proposes, and then comes what the slip changes in the solution, as in a wrong
kernel (make_wrong.py). KW_UPDATE_MESSAGES=1 in the environment writes the first lines and the proposals anew.
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT, EXPLAIN, NAME, COMPILER = Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3], sys.argv[4:]
sys.path.insert(0, str(ROOT / "cmake/scripts"))

import make_skeleton  # noqa: E402
import make_wrong  # noqa: E402

FILE = Path(__file__).with_name("slips.mistakes")
SAID = re.compile(r"\{(?:rule: )?([^}]*)\} \S+: error: (.*)")


def compile_header(place):
    """Compiles the library's header once and not for each slip."""
    header = Path(place, "library.hpp")
    header.write_text("#include <kernelwright/kernelwright.hpp>\n", encoding="utf-8")
    compiled = f"{header}.{'gch' if NAME == 'gcc' else 'pch'}"
    options = [word for word in COMPILER if word != "-fsyntax-only"]
    subprocess.run([*options, f"-I{ROOT}/common/include", "-x", "c++-header", header, "-o", compiled], check=True)
    COMPILER[1:1] = ["-include", header] if NAME == "gcc" else ["-include-pch", compiled]


class Slip:
    """A slip of a task, such as 03_masking/2_masked_add: as it is written, and what a learner should read."""

    def __init__(self, task, text):
        self.task, self.text = task, text
        head, rest = text.split("\n", 1)
        self.rule, _, self.said = head.partition(": ")
        fix, self.code = re.fullmatch(r"(?:fix: (.*)\n)?((?:.*\n)*)", rest).groups()
        self.wanted = (self.rule, self.said, fix or "")

    def kernel(self):
        solution = ROOT / "solutions" / f"{self.task}.cpp"
        kernel = make_skeleton.make("solution", solution.read_text(encoding="utf-8"), solution)
        for old, new in make_wrong.edits(self.code):
            kernel = make_wrong.replace_once(kernel, old, new, solution)
        return kernel

    def updated(self, said, proposal):
        return f"{self.rule}: {said}\n" + (f"fix: {proposal}\n" if proposal else "") + self.code


def read(place, number, slip):
    """The rule that has said something about a slip, its first line, and what it proposes."""
    kernel = Path(place, slip.task, f"{number}.cpp")
    kernel.parent.mkdir(parents=True, exist_ok=True)
    kernel.write_text(slip.kernel(), encoding="utf-8")
    command = [*COMPILER, f"-I{ROOT}/common/include", f"-I{ROOT}/lessons/{slip.task.split('/')[0]}", kernel]
    said = subprocess.run([EXPLAIN, ROOT, os.path.relpath(kernel, ROOT), "--", *command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, env={**os.environ, "KW_SOURCES": "1"}).stdout
    flat = " ".join(said.split())
    found = SAID.match(said)
    proposal = re.search(r" Try: (.*?) \(KW_RAW_ERRORS=1", flat)
    return (*(found.groups() if found else ("", flat[:300])), proposal[1] if proposal else "")


def problem(slip, found):
    if found == slip.wanted:
        return ""
    if os.environ.get("KW_UPDATE_MESSAGES") and found[0] == slip.rule:
        FILE.write_text(FILE.read_text(encoding="utf-8").replace(slip.text, slip.updated(*found[1:])), encoding="utf-8")
        return ""
    return f"{slip.task}:\n  {slip.wanted}, and not\n  {found}"


def main():
    parts = re.split(r"^=== (\S+)$", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    slips = [Slip(task, text) for task, block in zip(parts[1::2], parts[2::2])
             for text in re.split(r"^== ", block, flags=re.MULTILINE)[1:]]
    with tempfile.TemporaryDirectory(dir=Path(EXPLAIN).resolve().parent) as place, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        compile_header(place)
        found = pool.map(lambda slip: read(place, slips.index(slip), slip), slips)
        problems = [problem(slip, said) for slip, said in zip(slips, found)]
    print(f"{len(problems)} slips")
    if any(problems):
        sys.exit("\n".join(filter(None, problems)))


if __name__ == "__main__":
    main()
