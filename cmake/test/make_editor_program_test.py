"""The class that editors take for `tl`: the calls of the concept, with the headers' comments."""

import tempfile
import unittest
from pathlib import Path

import make_editor_program

ROOT = Path(__file__).resolve().parent.parent.parent

LANGUAGE = """
  /// Reads.
  ///
  /// Slowly.
  template <class P>
  KW_TILE_OP auto load(const P& x, source_place at = source_place::here()) const {
  }
  template <class P, class M>
  KW_TILE_OP auto load(const P& x, const M& mask) const {
  }
  /// Writes.
  template <class... Values>
  KW_HD void print(const char* text, std::pair<int, int> v, const Values&... values) const {
"""
PROGRAM = """
concept program = requires { typename Tl::is_program; }
|| requires(const Tl& tl, pointers x, mask active, text message,
            value v) {
  tl.load(x, active);
  tl.print(message, v);
  tl.barrier();
};
"""


class MakeEditorProgram(unittest.TestCase):
    def test_functions(self):
        with tempfile.TemporaryDirectory() as folder:
            language = Path(folder, "kernelwright", "language")
            language.mkdir(parents=True)
            (language.parent / "language.hpp").write_text(LANGUAGE)
            (language / "program.hpp").write_text(PROGRAM)
            text = make_editor_program.header(Path(folder))
        self.assertIn("""
  /// Reads.
  ///
  /// Slowly.
  template <class pointers, class mask = editor::left_out>
  auto load(pointers x, mask active = {}, source_place at = {}) const {
""", text)
        self.assertIn("""
  /// Writes.
  template <class text, class value, class... others>
  auto print(text message, value v, others... more) const {
""", text)
        self.assertIn("auto barrier(others... more) const {", text)

    def test_every_call_is_documented(self):
        include = ROOT / "common" / "include"
        known = make_editor_program.Documented(include)
        program = include / "kernelwright" / "language" / "program.hpp"
        calls = [name for name, _ in make_editor_program.calls(program.read_text())]
        self.assertGreater(len(calls), 100)
        self.assertEqual([name for name in calls if name not in known.comments], [])


if __name__ == "__main__":
    unittest.main()
