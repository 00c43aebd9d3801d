"""What a learner reads about a slip, in the words of a real compiler.

    slips_by_compiler_test.py ROOT EXPLAIN gcc|clang COMPILER OPTION...

The slips of a lesson are in explain/test/slips/<lesson>.slips, those of a task after a line `=== <task>`, as wrong
kernels are (make_wrong.py): after the name comes the first line that a learner reads, `kind:` is the rule that says it,
and `fix:` what the message proposes.
KW_UPDATE_MESSAGES=1 in the environment writes the first lines and the proposals anew.
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

SAID = re.compile(r"\{(?:rule: )?([^}]*)\} \S+: error: (.*)")


def compile_header(place):
    """Compiles the library's header once and not for each slip."""
    header = Path(place, "library.hpp")
    header.write_text("#include <kernelwright/kernelwright.hpp>\n", encoding="utf-8")
    compiled = f"{header}.{'gch' if NAME == 'gcc' else 'pch'}"
    options = [word for word in COMPILER if word != "-fsyntax-only"]
    subprocess.run([*options, f"-I{ROOT}/common/include", "-x", "c++-header", header, "-o", compiled], check=True)
    COMPILER[1:1] = ["-include", header] if NAME == "gcc" else ["-include-pch", compiled]


def read(place, lesson, task, slip):
    """The rule that has said something about a slip, its first line, and what it proposes."""
    solution = ROOT / "solutions" / lesson / f"{task}.cpp"
    kernel = Path(place, lesson, f"{task}.{slip.name}.cpp")
    kernel.parent.mkdir(exist_ok=True)
    marked = solution.read_text(encoding="utf-8")
    kernel.write_text(slip.kernel(make_skeleton.make("solution", marked, solution), solution), encoding="utf-8")
    command = [*COMPILER, f"-I{ROOT}/common/include", f"-I{ROOT}/lessons/{lesson}", kernel]
    said = subprocess.run([EXPLAIN, ROOT, os.path.relpath(kernel, ROOT), "--", *command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, env={**os.environ, "KW_SOURCES": "1"}).stdout
    flat = " ".join(said.split())
    found = SAID.match(said)
    proposal = re.search(r" Try: (.*?) \(KW_RAW_ERRORS=1", flat)
    return (*(found.groups() if found else ("", flat[:300])), proposal[1] if proposal else "")


def slips_in(file):
    """The slips of a lesson, each with its task."""
    parts = re.split(r"^=== (\S+)$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [(task, slip) for task, text in zip(parts[1::2], parts[2::2]) for slip in make_wrong.parse(text, ("kind",))]


def problem(place, file, task, slip):
    rule, head, proposal = read(place, file.stem, task, slip)
    wanted = (slip.fields["kind"][0], slip.sentence, " ".join(slip.fields["fix"]))
    if (rule, head, proposal) == wanted:
        return ""
    if os.environ.get("KW_UPDATE_MESSAGES") and rule == wanted[0]:
        text = file.read_text(encoding="utf-8")
        begin = text.index(f"=== {task}\n")
        old = re.compile(rf"== {slip.name}\n(?:.*\n)*?(?=[-+ ])").search(text, begin)[0]
        new = f"== {slip.name}\n{head}\nkind: {rule}\n" + (f"fix: {proposal}\n" if proposal else "")
        file.write_text(text[:begin] + text[begin:].replace(old, new, 1), encoding="utf-8")
        return ""
    return f"{file.relative_to(ROOT)}, {task}, {slip.name}:\n  {wanted}, and not\n  {(rule, head, proposal)}"


def main():
    slips = [(file, task, slip) for file in sorted(ROOT.glob("explain/test/slips/*.slips")) for task, slip in slips_in(file)]
    with tempfile.TemporaryDirectory(dir=Path(EXPLAIN).resolve().parent) as place, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        compile_header(place)
        problems = list(pool.map(lambda one: problem(place, *one), slips))
    print(f"{len(problems)} slips")
    if any(problems):
        sys.exit("\n".join(filter(None, problems)))


if __name__ == "__main__":
    main()
