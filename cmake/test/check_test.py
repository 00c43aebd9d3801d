"""Each rule of the table passes a small repository in which all is well, and finds what is broken in it.

A case is a row: the rule, the file, what is replaced in it by what, and what the rule then says. A file's text as a
whole is replaced where nothing is named, and None takes the file away.
"""

import contextlib
import io
import subprocess
import tempfile
import unittest
from pathlib import Path

import check
import repository
from checks import lessons, rules, stations

SOLUTION = """// Lesson 03, task {number}: masks.
// Page: lessons/03_masking/README.md   Check while you edit: ./course watch lesson03.{number}
template <int N>
struct {kernel} {{
  KW_KERNEL void operator()(program auto tl, view<int, 2> a, int b, int c, int d, int e, int f, int g, int h) const {{
    // TODO(lesson03.{number}): which lanes?
    auto given = everybody(knows, it);
    //{{ solution
    auto mask = the_answer(of_all);
    //| auto mask = the_skeleton(of_all);
    //}}
  }}
}};
"""
QUOTE = "```cpp\n  auto given = everybody(knows, it);\n\n  auto mask = the_skeleton(of_all);\n```\n"
STATION = ("\n## Station {0}: Masks\n**Your task.**\n```sh\n./course watch lesson03.{0}\n```\n**What you should see.**\n"
           "**Question.**\n<details></details>\n")
PAGE = ("# Lesson\n## Goal\n" + STATION.format(1) + STATION.format(2)
        + "".join(f"\n## {heading}\n" for heading in stations.AFTER) + QUOTE
        + "It reaches 194 TFLOP/s of 990 TFLOP/s.\n### By <a id=\"x\"></a>hand, *twice*\n"
        "\n### Reading list\n\n- [a](https://a) [b](http://b)\n- [c](https://c)\n")
EXPLAINED = "".join(f"**{label}.** A sentence.\n" for label in lessons.COMMENTARY)
MISTAKE = "=== A.B\n== first: by adding\n-  c;\n\n"

GOOD = {
    "cmake/layers.ini": "[All]\nbase = common/base/\ncore = common/include/ docs/ | base\n"
                        "cpu = common/include/kernelwright/cpu/ | core\n"
                        "tests = lessons/ solutions/ grader/ common/test/ | *\n",
    "cmake/a.cmake": "function(a)\n" + 58 * "  call()\n" + "endfunction()\n",
    "a.py": "def a():\n" + 58 * "  call()\n" + "  return 1\n",
    "a.js": "function a() {\n" + 58 * "  call();\n" + "}\n",
    "common/base/text.hpp": 400 * "\n",
    "common/base/all.cpp": "#include <vector>\n#include \"text.hpp\"\nvoid a() {\n" + 58 * "  call();\n" + "}\n",
    "common/include/kernelwright/a.hpp": "#pragma once\n#include \"common/base/text.hpp\"\n",
    "common/include/kernelwright/cpu/b.hpp": "#pragma once\n#if X\n#include <kernelwright/a.hpp>\n#endif\n"
                                             "#include \"common/base/text.hpp\"\n",
    "common/test/corpus/a.cases": "== no_mask\nIt has no mask.\n\n" + 8 * "int a;\n" +
        "tl.load(x);\n[no-mask] Scale, kernel.cpp:9: tl.load reads past the end.\n  Add a mask.\n",
    "common/test/corpus/frame.cpp.in": "$kernel\n",
    "docs/examples/a.cpp": "auto y = tl.exp(x);\nauto z = x.to(float16);\n",
    "docs/images/a.svg": '<path class="faint" d="M10 50 L90 50"/>\n<text class="small" x="20" y="70">a step</text>\n',
    "docs/measurements.md": "193.7 and 1,354\n\n- 42.64\n- 42.7\n",
    "docs/pages/faq.md":
        "# FAQ {#faq}\n## A question? {#one}\n\n1. first\n2. second\n\n```\nx\n- 1\n```\n* after code\n",
    "docs/pages/findings.md":
        "Text.\n```\n[no-mask] Scale, kernel.cpp:9: tl.load reads\n    past the end.\n    tl.load(x);\n  Add a mask.\n```\n",
    "docs/pages/main.md": "# Start\n",
    "docs/pages/threats.md": "| a | b | `5_kernel/loop`, `Confine.StartsNoProcess` | and `tl`, `run.json`\n",
    "docs/pages/topics.md": "| topic | sections | checks |\n|---|---|---|\n"
                            "| masks | @ref lesson03, *Masks*, *By hand, twice*; @ref faq \"Questions\", "
                            "*A question?* | `lesson03 mask` |\n",
    "docs/pages/triton_names.md": "| Triton | here | what to know |\n|---|---|---|\n"
                                  "| `tl.exp`, `tl.float16` | same | |\n"
                                  "| `tl.exp10` | different | `tl.exp(2.302585f * x)` |\n"
                                  "| `tl.slice` | not offered | Use *something* else. |\n",
    "grader/test/cheats/5_kernel.cases": "== loop: lesson01.3, nothing\n",
    "grader/test/confine_test.cpp": "TEST(Confine, StartsNoProcess) {\n}\n",
    "lessons/CMakeLists.txt": "add_lesson(03 masking)\n",
    "lessons/03_masking/README.md": PAGE,
    "lessons/03_masking/lesson.toml": '[[check]]\nid = "mask"\n[[check]]\nid = "add"\n'
                                      '[[check]]\nid = "fast"\nkind = "speed"\nof = "add"\n',
    "lessons/03_masking/masking.hpp": "",
    "lessons/03_masking/launch_add.hpp": "",
    "lessons/03_masking/tests/cases.hpp": "",
    "lessons/03_masking/tests/1_mask.cpp": "",
    "lessons/03_masking/tests/2_add.cpp": "",
    "lessons/03_masking/benchmarks.cpp": '{2, "Add"}',
    "lessons/03_masking/wrong/1_mask.mistakes": MISTAKE + MISTAKE.replace("first", "second"),
    "lessons/03_masking/wrong/2_add.mistakes": "".join(MISTAKE.replace("first", name) for name in ("a", "b", "c")),
    "solutions/03_masking/1_mask.cpp": SOLUTION.format(number=1, kernel="Mask"),
    "solutions/03_masking/2_add.cpp": SOLUTION.format(number=2, kernel="Add"),
    "tools/gpu_check": "left_out=Confine.StartsNoProcess\n",
    "solutions/03_masking/commentary.md": f"# Lesson\n\n## 1_mask\n{EXPLAINED}\n## 2_add\n{EXPLAINED}",
}

LESSON = "lessons/03_masking"
README = f"{LESSON}/README.md"
TOML = f"{LESSON}/lesson.toml"
MASK, ADD = "solutions/03_masking/1_mask.cpp", "solutions/03_masking/2_add.cpp"
COMMENTARY = "solutions/03_masking/commentary.md"
HEADER = "common/include/kernelwright/a.hpp"
TOPICS, NAMES, FINDINGS = "docs/pages/topics.md", "docs/pages/triton_names.md", "docs/pages/findings.md"

CASES = [
    ("headers", HEADER, "#pragma once", "// #pragma once", [f"{HEADER}: no #pragma once"]),
    ("headers", HEADER, "#include", "# ifdef X\n#include",
     [f"{HEADER}:2: `# ifdef X` belongs into compiler/, cpu/ or cuda/"]),

    ("sizes", "common/base/text.hpp", "", 401 * "\n", ["common/base/text.hpp: 401 lines (a file has at most 400)"]),
    ("sizes", "cmake/a.cmake", "", 201 * "\n", ["cmake/a.cmake: 201 lines (a build file has at most 200)"]),
    ("sizes", "lessons/CMakeLists.txt", "", 201 * "\n",
     ["lessons/CMakeLists.txt: 201 lines (a build file has at most 200)"]),
    *(("sizes", name, begin, begin + "\n  once();", [f"{name}:{line}: a has 61 lines (a function has at most 60)"])
      for name, line, begin in (("common/base/all.cpp", 3, "{"), ("a.py", 1, "():"), ("cmake/a.cmake", 1, "a)"),
                                ("a.js", 1, "{"))),
    # A function may be a member, and have text and other branches in it. A class is not a function.
    *(("sizes", "common/base/all.cpp", "", code.format(60 * "    call();\n"), [
        f"common/base/all.cpp:{line}: {name} has {length} lines (a function has at most 60)"])
      for line, name, length, code in (
          (2, "a::a", 63, "class b {{\n  a::a(int i)\n      : n{{i}} {{\n{0}  }}\n\n  int n;\n}};\n"),
          (1, "a", 65, 'void a() {{\n  const char* b = R"(\nvoid c() {{\n)";\n{0}}}\n'),
          (4, "a", 63, "#if X\nvoid a(int) {{\n#else\nvoid a() {{\n#endif\n{0}}}\n"))),
    ("sizes", "common/base/all.cpp", "", "struct a {\n" + 61 * "  int b;\n" + "};\n", []),

    ("layers", "cmake/layers.ini", "common/base/", "common/base/ common/no_such/",
     ["cmake/layers.ini: the room base has common/no_such/, which is not there"]),
    ("layers", "cmake/layers.ini", "| base", "| bass",
     ["cmake/layers.ini: core may include bass: no such room"]),
    ("layers", "cmake/layers.ini", "common/base/", "common/base/ | core",
     ["cmake/layers.ini: the rooms include each other: base -> core -> base"]),
    ("layers", "common/base/all.cpp", '#include "text', '# include <kernelwright/a.hpp>\n#include "text',
     ["common/base/all.cpp:2: `kernelwright/a.hpp` goes from the room base to the room core; base may include no other "
      "room (the table is cmake/layers.ini)"]),
    ("layers", HEADER, "common/base", "../../../lessons/03_masking/masking.hpp\"\n#include \"common/base",
     [f"{HEADER}:2: `../../../lessons/03_masking/masking.hpp` goes from the room core to the room tests; core may "
      "include base (the table is cmake/layers.ini)"]),
    ("layers", HEADER, "common/base/text", "cpu/b", [
        f"{HEADER}:2: `cpu/b.hpp` goes from the room core to the room cpu; core may include base (the table is "
        "cmake/layers.ini)"]),
    ("layers", "other/a.cpp", "", "", ["other/a.cpp: is in no room: cmake/layers.ini needs a row for it"]),

    ("lesson", "lessons/03_masking/lesson.toml", "", None,
     [f"checks/rules.py: no file fits lessons/{rules.LESSON}/lesson\\.toml, so this rule looks at nothing",
      f"{MASK}: {TOML} is missing", f"{ADD}: {TOML} is missing"]),
    ("lesson", f"{LESSON}/tests/2_add.cpp", "", None, [f"{ADD}: {LESSON}/tests/2_add.cpp is missing"]),
    ("lesson", README, "", None, [f"checks/rules.py: no file fits {rules.LESSON_PAGE}, so this rule looks at nothing",
                                  f"{TOML}: {README} is missing"]),
    ("lesson", f"{LESSON}/masking.hpp", "", None, [f"{TOML}: {LESSON}/masking.hpp is missing"]),
    ("lesson", COMMENTARY, "", None, [
        f"{TOML}: {COMMENTARY} is missing",
        f"checks/rules.py: no file fits solutions/{rules.LESSON}/commentary\\.md, so this rule looks at nothing"]),
    ("lesson", "lessons/04_none/lesson.toml", "", "", [
        *(f"lessons/04_none/lesson.toml: {name} is missing"
          for name in ("lessons/04_none/README.md", "lessons/04_none/none.hpp", "solutions/04_none/commentary.md")),
        "lessons/04_none/lesson.toml: it has no tasks",
        "lessons/04_none/lesson.toml: at least 5 mistakes are needed in wrong/, there are 0"]),
    ("lesson", f"{LESSON}/wrong/1_mask.mistakes", "", MISTAKE,
     [f"{TOML}: at least 5 mistakes are needed in wrong/, there are 4"]),
    ("lesson", f"{LESSON}/notes.txt", "", "", [f"{LESSON}/notes.txt: does not belong to the lesson"]),
    ("lesson", "solutions/03_masking/notes.txt", "", "",
     ["solutions/03_masking/notes.txt: does not belong to the lesson"]),
    ("lesson", f"{LESSON}/tests/3_more.cpp", "", "",
     [f"{LESSON}/tests/3_more.cpp: belongs to no task: there is no solutions/03_masking/3_more.cpp"]),
    ("lesson", f"{LESSON}/wrong/3_more.mistakes", "", "",
     [f"{LESSON}/wrong/3_more.mistakes: belongs to no task: there is no solutions/03_masking/3_more.cpp"]),
    ("lesson", f"{LESSON}/wrong/a.cpp", "", "", [f"{LESSON}/wrong/a.cpp: does not belong to the lesson"]),
    ("lesson", f"{LESSON}/wrong/1_mask.mistakes", "second", "first",
     [f"{LESSON}/wrong/1_mask.mistakes: there are 2 mistakes with the name first"]),
    ("lesson", f"{LESSON}/benchmarks.cpp", "2", "1",
     [f"{TOML}: the check fast measures add, for which {LESSON}/benchmarks.cpp has no row"]),
    ("lesson", TOML, 'id = "mask"', 'id = "masks"', [
        f"{TOML}: the check masks has no solution: solutions/03_masking/1_masks.cpp is missing",
        f"{TOML}: {MASK} belongs to no check"]),
    ("lesson", MASK, "", None, [
        f"{TOML}: the check mask has no solution: {MASK} is missing",
        f"{ADD}: task 1 must be named 1_some_name",
        f"{README}: the lesson's pages need sections `## Station 1: ...` to `## Station 1: ...`, in this order",
        *(f"{LESSON}/{name}: belongs to no task: there is no {MASK}"
          for name in ("tests/1_mask.cpp", "wrong/1_mask.mistakes")),
        f"{COMMENTARY}: must have a section for each task, in order: 2_add"]),
    ("lesson", COMMENTARY, "What else would do", "More",
     [f"{COMMENTARY}: says nothing after `**What else would do.**` for 1_mask"]),
    ("lesson", README, "", "# Lesson\n", [
        *(f"{README}: has no section `## {heading}`" for heading in ("Goal", *stations.AFTER)),
        f"{README}: the lesson's pages need sections `## Station 1: ...` to `## Station 2: ...`, in this order",
        f"{README}: has no command (a block of `sh`)"]),
    ("lesson", README, "Station 2", "Station 3", [
        f"{README}: the lesson's pages need sections `## Station 1: ...` to `## Station 2: ...`, in this order",
        f"{README}:13: station 3 has no `./course watch lesson03.3`"]),
    *(("lesson", README, part, "", [f"{README}:4: station 1 has no `{part}`"]) for part in stations.PARTS),
    ("lesson", README, "## Goal\n", "## Goal\n" + "word " * 294,
     [f"{README}: has 301 words before the first command (a block of `sh`), more than 300"]),
    ("lesson", README, "Masks\n", "Masks\n```sh\n```\n" + "word " * 301,
     [f"{README}:4: station 1 has 301 words before its task, more than 300"]),
    ("lesson", README, "# Lesson\n", "# Lesson\n" + "| cell | cell |\n" * 3000, []),
    ("lesson", README, "### By", "a word " * 1490 + "\n### By",
     [f"{README}: has 3031 words, more than 3000: divide it into two pages"]),
    ("lesson", MASK, "auto given = ", "auto given = threadIdx.x + ", [f"{MASK}:7: uses threadIdx"]),

    ("exercises", MASK, "};\n", "};\n" + 81 * "\n",
     [f"{MASK}: 91 lines, and 90 are the most (in the {part})" for part in ("skeleton", "solution")]),
    ("exercises", MASK, "int b", "int b, array<int, 2> more", [
        f"{MASK}: the kernel Mask has 9 parameters besides tl, and 8 are the most (in the {part}, line 3)"
        for part in ("skeleton", "solution")]),
    ("exercises", MASK, "// Lesson", "//", [f"{MASK}: does not begin with `// Lesson 03, task 1: ` (in the skeleton)"]),
    ("exercises", MASK, "watch lesson03.1", "watch lesson03",
     [f"{MASK}: does not say `./course watch lesson03.1` (in the skeleton)"]),
    ("exercises", MASK, "// TODO", "// DONE", [f"{MASK}: has no TODO(lesson03.1) for the learner (in the skeleton)"]),
    ("lesson", "lessons/03_masking/launch_add.hpp", "", "#pragma once\nusing namespace kw;\n",
     ["lessons/03_masking/launch_add.hpp:2: has a `using namespace kw` for all who include it: write kw:: instead"]),
    ("exercises", MASK, "};\n", "};\n// TODO(lesson03.2)\n",
     [f"{MASK}: has a TODO(lesson03.2), which is another task's (in the skeleton, line 11)"]),
    ("exercises", MASK, "};\n", "};\ntemplate void f<int>();\n",
     [f"{MASK}: instantiates a template, which belongs into the lesson's folder (in the skeleton, line 11)"]),
    ("exercises", ADD, "struct Add", "struct Mask",
     [f"{ADD}: {MASK} defines a kernel Mask, too (in the solution, line 3)"]),
    ("exercises", MASK, "//}", "", [f"{MASK}:8: `//{{ solution` is never closed with `//}}`"]),
    ("exercises", ADD, "};\n", "};\n" + 25 * "int a;\n", [
        "lessons/CMakeLists.txt: less than 40 % of the exercises' code lies in kernels with a task: 14 of 39 lines\n"
        "  03_masking: 14 of 39 lines"]),

    ("quotes", README, "the_skeleton", "no_such", [
        f"{README}:30: quotes code that no compiled file has:\n" + QUOTE.replace("the_skeleton", "no_such")[7:-5]]),
    ("quotes", README, "the_skeleton", "the_answer", [
        f"{README}:30: quotes code that no compiled file has:\n" + QUOTE.replace("the_skeleton", "the_answer")[7:-5],
        f"{README}:32: gives an answer away: auto mask = the_answer(of_all);"]),

    ("topics", TOPICS, " | `lesson03 mask`", "", [
        f"{TOPICS}:3: a row has three cells: | masks | @ref lesson03, *Masks*, *By hand, twice*; @ref faq "
        "\"Questions\", *A question?* |"]),
    ("topics", TOPICS, "| masks", "| sums | | |\n| masks", [f"{TOPICS}:3: no section teaches `sums`"]),
    ("topics", TOPICS, "*By hand, twice*", "*By hand*", [f"{TOPICS}:3: lesson03 has no section `By hand`"]),
    ("topics", TOPICS, "@ref faq", "@ref fox", [f"{TOPICS}:3: @ref fox leads to a page that does not exist"]),
    ("topics", TOPICS, "`lesson03 mask`", "`lesson04 mask`", [f"{TOPICS}:3: there is no check `lesson04 mask`"]),
    ("topics", f"{LESSON}/more.md", "", PAGE, [
        f"{LESSON}/more.md: docs/pages/topics.md does not name lesson03_more: add what this page teaches"]),
    ("topics", README, "[c](https://c)", "c", [f"{README}: its reading list needs at least 3 links"]),

    ("names", NAMES, "", "All names are the same.\n", [f"{NAMES}: has no row"]),
    ("names", NAMES, "| same |", "| equal |", [
        f"{NAMES}:3: a row is `| Triton | same or different or not offered | what to know |`: "
        "| `tl.exp`, `tl.float16` | equal | |"]),
    ("names", NAMES, "`tl.exp10`", "`tl.exp`", [f"{NAMES}:4: tl.exp is listed twice"]),
    *(("names", NAMES, "`tl.exp`, ", f"`tl.{name}`, ", [
        f"{NAMES}:3: tl.{name} is said to be the same, and no example or test uses it"]) for name in ("log", "ex", "float64")),
    ("names", NAMES, " Use *something* else. ", " ",
     [f"{NAMES}:5: `tl.slice`: says neither why nor what to do instead"]),
    ("names", NAMES, "Use", "`tl.log(x)` or", [f"{NAMES}:5: no example or test calls tl.log("]),

    *(("findings", FINDINGS, old, new, [
        f"{FINDINGS}:3: quotes a finding that no table of common/test/corpus has:\n"
        + GOOD[FINDINGS].replace(old, new)[10:-5]])
      for old, new in ((":9", ":8"), ("Add", "Put in"))),
    ("findings", FINDINGS, "[no-mask]", "no-mask", [f"{FINDINGS}: quotes no finding"]),
    *(("speeds", README, "194 TFLOP/s", speed, [
        f"{README}:34: {speed} is not in docs/measurements.md or docs/figures. Was it measured again?"][:wrong])
      for speed, wrong in (("138 TFLOP/s", 1), ("42.5 GB/s", 1), ("193.7 TFLOP/s", 0), ("1,354 GB/s", 0),
                           ("42.6 GB/s", 0))),
    ("figures", "docs/images/a.svg", "M10 50 L90 50", "M10 65 L90 65",
     ["docs/images/a.svg:2: a line goes through the words `a step`"]),
    *(("lists", "docs/pages/faq.md", "1. first\n2. second", text, [
        f"docs/pages/faq.md:{line}: this line would become an item of a list. Break or begin the paragraph in another "
        f"way: {text.splitlines()[-1]}"]) for line, text in (
            (5, "716,800\n+ 1023."), (5, "in row\n3. Programs walk."),
            (5, "`exp(s\n- lse)`."), (6, "1. How many?\n\n   16. Lanes are far apart."))),

    ("filters", "tools/gpu_check", "StartsNoProcess", "HasNoNetwork",
     ["tools/gpu_check:1: there is no test Confine.HasNoNetwork"]),
    ("threats", "docs/pages/threats.md", "`5_kernel/loop`", "`5_kernel/loop`, `1_speed/zeros`",
     ["docs/pages/threats.md:1: 1_speed/zeros is not in grader/test/cheats"]),
    ("threats", "docs/pages/threats.md", "StartsNoProcess", "HasNoNetwork",
     ["docs/pages/threats.md:1: there is no test Confine.HasNoNetwork"]),
    ("threats", "docs/pages/threats.md", "`run.json`", "`run.json`\n| spoiling the inputs | each call has fresh ones | nothing |",
     ["docs/pages/threats.md:2: no test shows: spoiling the inputs"]),
    ("threats", "grader/test/cheats/5_kernel.cases", "== loop", "== zeros: lesson01.3, nothing\n== loop",
     ["grader/test/cheats/5_kernel.cases:1: docs/pages/threats.md does not say what becomes of zeros"]),
]


def broken(path, old, new):
    """The good repository with a change."""
    texts = dict(GOOD)
    if new is None:
        del texts[path]
    elif old:
        assert old in texts[path], f"{path} does not have {old}"
        texts[path] = texts[path].replace(old, new, 1)
    else:
        texts[path] = new
    return repository.Files(texts, texts.__getitem__)


class Rules(unittest.TestCase):
    maxDiff = None

    def test_all_is_well(self):
        self.assertEqual(check.check(repository.Files(GOOD, GOOD.__getitem__), rules.REPOSITORY), ([], []))

    def test_what_is_broken(self):
        for name, path, old, new, said in CASES:
            with self.subTest(rule=name, path=path, new=new):
                found, _ = check.check(broken(path, old, new), [rule for rule in rules.REPOSITORY if rule.name == name])
                self.assertEqual(sorted(found), sorted(sentence.replace(": ", f": {name}: ", 1) for sentence in said))

    def test_each_row_is_broken_by_a_case(self):
        for rule in rules.REPOSITORY:
            self.assertTrue(any(list(check.problems(broken(path, old, new), rule))
                                for name, path, old, new, _ in CASES if name == rule.name), rule)


class Program(unittest.TestCase):
    def ends_with(self, root, *names):
        """The exit code, or the message, and what was printed."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said), self.assertRaises(SystemExit) as end:
            check.main([str(root), *names])
        return end.exception.code, said.getvalue()

    def test_exit_codes(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "a.md")
            page.write_text("in row\n3. Programs\n", encoding="utf-8")
            code, said = self.ends_with(folder, "lists")
            self.assertEqual(code, check.SKIPPED)
            self.assertIn("git lists no files", said)
            subprocess.run(["git", "init", "-q", folder], check=True)
            code, said = self.ends_with(folder, "lists")
            self.assertEqual(code, 1)
            self.assertTrue(said.startswith("a.md:2: lists: this line would become an item"), said)
            page.write_text("1. Programs\n", encoding="utf-8")
            self.assertEqual(self.ends_with(folder, "lists"), (0, ""))
            self.assertIn("Rules: headers sizes", self.ends_with(folder, "lsits")[0])
