"""What Markdown pages say, compared with what there is: sections, quotes, speeds, lists."""

import functools
import re
from string import Template

import cases
import lesson_pages

ITEM = re.compile(r"( *)(?:[-+*]|(\d+)[.)]) ")
NOT_A_PARAGRAPH = re.compile(r"\s*$|#|```|\|| {2}|<|\\| *([-+*]|\d+[.)]) ")


def false_items(file):
    """The lines of a paragraph that would become items of a list, such as "+ 1023". Lists count from 1."""
    before, in_code = "", False
    last = {}  # the number of the last item, for each indentation
    for number, line in enumerate(file.text.splitlines(), 1):
        item = None if in_code else ITEM.match(line)
        if item:
            indent, count = item.groups()
            in_order = count is None or int(count) in (1, last.get(indent, 0) + 1)
            last[indent] = int(count or 0)
            if not in_order or not NOT_A_PARAGRAPH.match(before):
                yield number, ("this line would become an item of a list. Break or begin the paragraph in another "
                               f"way: {line}")
        in_code ^= line.startswith("```")
        before = line


# NVIDIA's data sheet of the H200: 16-bit products on tensor cores, and its memory.
DATA_SHEETS = {"990 TFLOP/s", "4,800 GB/s"}
SPEED = re.compile(r"(\d[\d,]*(?:\.\d+)?) (?:TFLOP/s|GFLOP/s|GB/s)")
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
MEASUREMENTS = r"docs/measurements\.md|docs/figures/\w+\.txt"


def value(number):
    return float(number.replace(",", ""))


@functools.lru_cache(maxsize=1)
def measured_numbers(files):
    texts = [files.text(source[0]) for source in files.matching(MEASUREMENTS)]
    return {value(number) for text in texts for number in NUMBER.findall(text)}


def unmeasured_speeds(file):
    """The speeds that no measured number rounds to. So a text does not keep one that was measured again."""
    measured = measured_numbers(file.files)
    for speed in SPEED.finditer(file.text):
        half = 0.5 * 10.0 ** -len(speed[1].partition(".")[2])
        if speed[0] not in DATA_SHEETS and not any(abs(value(speed[1]) - x) <= half + 1e-9 for x in measured):
            yield file.line(speed.start()), (f"{speed[0]} is not in docs/measurements.md or docs/figures. "
                                             "Was it measured again?")


LEVEL_LINE = re.compile(r'<path [^>]*d="M([\d.]+) ([\d.]+) L([\d.]+) \2"/>')
WORDS = re.compile(r'<text class="[^"]*" x="([\d.]+)" y="([\d.]+)">([^<]{4,})</text>')


def struck_through(file):
    """The words of a figure through which a level line goes."""
    lines = [tuple(map(float, line)) for line in LEVEL_LINE.findall(file.text)]
    for words in WORDS.finditer(file.text):
        x, y = float(words[1]), float(words[2])
        if any(left < x < right and y - 10 < level < y for left, level, right in lines):
            yield file.line(words.start()), f"a line goes through the words `{words[3]}`"


def one_line(text):
    """The words of a text, without line breaks."""
    return " ".join(text.split())


def unprinted_findings(file):
    """The quoted findings that are not in the checker's own words, which a test compares with what it prints."""
    frame = Template(file.files.text("common/test/corpus/frame.cpp.in"))
    printed = [one_line(case.text_of(frame)) for table in file.files.matching(r"common/test/corpus/\w+\.cases")
               for case in cases.parse(file.files.text(table[0]))]
    for block in re.finditer(r"^```\n(\[.*?)^```", file.text, re.MULTILINE | re.DOTALL):
        if not any(one_line(block[1]) in text for text in printed):
            yield file.line(block.start(1)), ("quotes a finding that no table of common/test/corpus has:\n"
                                              f"{block[1].rstrip()}")


def headings(text):
    """The headings of a page as they are read, without marks, anchors, and the numbers of stations."""
    found = re.findall(r"^#{1,4} (?:Station \d+: )?(.*)$", text, re.MULTILINE)
    return {re.sub(r"<[^>]*>|\{#\w+\}|\*|`", "", heading).strip() for heading in found}


LESSON_PAGE = r"lessons/(?P<folder>(?P<lesson>\d\d)_\w+)/(?P<page>\w+)\.md"


def reference_to(file):
    """The name that `@ref` has for a lesson's page."""
    return lesson_pages.reference(file.parts["lesson"], file.parts["page"])


def pages_by_name(files):
    """The page that each `@ref name` leads to."""
    pages = {lesson_pages.reference(path["lesson"], path["page"]): path[0] for path in files.matching(LESSON_PAGE)}
    pages.update((path["page"], path[0]) for path in files.matching(r"docs/pages/(?P<page>\w+)\.md"))
    pages["mainpage"] = "docs/pages/main.md"  # which Doxygen wants to be called so
    return pages


def sections_exist(file):
    """In `@ref lesson04, *A section*, *another*`, there is such a page, and it has these sections."""
    pages = pages_by_name(file.files)
    for link in re.finditer(r'@ref (\w+)(?: "[^"]*")?((?:, \*[^*]+\*)*)', file.text):
        name, line = link[1], file.line(link.start())
        if name not in pages:
            yield line, f"@ref {name} leads to a page that does not exist"
            continue
        known = headings(file.files.text(pages[name]))
        for title in re.findall(r"\*([^*]+)\*", link[2]):
            if title not in known:
                yield line, f"{name} has no section `{title}`"


def topics_name_page(file):
    """Each page of a lesson is in the table of topics."""
    if not re.search(rf"@ref {reference_to(file)}\b", file.files.text("docs/pages/topics.md")):
        yield 0, f"docs/pages/topics.md does not name {reference_to(file)}: add what this page teaches"
