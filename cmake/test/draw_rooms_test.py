"""draw_rooms.py draws every room of the map once, with arrows to the rooms just below it."""

import draw_rooms
from in_a_folder import InAFolder

TABLE = """
[base]
files = common/base/
holds = text & hashes
part = One
[core]
files = common/include/core/ common/include/grid.hpp
includes = base
holds = tiles
part = One
[cpu]
files = cpu/
includes = core base
holds = tl on a CPU
part = One
[pages]
files = pages/
includes = base
holds = HTML
part = Two
[tests]
files = test/
includes = *
"""


class DrawRooms(InAFolder):
    def setUp(self):
        super().setUp()
        self.map = draw_rooms.Map(TABLE)

    def test_places(self):
        self.assertEqual(list(self.map.boxes), ["cpu", "core", "base", "pages"])
        tops = [top for _, top in self.map.boxes.values()]
        self.assertEqual(tops, sorted(tops))
        self.assertEqual([part for part, _ in self.map.titles], ["One", "Two"])

    def test_boxes(self):
        self.assertIn(">core/ ...</text>", "".join(self.map.box("core")))
        self.assertNotIn("other mid", "".join(self.map.box("core")))
        self.assertIn(">text &amp; hashes</text>", "".join(self.map.box("base")))
        # An arrow leads to core; base is farther down, so it is named.
        self.assertIn('"other mid"', "".join(self.map.box("cpu")))
        self.assertIn(">base</text>", "".join(self.map.box("cpu")))
        self.assertIn(">base</text>", "".join(self.map.box("pages")))  # of another part

    def test_arrows(self):
        self.assertEqual("".join(self.map.arrows()).count('class="head"'), 2)

    def test_check(self):
        table, figure = self.write("layers.ini", TABLE), self.root / "rooms.svg"
        draw_rooms.main([str(table), str(figure)])
        draw_rooms.main(["--check", str(table), str(figure)])
        table.write_text(TABLE.replace("tl on a CPU", "another"))
        with self.assertRaisesRegex(SystemExit, "Draw it again"):
            draw_rooms.main(["--check", str(table), str(figure)])
