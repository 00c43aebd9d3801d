"""check_layers.py finds a planted include that the table does not allow."""

import tempfile
import unittest
from pathlib import Path

import check_layers

TABLE = """
[base]
files = common/base/
[core]
files = include/core/ include/grid.hpp
includes = base
[cpu]
files = include/cpu/
includes = core
[tests]
files = include/cpu/test/
includes = *
"""


class Tables(unittest.TestCase):
    def test_what_is_allowed(self):
        table = check_layers.Table(TABLE)
        self.assertEqual(table.allowed["base"], {"base"})
        self.assertEqual(table.allowed["cpu"], {"base", "core", "cpu"})
        self.assertEqual(table.allowed["tests"], {"base", "core", "cpu", "tests"})

    def test_rooms_of_files(self):
        table = check_layers.Table(TABLE)
        for file, room in (("include/core/a/b.hpp", "core"), ("include/grid.hpp", "core"),
                           ("include/grid.hpp.txt", None), ("include/cpu/a.cpp", "cpu"),
                           ("include/cpu/test/a.cpp", "tests"), ("include/a.hpp", None)):
            self.assertEqual(table.room(file), room, file)

    def test_bad_tables(self):
        with self.assertRaisesRegex(check_layers.BadTable, "a may include b: no such room"):
            check_layers.Table("[a]\nfiles = a/\nincludes = b\n")
        with self.assertRaisesRegex(check_layers.BadTable, "each other: a -> b -> a"):
            check_layers.Table("[a]\nfiles = a/\nincludes = b\n[b]\nfiles = b/\nincludes = a\n")


class Includes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        for name in ("common/base/text.hpp", "include/core/tile.hpp", "include/cpu/context.hpp",
                     "include/cpu/test/plan.hpp", "other/other.hpp"):
            self.write(name, "")

    def write(self, name, code):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(code)

    def problems(self, name, code):
        self.write(name, code)
        return list(check_layers.forbidden(self.root, check_layers.Table(TABLE), name))

    def test_allowed(self):
        self.assertEqual(self.problems("include/cpu/launch.hpp", """
#include <vector>
#include "common/base/text.hpp"
#include "context.hpp"
#include "include/core/tile.hpp"
#include "include/core/no_such_file.hpp"
// #include "include/cpu/test/plan.hpp"
"""), [])

    def test_planted(self):
        self.assertEqual(self.problems("include/core/mask.hpp", """#pragma once

# include <include/cpu/context.hpp>
#include "../cpu/context.hpp"
"""), ["include/core/mask.hpp:3: `include/cpu/context.hpp` goes from the room core to the room "
       "cpu; core may include base",
       "include/core/mask.hpp:4: `../cpu/context.hpp` goes from the room core to the room cpu; "
       "core may include base"])
        self.assertEqual(self.problems("common/base/a.cpp", '#include "include/core/tile.hpp"\n'),
                         ["common/base/a.cpp:1: `include/core/tile.hpp` goes from the room base "
                          "to the room core; base may include no other room"])

    def test_missing_paths(self):
        self.assertEqual(list(check_layers.missing_paths(self.root, check_layers.Table(TABLE))),
                         ["the room core has include/grid.hpp, which is not there"])

    def test_no_room(self):
        self.assertEqual(self.problems("other/a.cpp", ""), ["other/a.cpp is in no room"])


if __name__ == "__main__":
    unittest.main()
