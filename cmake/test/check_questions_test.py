"""check_questions.py finds pages with few questions, and answers in sections that do not exist."""

import pathlib
import tempfile
import unittest

import check_questions

ROWS = "".join(f"| Question {i}? | By hand; *The C++ you need* |\n" for i in range(20))
LIST = f"# Questions\n## Lesson 04, [sums](../lessons/04_sums/README.md)\n| q | a |\n|---|---|\n{ROWS}"


class CheckQuestions(unittest.TestCase):
    def problems(self, text):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, content in (("docs/reader_questions.md", text),
                                  ("lessons/04_sums/README.md", "# Lesson 04: sums\n### By hand, twice\n")):
                file = root / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(content, encoding="utf-8")
            return list(check_questions.problems(root))

    def test_all_is_well(self):
        self.assertEqual(self.problems(LIST), [])

    def test_few_questions(self):
        self.assertEqual(self.problems(LIST.replace("| Question 7? | By hand; *The C++ you need* |\n", "")),
                         ["lessons/04_sums/README.md: 19 questions, at least 20 are needed"])

    def test_sections_that_do_not_exist(self):
        self.assertEqual(self.problems(LIST.replace(" 7? | By hand", " 7? | By foot")),
                         ["lessons/04_sums/README.md: `Question 7?` leads to a section that does not exist: "
                          "By foot; *The C++ you need*"])
        self.assertEqual(self.problems(LIST + LIST.partition("\n")[2].replace("04_sums", "05_more")),
                         ["docs/reader_questions.md: lessons/05_more/README.md is not a page of a lesson"])


if __name__ == "__main__":
    unittest.main()
