#include "grader/run/sandbox/assembly_rules.hpp"

#include <string>

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

TEST(AssemblyRules, PassesWhatACompilerWrites) {
  EXPECT_EQ(foreign_assembly("\t.file\t\"a.cpp\"\n\t.text\n\t.globl\tmain\n"
                             "\t.type\tmain, @function\nmain:\n.LFB0:\n\t.cfi_startproc\n"
                             "\tmovl\t$0, %eax\n\tret\n.LC0:\n\t.string\t\"a; .incbin #APP\"\n"
                             "\t.section\t.note.GNU-stack,\"\",@progbits\n"),
            "");
  EXPECT_EQ(foreign_assembly(""), "");
}

TEST(AssemblyRules, FindsAssemblyOfItsOwn) {
  EXPECT_EQ(foreign_assembly("\tnop\n#APP\n# 5 \"a.cpp\" 1\n\tnop\n#NO_APP\n"),
            "holds assembly of its own (asm)");
}

TEST(AssemblyRules, KnowsTheAssemblyOfIostream) {
  const std::string mine = "\t.text\n#APP\n\t.globl _ZSt21ios_base_library_initv\n#NO_APP\n";
  EXPECT_EQ(foreign_assembly(mine + "\tret\n"), "");
  EXPECT_EQ(foreign_assembly("#APP\n\t.globl _ZSt21ios_base_library_initv\n\tnop\n#NO_APP\n"),
            "holds assembly of its own (asm)");
  EXPECT_EQ(foreign_assembly(mine + "\tsyscall\n"), "holds the instruction syscall");
  EXPECT_EQ(foreign_assembly(mine + "#APP\n\tnop\n#NO_APP\n"), "holds assembly of its own (asm)");
}

// g++ writes a file's texts, and names of functions, before it says that the assembly has ended.
TEST(AssemblyRules, KnowsWhatFollowsTheAssemblyOfIostream) {
  const std::string begin =
      "#APP\n\t.globl _ZSt21ios_base_library_initv\n"
      "\t.section\t.rodata.str1.8,\"aMS\",@progbits,1\n"
      "\t.align 8\n.LC0:\n\t.string\t\"a text\"\n";
  EXPECT_EQ(foreign_assembly(begin + "\t.globl\t__umodti3\n#NO_APP\n\tret\n"), "");
  EXPECT_EQ(foreign_assembly(begin + "\tnop\n#NO_APP\n"), "holds assembly of its own (asm)");
  EXPECT_EQ(foreign_assembly(begin + "\t.text\n#NO_APP\n"), "holds assembly of its own (asm)");
}

// The name of a section or a symbol is copied into the assembler's input unchanged.
TEST(AssemblyRules, FindsWhatNamesOfSectionsBringAlong) {
  EXPECT_EQ(foreign_assembly("\t.section\t.x\n\tsyscall\n\t#,\"a\"\n"),
            "holds the instruction syscall");
  EXPECT_EQ(foreign_assembly("\t.section .x\n\t.incbin \"/etc/passwd\"\n"),
            "gives the assembler the directive .incbin");
  EXPECT_EQ(foreign_assembly("\t.section .x; nop\n"),
            "puts several statements of assembly into one line");
}

}  // namespace
}  // namespace kw::grader
