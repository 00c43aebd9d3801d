"""The class that editors take for `tl`: the rows of the table of names, with the headers' comments."""

from pathlib import Path

import make_editor_program
from in_a_folder import InAFolder

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
  /// Adds.
  KW_ATOMIC(add, add)
  /// Writes.
  template <class... Values>
  KW_HD void print(const char* text, std::pair<int, int> v, const Values&... values) const {
"""
NAMES = """
/// The arc
/// cosine.
KW_FUNCTION_OF_ONE(acos, floats, c_library)
/// The angle.
KW_FUNCTION_OF_TWO(atan2, y, x, floats, c_library, "y comes first, (not x).")
KW_NAME(load, (pointers, mask), left_out, 1, 2, "tl.load(x)", "It takes (pointers).")
KW_NAME(
    print, (text, value), left_out, 1, 9, "tl.print()", "It takes a text.")
KW_NAME(add, (value_at, count, count), left_out, 2, 3, "tl.add(x, 1, 1)", kHint)
KW_NAME(barrier, (), left_out, 0, 0, "tl.barrier()", "")
"""


class MakeEditorProgram(InAFolder):
    def test_functions(self):
        self.write("kernelwright/language.hpp", LANGUAGE)
        self.write("kernelwright/language/names.def", NAMES)
        text = make_editor_program.header(self.root)
        self.assertIn("""
  /// Reads.
  ///
  /// Slowly.
  template <class Pointers, class Mask = editor::left_out>
  auto load(Pointers pointers, Mask mask = {}, source_place at = {}) const {
""", text)
        self.assertIn("""
  /// Writes.
  template <class Text, class Value, class... others>
  auto print(Text text, Value value, others... more) const {
""", text)
        self.assertIn("""
  /// Adds.
  template <class ValueAt, class Count, class Count2 = editor::left_out>
  auto add(ValueAt value_at, Count count, Count2 count_2 = {}) const {
""", text)
        self.assertIn("""
  /// The arc
  /// cosine.
  template <class X>
  auto acos(X x) const {
""", text)
        self.assertIn("""
  /// The angle.
  template <class Y, class X>
  auto atan2(Y y, X x) const {
""", text)
        self.assertIn("auto barrier(others... more) const {", text)

    def test_every_call_is_documented(self):
        include = ROOT / "common" / "include"
        known = make_editor_program.Documented(include)
        names = include / "kernelwright" / "language" / "names.def"
        calls = [name for name, _ in make_editor_program.calls(names.read_text())]
        self.assertGreater(len(calls), 100)
        self.assertEqual([name for name in calls if name not in known.comments], [])
