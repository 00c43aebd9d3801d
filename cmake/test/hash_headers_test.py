"""hash_headers.py: which headers count, and what the build depends on."""

import tempfile
import unittest
from pathlib import Path

import hash_headers


class HashHeaders(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.include = Path(self.folder.name, "in clude")
        self.write("core/tile.hpp", "tile")
        self.write("launch.hpp", "launch")

    def write(self, name, text):
        file = self.include / "kernelwright" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def hash(self):
        return hash_headers.hash_of(hash_headers.find_headers(self.include))

    def test_headers_of_kernels_alone(self):
        before = self.hash()
        self.assertRegex(before, "^[0-9a-f]{16}$")
        self.write("runtime/program.hpp", "program")
        self.write("testing/compare.hpp", "compare")
        self.write("core/readme.txt", "readme")
        self.assertEqual(self.hash(), before)
        self.write("core/mask.hpp", "mask")
        after = self.hash()
        self.assertNotEqual(after, before)
        self.write("core/mask.hpp", "another mask")
        self.assertNotEqual(self.hash(), after)
        after = self.hash()
        self.write("language/names.def", "names")
        self.assertNotEqual(self.hash(), after)

    def test_files(self):
        output, dependencies = (Path(self.folder.name, name) for name in ("out.cpp", "out.d"))
        hash_headers.main([self.include, output, dependencies])
        self.assertIn(f'kLibraryHash = "{self.hash()}";', output.read_text())
        made, headers = (str(path).replace(" ", "\\ ") for path in (output, self.include / "kernelwright"))
        self.assertEqual(dependencies.read_text(encoding="utf-8"),
                         f"{made}: {headers}/core/tile.hpp {headers}/launch.hpp\n")
