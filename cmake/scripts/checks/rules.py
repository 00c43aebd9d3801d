"""The tables of rules. A rule is a row: its name, the files that it holds for, and what they have to be like.

A name may have several rows. checks/kinds.py says what can be written as data. What cannot is a function that yields
(line, sentence) for whatever is wrong in a file. cmake/test/check_test.py has an example of each row being broken.
"""

from checks import documentation, layers, lessons, sizes, stations, texts
from checks.kinds import Rule, at_most, has, known, lacks, names_of, needs, once, path_is

HEADERS = r"common/include/kernelwright/.*\.hpp"
BUILD_FILES = r".*\.cmake|(.*/)?CMakeLists\.txt"
CPP = r".*\.(cpp|hpp|cu|cuh)"
SOURCES = rf"{CPP}|.*\.(py|js)"

SOLUTION = lessons.SOLUTION
LESSON_PAGE = texts.LESSON_PAGE
LESSON = r"(?P<folder>(?P<lesson>\d\d)_(?P<name>\w+))"
LESSON_TOML = rf"lessons/{LESSON}/lesson\.toml"

THREATS = "docs/pages/threats.md"
CHEATS = r"grader/test/cheats/(?P<group>\d_\w+)\.cases"
TESTS = names_of(r"(grader|common)/test/.*_test\.cpp|lessons/\w+/tests/\w+\.cpp", "%(suite)s.%(test)s",
                 r"^TEST(?:_F|_P)?\((?P<suite>\w+), (?P<test>\w+)\)")

TOPICS = "docs/pages/topics.md"
TRITON_NAMES = r"docs/pages/triton_names\.md"
EXAMPLES = r"docs/examples/\w+\.cpp|common/test/language/\w+_test\.cpp"

REPOSITORY = [
    # Headers that every file includes.
    Rule("headers", HEADERS, has(r"^#pragma once$", "no #pragma once")),
    Rule("headers", r"common/include/kernelwright/(?!compiler/|cpu/|cuda/|contract).*\.hpp",
         lacks(r"#[ \t]*if.*", "`%(found)s` belongs into compiler/, cpu/ or cuda/")),

    # Past these limits, look for the missing concept.
    Rule("sizes", SOURCES, at_most(400, "%(count)s lines (a file has at most %(most)s)")),
    Rule("sizes", BUILD_FILES, at_most(200, "%(count)s lines (a build file has at most %(most)s)")),
    Rule("sizes", f"{SOURCES}|{BUILD_FILES}", sizes.long_functions),

    # Who may include whom.
    Rule("layers", r"cmake/layers\.ini", layers.broken_table),
    Rule("layers", CPP, layers.forbidden_includes),

    # The files of a lesson: these and no others. Headers may be added for what follows an exercise's last line and for
    # what tests or benchmarks share, further pages, and Python that calls the kernels.
    Rule("lesson", SOLUTION, needs("lessons/%(folder)s/lesson.toml")),
    Rule("lesson", SOLUTION, needs("lessons/%(folder)s/tests/%(task)s.cpp")),
    Rule("lesson", SOLUTION, lessons.unnumbered),
    Rule("lesson", LESSON_TOML, needs("lessons/%(folder)s/README.md")),
    Rule("lesson", LESSON_TOML, needs("lessons/%(folder)s/%(name)s.hpp")),
    Rule("lesson", LESSON_TOML, needs("solutions/%(folder)s/commentary.md")),
    Rule("lesson", LESSON_TOML, lessons.checks_and_files),
    Rule("lesson", LESSON_TOML, lessons.few_mistakes),
    Rule("lesson", rf"lessons/{LESSON}/.*",
         path_is(r"lessons/\w+/((tests/)?[a-z0-9_]+\.hpp|[a-z0-9_]+\.(md|py)|README\.md|lesson\.toml"
                 r"|tests/\w+\.cpp|benchmarks\.cpp|wrong/\w+\.mistakes)", "does not belong to the lesson")),
    Rule("lesson", rf"solutions/{LESSON}/.*",
         path_is(r"solutions/\w+/([^/]+\.cpp|commentary\.md)", "does not belong to the lesson")),
    Rule("lesson", rf"lessons/{LESSON}/(tests/(?=.*cpp)|wrong/(?=.*mistakes))(?P<task>[^/]+)\.(cpp|mistakes)",
         needs("solutions/%(folder)s/%(task)s.cpp", "belongs to no task: there is no %(path)s")),
    Rule("lesson", rf"lessons/{LESSON}/wrong/.+\.mistakes", lessons.bad_mistakes),
    Rule("lesson", rf"solutions/{LESSON}/commentary\.md", lessons.incomplete_commentary),

    # What a lesson's page has to be like.
    Rule("lesson", LESSON_PAGE, stations.missing_headings),
    Rule("lesson", LESSON_PAGE, stations.incomplete_stations),
    Rule("lesson", LESSON_PAGE, stations.late_command),
    Rule("lesson", LESSON_PAGE, lessons.long_page),

    # One kernel source serves both backends.
    Rule("lesson", SOLUTION,
         lacks(r"#[ \t]*if|__CUDA|threadIdx|blockIdx|__syncthreads|__shared__", "uses %(found)s")),

    # What a lesson's header brings into a file must not depend on what that file says.
    Rule("lesson", rf"lessons/{LESSON}/(.*/)?\w+\.hpp",
         lacks(r"^using namespace kw;", "has a `using namespace kw` for all who include it: write kw:: instead")),

    # An exercise can be read in one look.
    *(Rule("exercises", SOLUTION, lessons.made(part, check)) for part in ("skeleton", "solution") for check in (
        at_most(90, "%(count)s lines, and %(most)s are the most"), lessons.many_parameters)),
    *(Rule("exercises", SOLUTION, lessons.made("skeleton", check)) for check in (
        has(r"\A// Lesson %(lesson)s, task %(number)s: ",
            "does not begin with `// Lesson %(lesson)s, task %(number)s: `"),
        has(r"\./course watch lesson%(lesson)s\.%(number)s\n",
            "does not say `./course watch lesson%(lesson)s.%(number)s`"),
        has(r"TODO\(lesson%(lesson)s\.%(number)s\)", "has no TODO(lesson%(lesson)s.%(number)s) for the learner"),
        lacks(r"TODO\((?!lesson%(lesson)s\.%(number)s\)).*?\)", "has a %(found)s, which is another task's"),
        lacks(r"^template (?!<)", "instantiates a template, which belongs into the lesson's folder"))),
    Rule("exercises", SOLUTION, lessons.made("solution", lessons.repeated_kernels)),
    Rule("exercises", r"lessons/CMakeLists\.txt", lessons.little_code_with_tasks),

    # A lesson's page quotes code that compiles, and no answer.
    Rule("quotes", LESSON_PAGE, lessons.foreign_quotes),
    Rule("quotes", LESSON_PAGE, lessons.answers_given),

    # Where each topic is taught: a row has the sections that teach it, and the checks that ask for it.
    Rule("topics", TOPICS, lacks(r"^\|(?!([^|\n]*\|){3}$).*", "a row has three cells: %(found)s")),
    Rule("topics", TOPICS, lacks(r"^\| (?!topic )(?P<topic>[^|\n]*) \|(?![^|\n]*@ref)",
                                 "no section teaches `%(topic)s`")),
    Rule("topics", TOPICS, texts.sections_exist),
    Rule("topics", TOPICS, known(r"`(?P<name>lesson\d\d [a-z0-9-]+)`",
                                 names_of(LESSON_TOML, "lesson%(lesson)s %(id)s", r'^id = "(?P<id>.*)"$'),
                                 "there is no check `%(name)s`")),
    Rule("topics", LESSON_PAGE, texts.topics_name_page),
    Rule("topics", LESSON_PAGE,
         has(r"(?s)\n### Reading list\n(.*\]\(https?://){3}", "its reading list needs at least 3 links")),

    # Triton's names and ours. Where a name is the same here, an example or a test of the language uses it, and makes each
    # call of `tl` in the third column. A row that offers nothing, or another thing, says what to do instead.
    Rule("names", TRITON_NAMES, has(r"^\| `tl\.", "has no row")),
    Rule("names", TRITON_NAMES, lacks(r"^\|(?! Triton |-)(?![^|\n]*\| (same|different|not offered) \|[^|\n]*\|$).*",
                                      "a row is `| Triton | same or different or not offered | what to know |`: "
                                      "%(found)s")),
    Rule("names", TRITON_NAMES, once(r"`(?P<name>tl\.[\w.]+)`(?=[^|\n]*\|[^|\n]*\|[^|\n]*\|$)",
                                     "%(name)s is listed twice")),
    Rule("names", TRITON_NAMES, known(r"`tl\.(?P<name>[\w.]+)`(?=[^|\n]*\| same \|)",
                                      names_of(EXAMPLES, "%(call)s%(type)s%(element)s",
                                               r"\btl\.(?P<call>[\w.]+)\(|(?<!tl\.)\b(?P<type>\w+)\)"
                                               r"|\bstd::(?P<element>u?int\d+)_t\b"),
                                      "tl.%(name)s is said to be the same, and no example or test uses it")),
    Rule("names", TRITON_NAMES, lacks(r"^\| (?P<triton>[^|\n]*) \| (different|not offered) \|\s*\|$",
                                      "%(triton)s: says neither why nor what to do instead")),
    Rule("names", TRITON_NAMES, known(r"\b(?P<name>tl\.\w+\()(?=[^|\n]*\|$)",
                                      names_of(EXAMPLES, "%(call)s", r"\b(?P<call>tl\.\w+\()"),
                                      "no example or test calls %(name)s")),

    # What texts say was printed or measured.
    Rule("findings", r"docs/pages/findings\.md", texts.unprinted_findings),
    Rule("findings", r"docs/pages/findings\.md", has(r"^```\n\[", "quotes no finding")),
    Rule("speeds", r"(docs/pages|lessons|solutions)/.*\.md", texts.unmeasured_speeds),
    Rule("lists", r".*\.md", texts.false_items),
    Rule("figures", r"docs/images/.*\.svg", texts.struck_through),

    # What becomes of each submission that tries something, and the test that shows it.
    Rule("threats", THREATS, known(r"`(?P<name>\d_\w+/\w+)`",
                                   names_of(CHEATS, "%(group)s/%(cheat)s", r"^== (?P<cheat>\w+):"),
                                   "%(name)s is not in grader/test/cheats")),
    Rule("threats", THREATS, known(r"`(?P<name>[A-Z]\w+\.[A-Z]\w+)`", TESTS, "there is no test %(name)s")),
    Rule("threats", THREATS, lacks(r"^\| (?!what )(?P<row>[^|\n]+) \|[^|\n]*\|[^|`\n]*\|$", "no test shows: %(row)s")),
    Rule("threats", CHEATS, known(r"^== (?P<name>\w+):", names_of(THREATS, "%(name)s", r"`\d_\w+/(?P<name>\w+)`"),
                                  f"{THREATS} does not say what becomes of %(name)s")),

    # Tests that a run leaves out.
    Rule("filters", r"tools/gpu_check|cmake/test/all/\w+", known(r"\b(?P<name>[A-Z]\w+\.[A-Z]\w+)\b", TESTS,
                                                                "there is no test %(name)s")),
]

DOCUMENTATION = [
    Rule("links", r".*\.html", documentation.broken_links),
    Rule("search", r"lesson03\.html", documentation.lost_answers),
    Rule("pages", r".*\.html", documentation.unreadable),
]
