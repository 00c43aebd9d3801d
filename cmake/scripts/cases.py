#!/usr/bin/env python3
"""Kernels with one slip each, and what a learner reads about it, in tables such as those in common/test/corpus.

    cases.py FRAME TABLE... OUTPUT     writes each kernel, put into FRAME, to OUTPUT/<name>.cpp, and its text to <name>.txt
    cases.py --take OUTPUT TABLE...    puts the texts that a test has written there into the tables

A case has a name, a sentence, a kernel, and what is said about it:

    == mask_one_too_many: <= lets one lane too many through.
    offsets < n => offsets <= n
    [out-of-bounds] VectorAdd, program (3), kernel.cpp:13: tl.load reads x[1000] but x has 1000 elements.

A kernel is given whole, after an empty line, or by its differences from the last one that was given whole, as wrong
kernels are (make_wrong.py). Below `=== 03_masking/2_masked_add` it is a solution that they differ from, and there is no
frame. What is said begins with the name of a mistake in brackets, or with the place of an error.
A case about which nothing is said is right. The line of
the kernel that a text quotes is left out where it is the one whose number is there; from column 3 to 9 a compiler
underlines it where it says `kernel.cpp:12:3-9:`.
"""

import re
import sys
from pathlib import Path
from string import Template

import make_skeleton
import make_wrong

SOLUTIONS = Path(__file__).resolve().parents[2] / "solutions"
SAYS = re.compile(r"^(?=\[|kernel\.cpp:)", re.MULTILINE)
PLACE = re.compile(r"(.*\bkernel\.cpp:(\d+))(?::(\d+)(?:-(\d+))?)?(: .*)\n")
HEAD = re.compile(r"(\w+)(?:: |\n)((?:(?!.* =>)[^-+ \n].*\n)+)(\n?)((?:.*\n)*)")


class Case:
    def __init__(self, block, whole, task=""):
        self.lesson = task.partition("/")[0]  # of the solution that it differs from
        head, *texts = SAYS.split(block)
        self.text = "".join(text.rstrip("\n") + "\n" for text in texts)  # the checker may name several mistakes
        self.name, sentence, blank, code = HEAD.fullmatch(head).groups()
        self.sentence, self.is_whole = sentence.rstrip("\n"), bool(blank)
        self.kernel = code.strip("\n") + "\n" if blank else whole
        for old, new in () if blank else make_wrong.edits(code):
            self.kernel = make_wrong.replace_once(self.kernel, old, new, "the kernel above")

    def text_of(self, frame):
        """What is said about it, with the lines that it quotes."""
        return with_quotes(self.text, self.source(frame))

    def source(self, frame):
        """The kernel of a solution, or else in its frame, which has $sentence, $includes, $kernel, and $launch for the last paragraph."""
        if self.lesson:
            return self.kernel
        includes, kernel = re.fullmatch(r"((?:#include.*\n)*)((?:.*\n)*)", self.kernel).groups()
        launch = ""
        if "$launch" in frame.template:
            kernel, _, launch = kernel.rpartition("\n\n")
        return frame.substitute(sentence=self.sentence.replace("\n", "\n// "), includes=includes,
                                kernel=kernel.strip("\n"), launch=launch.strip("\n"))


def quote(place, code):
    """The lines that quote the code at a place."""
    _, line, column, last, _ = place.groups()
    code = code[int(line) - 1]
    if place[0].startswith("["):
        return f"    {code.strip()}\n"
    indent = len(code) - len(code.lstrip())
    first = int(column or indent + 1)
    width = int(last or column or len(code)) - first
    return f"  {line} | {code.strip()}\n  {' ' * len(line)} | {' ' * (first - 1 - indent)}^{'~' * width}\n"


def with_quotes(text, source):
    """A text of a table with the lines of the kernel that it quotes."""
    lines, code, result = text.splitlines(keepends=True), source.splitlines(), ""
    for line, after in zip(lines, lines[1:] + [""]):
        place = PLACE.fullmatch(line)
        if place and not re.match(r" +\d+ \|| {4}", after):
            line = f"{place[1]}{':' if place[3] else ''}{place[3] or ''}{place[5]}\n" + quote(place, code)
        result += line
    return result


def without_quotes(text, source):
    """The same text as a table has it."""
    result = text
    for place in PLACE.finditer(text):
        quoted = re.compile(r"( *\d+ \| .*\n +\| *\^(~*)\n| {4}.*\n)?").match(text, place.end())
        last = f"-{int(place[3]) + len(quoted[2])}" if place[3] and quoted[2] else ""
        short = place[0].replace(place[5], last + place[5])
        if quoted[0] and with_quotes(short, source) == place[0] + quoted[0]:
            result = result.replace(place[0] + quoted[0], short)
    return result


def parse(text):
    """The cases of a table with this text."""
    cases, whole, task = [], "", ""
    for head, block in re.findall(r"^(===?) ((?:(?!===? ).*\n?)*)", text, flags=re.MULTILINE):
        if head == "===":
            task = block.strip()
            whole = solution_of(task)
            continue
        try:
            cases.append(Case(block, whole, task))
        except make_wrong.BadEdit as problem:
            raise make_wrong.BadEdit(f"{block.partition(chr(10))[0]}: {problem}") from None
        if cases[-1].is_whole:
            whole = cases[-1].kernel
    return cases


def solution_of(task):
    """The solution of a task such as 03_masking/2_masked_add."""
    file = SOLUTIONS / f"{task}.cpp"
    return make_skeleton.texts(file)[0]


def read(table):
    """The cases of a table."""
    try:
        return parse(table.read_text(encoding="utf-8"))
    except make_wrong.BadEdit as problem:
        raise make_wrong.BadEdit(f"{table}: {problem}") from None


def with_text(table, name, told):
    """The text of a table with this as what is said of a case."""
    begin = re.search(rf"^== {name}\b", table, re.MULTILINE).start()
    after = re.compile(r"^===? ", re.MULTILINE).search(table, begin + 1)
    end = after.start() if after else len(table) + 1
    block = table[begin:end].rstrip("\n") + "\n"
    block = block[:SAYS.search(block).start()] + told
    return table[:begin] + block + ("\n" + table[end:] if end < len(table) else "")


def main(arguments):
    if arguments[0] == "--take":
        for table in map(Path, arguments[2:]):
            text = table.read_text(encoding="utf-8")
            for case in read(table):
                told = Path(arguments[1], f"{case.name}.txt").read_text(encoding="utf-8")
                source = Path(arguments[1], f"{case.name}.cpp").read_text(encoding="utf-8")
                text = with_text(text, case.name, without_quotes(told, source)) if case.text else text
            table.write_text(text, encoding="utf-8")
        return
    frame, output = Template(Path(arguments[0]).read_text(encoding="utf-8")), Path(arguments[-1])
    for case in (case for table in arguments[1:-1] for case in read(Path(table))):
        Path(output, f"{case.name}.cpp").write_text(case.source(frame), encoding="utf-8")
        Path(output, f"{case.name}.txt").write_text(case.text_of(frame), encoding="utf-8")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except make_wrong.BadEdit as problem:
        sys.exit(str(problem))
