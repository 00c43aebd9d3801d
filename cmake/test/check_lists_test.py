"""The check of lists finds paragraphs that would be cut, and leaves lists alone."""

import unittest

import check_lists


class CheckLists(unittest.TestCase):
    def test_paragraphs(self):
        text = ("its last element is 716,800\n+ 1023.\n\nThe group begins in row\n3. Programs walk.\n"
                "\nThe weights again: `exp(s\n- lse)`.\n")
        self.assertEqual([number for number, _ in check_lists.false_items(text)], [2, 5, 8])

    def test_answers_that_are_numbers(self):
        text = "1. How many?\n\n   16. Lanes are far apart.\n\n2. And here?\n\n   1024. All of them.\n"
        self.assertEqual([number for number, _ in check_lists.false_items(text)], [3, 7])

    def test_lists(self):
        text = ("# Heading\n- one item,\n  in two lines\n- another\n\n1. first\n2. second\n\n"
                "```\nx\n- 1\n```\n\\htmlinclude a.svg\n* after a figure\n")
        self.assertEqual(list(check_lists.false_items(text)), [])


if __name__ == "__main__":
    unittest.main()
