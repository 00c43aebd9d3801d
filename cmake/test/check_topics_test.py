"""check_topics.py finds pages, sections and checks that are missing, and lessons without links."""

import pathlib
import tempfile
import unittest

import check_topics

HEAD = "| topic | sections | checks |\n|---|---|---|\n"
GOOD = ("| sums | @ref lesson04, *Across programs*, *By hand*; @ref faq \"Questions\", *A question?* | "
        "`lesson04 row-sum` |\n")
LESSON = ("# Lesson 04: sums\n### Across programs\n### By <a id=\"x\"></a>hand\n### Reading list\n\n"
          "- [a](https://a) [b](http://b) [c](https://c)\n")


class CheckTopics(unittest.TestCase):
    def problems(self, row, lesson=LESSON, second_page=None):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in (("docs/pages/topics.md", HEAD + row),
                               ("docs/pages/faq.md", "# FAQ {#faq}\n## A question? {#one}\n"),
                               ("lessons/04_sums/README.md", lesson),
                               ("lessons/04_sums/more.md", second_page),
                               ("lessons/04_sums/lesson.toml", 'id = "row-sum"\n')):
                file = root / name
                if text is None:
                    continue
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            return list(check_topics.problems(root))

    def test_all_is_well(self):
        self.assertEqual(self.problems(GOOD), [])

    def test_names_that_do_not_exist(self):
        for old, new, want in (
                ("*By hand*", "*By foot*", "lesson04 has no section `By foot`"),
                ("row-sum", "row-max", "lesson04 has no check `row-max`"),
                ("@ref faq", "@ref fox", "`sums` leads to the page fox, which does not exist"),
                ("lesson04 row", "lesson09 row", "lesson09 has no check `row-sum`")):
            self.assertEqual(self.problems(GOOD.replace(old, new)), [f"docs/pages/topics.md: {want}"])

    def test_what_is_missing(self):
        self.assertEqual(self.problems("| sums | | |\n"),
                         ["docs/pages/topics.md: no section teaches `sums`",
                          "docs/pages/topics.md does not name lesson04"])
        self.assertEqual(self.problems("| sums | @ref faq |\n" + GOOD),
                         ["docs/pages/topics.md: a row has 2 cells: sums"])

    def test_second_page(self):
        more = "# Lesson 04, second half: more sums\n### By foot\n### Reading list\n"
        self.assertEqual(self.problems(GOOD, LESSON, more),
                         ["docs/pages/topics.md does not name lesson04_more",
                          "04_sums/more.md: its reading list has 0 links, at least 3 are needed"])
        links = more + "[a](https://a) [b](http://b) [c](https://c)\n"
        self.assertEqual(self.problems(GOOD + "| more | @ref lesson04_more, *By foot* | |\n", LESSON, links),
                         [])

    def test_reading_list(self):
        few = LESSON.replace(" [c](https://c)", "")
        self.assertEqual(self.problems(GOOD, few),
                         ["04_sums/README.md: its reading list has 2 links, at least 3 are needed"])


if __name__ == "__main__":
    unittest.main()
