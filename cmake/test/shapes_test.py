"""The shapes of a kernel's variables, by the compiler that is here."""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

import shapes

ROOT = Path(__file__).resolve().parents[2]
KERNEL = """#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <class Tile>
struct Pair {
  Tile left;
};

template <int ROWS, int COLS>
struct Sums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto rows = tl.arange(size<ROWS>);  // of x
    const auto cols = tl.arange(size<COLS>);
    auto mask =
        cols < n;
    auto tile = tl.load(x + (rows(_, None) * n + cols(None, _)), mask(None, _), 0.0f);
    auto sums = tl.sum(tile, axis<1>);
    auto first = tl.load(x);
    auto twice = [&](auto tile) {
      auto sum = tile + tile;
      return sum;
    };
    auto pair = Pair<decltype(sums)>{sums};
    tl.store(out + rows, sums + first);
  }
};

void sums(view<const float> x, view<float> out) {
  auto n = static_cast<int>(x.extent(0));
  launch(out.device(), grid(1), Sums<16, 32>{}, x, out, n);
}
"""


class Shapes(unittest.TestCase):
    def test_each_auto_of_a_kernel_is_asked_about(self):
        names = [name for _, name in shapes.variables(KERNEL.split("\n"))]
        self.assertEqual(names, ["rows", "cols", "mask", "tile", "sums", "first", "twice", "sum", "pair"])

    def test_the_lines_keep_their_numbers(self):
        asked = shapes.with_questions(KERNEL).split("\n")
        self.assertEqual(len(asked), len(KERNEL.split("\n")))
        self.assertTrue(asked[15].endswith("cols < n; ::kw_shapes::ask<15>(mask);"), asked[15])

    def test_a_question_comes_after_the_whole_of_a_lambda(self):
        asked = shapes.with_questions(KERNEL).split("\n")
        self.assertEqual(asked[22], "    }; ::kw_shapes::ask<20>(twice);")

    def test_a_file_without_such_variables_is_not_compiled(self):
        self.assertEqual(shapes.shapes_of(Path("cdiv.cpp"), "int cdiv(int n, int size) { return n / size; }\n", None), {})

    def test_the_compiler_knows_them(self):
        compilers = [name for name in ("g++", "clang++", "clang++-14") if shutil.which(name)]
        self.assertTrue(compilers)
        for compiler in compilers:
            with self.subTest(compiler), tempfile.TemporaryDirectory() as folder:
                file, commands = Path(folder, "sums.cpp"), Path(folder, "commands.json")
                command = f"{compiler} -std=c++20 -I'{ROOT / 'common/include'}' -MD -MF x.d -o x.o -c '{file}'"
                commands.write_text(json.dumps([{"directory": folder, "file": str(file), "command": command}]),
                                    encoding="utf-8")
                self.assertEqual(shapes.shapes_of(file, KERNEL, commands), {
                    13: ["int32 [16]"], 14: ["int32 [32]"], 15: ["bool [32]"], 17: ["float32 [16, 32]"],
                    18: ["float32 [16]"], 19: ["float32"], 20: ["a function"], 24: ["Pair"]})
