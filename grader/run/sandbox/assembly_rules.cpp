#include "grader/run/sandbox/assembly_rules.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace kw::grader {
namespace {

/// The directives that g++ and clang++ write for C++ without inline assembly. Any other can only
/// come from the text of an attribute, such as the name of a section.
constexpr std::array<std::string_view, 47> kDirectives = {
    ".2byte",     ".4byte",       ".8byte", ".addrsig", ".addrsig_sym", ".align",      ".ascii",
    ".asciz",     ".balign",      ".bss",   ".byte",    ".comm",        ".data",       ".double",
    ".file",      ".float",       ".globl", ".hidden",  ".ident",       ".int",        ".internal",
    ".loc",       ".local",       ".long",  ".octa",    ".p2align",     ".popsection", ".previous",
    ".protected", ".pushsection", ".quad",  ".section", ".set",         ".short",      ".size",
    ".sleb128",   ".string",      ".text",  ".type",    ".uleb128",     ".value",      ".weak",
    ".weakref",   ".word",        ".zero",  ".nops",    ".linkonce"};

/// What g++ 13 and later write for the header <iostream>, which asks for the standard streams in
/// assembly. Constants of the file and names of functions may follow before the end, `#NO_APP`.
constexpr std::string_view kOfIostream = "#APP\n\t.globl _ZSt21ios_base_library_initv\n";

/// How a line begins that lays out a constant or names a function. Labels are the compiler's.
constexpr std::array<std::string_view, 15> kWithoutCode = {"\t.section\t.rodata",
                                                           "\t.section\t.data.rel.ro",
                                                           "\t.align ",
                                                           "\t.p2align ",
                                                           "\t.string\t",
                                                           "\t.ascii\t",
                                                           "\t.byte\t",
                                                           "\t.value\t",
                                                           "\t.long\t",
                                                           "\t.quad\t",
                                                           "\t.zero\t",
                                                           "\t.set\t.LC",
                                                           "\t.globl\t",
                                                           ".LC",
                                                           "#NO_APP"};

constexpr const char* kOwnAssembly = "holds assembly of its own (asm)";

/// They leave the program for the kernel.
constexpr std::array<std::string_view, 6> kSystemCalls = {"syscall", "sysenter", "int",
                                                          "sysret",  "iret",     "lcall"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool begins(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

/// The line without what is in quotes.
std::string without_texts(std::string_view line) {
  std::string result;
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && inside) {
      ++i;
    } else if (line[i] == '"') {
      inside = !inside;
    } else if (!inside) {
      result += line[i];
    }
  }
  return result;
}

std::string in_line(std::string_view line) {
  if (begins(line, "#APP")) {
    return kOwnAssembly;
  }
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos || line[start] == '#') {
    return {};
  }
  const std::string code = without_texts(line.substr(start));
  const std::string word = code.substr(0, code.find_first_of(" \t"));
  const bool label = !word.empty() && word.back() == ':';
  if (code.find(';') != std::string::npos) {
    return "puts several statements of assembly into one line";
  }
  if (!label && word.front() == '.' && !begins(word, ".cfi_") && !is_one_of(word, kDirectives)) {
    return fmt::format("gives the assembler the directive {}", word);
  }
  return is_one_of(word, kSystemCalls) ? fmt::format("holds the instruction {}", word) : "";
}

bool is_without_code(std::string_view line) {
  return std::any_of(kWithoutCode.begin(), kWithoutCode.end(),
                     [&](std::string_view start) { return begins(line, start); });
}

}  // namespace

std::string foreign_assembly(std::string_view text) {
  bool of_iostream = false;
  for (std::size_t begin = 0; begin < text.size();) {
    if (begins(text.substr(begin), kOfIostream)) {
      begin += kOfIostream.size();
      of_iostream = true;
      continue;
    }
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (of_iostream && !is_without_code(line)) {
      return kOwnAssembly;
    }
    if (std::string found = in_line(line); !found.empty()) {
      return found;
    }
    of_iostream = of_iostream && line != "#NO_APP";
    begin = end + 1;
  }
  return {};
}

}  // namespace kw::grader
