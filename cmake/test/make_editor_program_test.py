"""The class that editors take for `tl`. ask_clangd.py tries it in an editor's place."""

import unittest
from pathlib import Path

import make_editor_program

INCLUDE = Path(__file__).resolve().parents[2] / "common/include"


class MakeEditorProgram(unittest.TestCase):
    def test_every_call_is_documented(self):
        known = make_editor_program.Documented(INCLUDE)
        names = (INCLUDE / "kernelwright/language/names.def").read_text(encoding="utf-8")
        calls = [name for name, _ in make_editor_program.calls(names)]
        self.assertGreater(len(calls), 100)
        self.assertEqual([name for name in calls if name not in known.comments], [])

    def test_parameters_that_may_be_left_out_and_any_number_of_them(self):
        text = make_editor_program.header(INCLUDE)
        for words in ("  auto load(Pointers pointers, Mask mask = {}, Other other = {}, ",
                      "class... others>\n  auto device_print(", "  auto barrier(others... more) const {"):
            self.assertIn(words, text)
