"""The skeleton and the clean solution that make_skeleton.py makes from a marked solution."""

import make_skeleton
from in_a_folder import InAFolder

MARKED = """int a[] = {1; 2}; // [x; ]] ${y} @z@ \\n "q"

  // TODO(lesson01.1): do it
  //{ solution
  auto t = x[i];  // ]

  //| auto t = 0;  // [;
  //|
  //|not after a blank
  //}
done;
"""
SOLUTION = """int a[] = {1; 2}; // [x; ]] ${y} @z@ \\n "q"

  // TODO(lesson01.1): do it
  auto t = x[i];  // ]

done;
"""
SKELETON = """int a[] = {1; 2}; // [x; ]] ${y} @z@ \\n "q"

  // TODO(lesson01.1): do it
  auto t = 0;  // [;

  not after a blank
done;
"""


class MakeSkeleton(InAFolder):
    def test_parts(self):
        self.assertEqual(make_skeleton.make("solution", MARKED, "a.cpp"), SOLUTION)
        self.assertEqual(make_skeleton.make("skeleton", MARKED, "a.cpp"), SKELETON)

    def test_no_marks(self):
        for text in ("", "\n", "int a;\n"):
            self.assertEqual(make_skeleton.make("skeleton", text, "a.cpp"), text)

    def test_broken_marks_name_their_line(self):
        for text, message in (
                ("a\n//{ solution\nb\n", r"^a.cpp:2: .* is never closed"),
                ("a\n//}\n", r"^a.cpp:2: .* without"),
                ("//{ solution\n//{ solution\n//}\n", r"^a.cpp:2: .* inside the one of line 1"),
                ("//| a\n", r"^a.cpp:1: .* outside"),
                ("a", r"^a.cpp: .* newline")):
            with self.assertRaisesRegex(make_skeleton.BrokenMarks, message):
                make_skeleton.make("skeleton", text, "a.cpp")

    def test_edited_exercises(self):
        for tree, text in (("solutions", MARKED), ("exercises", SKELETON)):
            for task in ("1_kept.cpp", "2_edited.cpp"):
                self.write(f"{tree}/01_first/{task}", text)
        self.assertEqual(list(make_skeleton.edited(self.root)), [])
        self.write("exercises/01_first/2_edited.cpp", SOLUTION)
        (self.root / "exercises/01_first/1_kept.cpp").unlink()
        with self.assertRaisesRegex(SystemExit, "1_kept.cpp is not .*\nexercises/01_first/2_edited.cpp is not"):
            make_skeleton.main(["check", str(self.root)])
