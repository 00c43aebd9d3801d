"""make_kernels.py puts the versions of a kernel file and the headers of its lesson into namespaces."""

import make_kernels
import make_remote
from in_a_folder import InAFolder

SOLUTION = """#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

extern "C" void solve(int n) {
//{ solution
  use(n);
//|   // TODO(lesson03.2): use n
//}
}
#include "launch.hpp"  // no need to read it
"""


class MakeKernels(InAFolder):
    def setUp(self):
        super().setUp()
        self.copies = self.root / "build/generated/kernels/03_masking/2_masked_add"
        self.write("solutions/03_masking/2_masked_add.cpp", SOLUTION)
        self.write("lessons/03_masking/masking.hpp", "#pragma once\n#include <vector>\nint contract;\n")
        self.write("lessons/03_masking/launch.hpp",
                   '#pragma once\n#include "masking.hpp"\n#include "others.hpp"\nint launched;\n')
        self.write("lessons/03_masking/others.hpp", "#pragma once\nnamespace lesson01 {\nvoid add();\n}\n")
        self.write("lessons/03_masking/wrong/2_masked_add.mistakes",
                   "=== A.B\n\n== twice: by using it twice\nuse(n) => use(n), use(n)\n")

    def kernels(self):
        solution = self.root / "solutions/03_masking/2_masked_add.cpp"
        return {kernel.name: kernel for kernel in make_kernels.kernels_of(self.root, solution, self.copies)}

    def test_versions(self):
        kernels = self.kernels()
        self.assertEqual(list(kernels), ["solution", "skeleton", "wrong/twice"])
        self.assertIn("TODO(lesson03.2)", kernels["skeleton"].text)
        self.assertIn("use(n), use(n);", (self.copies / "twice.cpp").read_text(encoding="utf-8"))
        self.assertEqual([kernels[name].shown for name in ("wrong/twice", "solution")], [
            "generated/kernels/03_masking/2_masked_add/twice.cpp", "solutions/03_masking/2_masked_add.cpp"])

    def test_removes_copies_that_nobody_needs(self):
        self.write("build/generated/kernels/03_masking/2_masked_add/gone.cpp", "")
        self.kernels()
        self.assertFalse((self.copies / "gone.cpp").exists())

    def test_headers(self):
        solution = self.kernels()["solution"]
        expander = make_kernels.Expander(self.root / "lessons/03_masking")
        text = "".join(expander.expand(solution.file, solution.text, set()))
        self.assertEqual(text.count("int contract;"), 1)
        self.assertEqual(text.count("int launched;"), 1)
        self.assertNotIn("#include", text)
        self.assertNotIn("#pragma", text)
        self.assertNotIn('extern "C"', text)
        self.assertEqual(expander.others, {"#include <vector>", "#include <kernelwright/kernelwright.hpp>",
                                           f'#include "{self.root}/lessons/03_masking/others.hpp"'})
        lines = text.splitlines()
        after = lines.index(f'#line 2 "{solution.file}"')
        self.assertEqual(SOLUTION.splitlines()[1], lines[after + 1])  # messages keep their lines

    def test_functions_that_a_file_defines(self):
        names = ["lesson03::add", "lesson03::relu<float>", "lesson03::reverse", "lesson03::pad", "solve"]
        entries = [make_remote.Entry("", "void", name, "int") for name in names]
        text = """\
void relu(view<float> x);
template <class T>
void lesson03::relu(view<T> x,
                    int n) {
  lesson03::reverse(n);
}
struct helper {
  int pad(int n) const {
    return n;
  }
};
void solve(int n) {
}
"""
        self.assertEqual([entry.name for entry in make_kernels.defined_in(text, entries)],
                         ["lesson03::relu<float>", "solve"])
