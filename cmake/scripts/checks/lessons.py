"""What the exercises, solutions and pages of a lesson have to be like.

Exercises are made from the solutions (make_skeleton.py), so a learner's own changes do not matter here.
"""

import re

import lesson_pages
import lesson_toml
import make_skeleton
import make_wrong
from repository import File

SOLUTION = r"solutions/(?P<folder>(?P<lesson>\d\d)_(?P<name>\w+))/(?P<task>(?P<number>[^/_]*)[^/]*)\.cpp"


class Made(File):
    """The "skeleton" or the clean "solution" that is made from a marked solution."""

    def __init__(self, part, files, match):
        super().__init__(files, match)
        self.part = part

    @property
    def text(self):
        return make_skeleton.make(self.part, super().text, self.name)


def made(part, check):
    """A check of what is made from a solution."""
    def check_made(file):
        for line, sentence in check(Made(part, file.files, re.fullmatch(SOLUTION, file.name))):
            yield 0, f"{sentence} (in the {part}{f', line {line}' if line else ''})"
    return check_made


def all_made(files, part, folder=r"\d\d_\w+"):
    """What is made from all solutions of a lesson, or of the course."""
    return [Made(part, files, match) for match in files.matching(SOLUTION) if re.fullmatch(folder, match["folder"])]


def code_lines(text):
    """The lines that are neither empty nor a comment."""
    return [line for line in text.splitlines() if line.strip() and not line.strip().startswith("//")]


def kernels(text):
    """The structs of a file as matches with a `name`, with the template line before them."""
    return re.finditer(r"^(?:template <[^\n]*>\n)?struct (?P<name>\w+) \{\n.*?^\};\n", text, re.MULTILINE | re.DOTALL)


MOST_PARAMETERS = 8


def many_parameters(file):
    """The kernels whose call operator has too many parameters besides tl."""
    for kernel in kernels(file.text):
        head = re.search(r"operator\(\)\((.*?)\) const", kernel[0], re.DOTALL)
        count = len(re.sub(r"<[^<>]*>", "", head[1]).split(",")) - 1 if head else 0
        if count > MOST_PARAMETERS:
            yield file.line(kernel.start()), (f"the kernel {kernel['name']} has {count} parameters besides tl, and "
                                              f"{MOST_PARAMETERS} are the most")


def repeated_kernels(file):
    """The kernels that an earlier task of the lesson has as well, since some programs are linked with both."""
    earlier = {kernel["name"]: other.name for other in all_made(file.files, "solution", file.parts["folder"])
               if other.name < file.name for kernel in kernels(other.text)}
    for kernel in kernels(file.text):
        if kernel["name"] in earlier:
            yield file.line(kernel.start()), f"{earlier[kernel['name']]} defines a kernel {kernel['name']}, too"


LEAST_SHARE = 40  # percent


def little_code_with_tasks(file):
    """Over all exercises, so much of the code is in kernels that have a task in them."""
    of_lessons = {}
    for exercise in all_made(file.files, "skeleton"):
        with_task = [kernel[0] for kernel in kernels(exercise.text) if "TODO(" in kernel[0]]
        counts = of_lessons.setdefault(exercise.parts["folder"], [0, 0])
        counts[0] += sum(len(code_lines(kernel)) for kernel in with_task)
        counts[1] += len(code_lines(exercise.text))
    with_task, lines = map(sum, zip(*of_lessons.values()))
    if 100 * with_task < LEAST_SHARE * lines:
        shares = "".join(f"\n  {folder}: {part} of {whole} lines" for folder, (part, whole) in of_lessons.items())
        yield 0, (f"less than {LEAST_SHARE} % of the exercises' code lies in kernels with a task: "
                  f"{with_task} of {lines} lines{shares}")


def tasks_of_lesson(file):
    """The tasks of the lesson that a file belongs to, in order."""
    return [match["task"] for match in file.files.matching(SOLUTION) if match["folder"] == file.parts["folder"]]


def unnumbered(file):
    """A task that is not named after its number, such as 2_masked_add. Numbers begin with 1 and have no gap."""
    tasks = tasks_of_lesson(file)
    number = 1 + tasks.index(file.parts["task"])
    if not re.fullmatch(f"{number}_[a-z][a-z0-9_]*", file.parts["task"]):
        yield 0, f"task {number} must be named {number}_some_name"


def checks_and_files(file):
    """Each check of a lesson.toml has its files, and each solution its check."""
    benchmarks = f"lessons/{file.parts['folder']}/benchmarks.cpp"
    rows = file.files.text(benchmarks) if benchmarks in file.files.known else ""
    tasks = {check.get("id"): lesson_toml.file_name(number, check)
             for number, check in lesson_toml.tasks(file.text).items()}
    solutions = {match[0] for match in file.files.matching(SOLUTION) if match["folder"] == file.parts["folder"]}
    wanted = {f"solutions/{file.parts['folder']}/{task}.cpp": name for name, task in tasks.items()}
    if not wanted:
        yield 0, "it has no tasks"
    for solution in sorted(set(wanted) - solutions):
        yield 0, f"the check {wanted[solution]} has no solution: {solution} is missing"
    for solution in sorted(solutions - set(wanted)):
        yield 0, f"{solution} belongs to no check"
    for check in lesson_toml.checks(file.text):
        measured = check.get("of")
        if check.get("kind") == "speed" and f"{{{tasks.get(measured, '0')[0]}," not in rows:
            yield 0, f"the check {check.get('id')} measures {measured}, for which {benchmarks} has no row"


FEWEST_MISTAKES = 5


def few_mistakes(file):
    """Each lesson knows mistakes that learners make."""
    found = sum(len(re.findall("^== ", file.files.text(match[0]), re.MULTILINE))
                for match in file.files.matching(rf"lessons/{file.parts['folder']}/wrong/[^/]+\.mistakes"))
    if found < FEWEST_MISTAKES:
        yield 0, f"at least {FEWEST_MISTAKES} mistakes are needed in wrong/, there are {found}"


def bad_mistakes(file):
    """Mistakes that make_wrong.py cannot read."""
    try:
        make_wrong.parse(file.text)
    except make_wrong.BadEdit as problem:
        yield 0, str(problem)


# What commentary.md says about each solution.
COMMENTARY = ("Why so", "What else would do", "What it costs")


def incomplete_commentary(file):
    """Each task's solution is explained, in the order of the tasks."""
    tasks = tasks_of_lesson(file)
    sections = re.split(r"^## (.+)$", file.text, flags=re.MULTILINE)
    if sections[1::2] != tasks:
        yield 0, f"must have a section for each task, in order: {', '.join(tasks)}"
    for task, section in zip(sections[1::2], sections[2::2]):
        for label in COMMENTARY:
            if f"**{label}.**" not in section:
                yield 0, f"says nothing after `**{label}.**` for {task}"


MOST_WORDS = 3000


def long_page(file):
    """A page that cannot be read in one sitting."""
    words = lesson_pages.words(file.text)
    if words > MOST_WORDS:
        yield 0, f"has {words} words, more than {MOST_WORDS}: divide it into two pages"


def plain_lines(text):
    """The text without indentation, blanks at line ends, and empty lines."""
    lines = (line.strip(" \t") for line in text.split("\n"))
    return "\n" + "".join(line + "\n" for line in lines if line)


def quoted_code(file):
    """The ```cpp blocks of a page, as matches."""
    return re.finditer(r"(?<=\n)```cpp\n(?P<code>.*?)\n```", file.text, re.DOTALL)


def foreign_quotes(file):
    """The code of a lesson's page that is not, indentation aside, in a file that compiles."""
    sources = file.files.matching(rf"lessons/{file.parts['folder']}/(\w+/)?\w+\.[ch]pp|docs/examples/\w+\.cpp")
    texts = [exercise.text for exercise in all_made(file.files, "skeleton", file.parts["folder"])]
    compiled = plain_lines("\n".join(texts + [file.files.text(source[0]) for source in sources]))
    for quote in quoted_code(file):
        if plain_lines(quote["code"]) not in compiled:
            yield file.line(quote.start("code")), f"quotes code that no compiled file has:\n{quote['code']}"


def answers_given(file):
    """The lines of code in a lesson's page that learners are asked to write.

    Lines that an exercise of the lesson holds as well, and lines too short to give anything away, are none.
    """
    lines = lambda part: {line for made_file in all_made(file.files, part, file.parts["folder"])
                          for line in plain_lines(made_file.text).split("\n")}
    answers = {line for line in lines("solution") - lines("skeleton") if len(line) > 20 and not line.startswith("//")}
    for quote in quoted_code(file):
        for number, line in enumerate(quote["code"].split("\n"), file.line(quote.start("code"))):
            if line.strip(" \t") in answers:
                yield number, f"gives an answer away: {line.strip()}"
