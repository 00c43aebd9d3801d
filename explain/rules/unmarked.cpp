// Functions that lack KW_KERNEL or KW_HD. nvcc names them in the library's line that calls them;
// the place that helps is where the learner's file declares them.
#include "common/base/cpp_text.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

void move_to(std::size_t index, const situation& s, explanation& e) {
  e.line = static_cast<int>(index) + 1;
  e.source_line = s.source[index];
}

/// The call operator of the kernel that nvcc names.
bool unmarked_kernel(const situation& s, explanation& e, captures& c) {
  const std::string kernel =
      first_match(c["function"], R"(([A-Za-z_]\w*)(?:<[^ ]*)? *:: ?operator ?\(\))");
  bool inside = false;
  for (std::size_t i = 0; i < s.source.size() && !kernel.empty(); ++i) {
    inside = inside || base::find_word(s.source[i], "struct " + kernel) != std::string::npos;
    if (inside && contains(without_comment(s.source[i]), "operator()")) {
      move_to(i, s, e);
      return true;
    }
  }
  return false;
}

bool unmarked_function(const situation& s, explanation& e, captures& c) {
  c["name"] = first_match(c["function"], R"(([A-Za-z_]\w*)(?: ?<.*)?\()");
  for (std::size_t i = 0; i < s.source.size() && !c["name"].empty(); ++i) {
    if (search(without_comment(s.source[i]), R"(\b)" + c["name"] + R"(\(.*\{$)")) {
      move_to(i, s, e);
      return true;
    }
  }
  return false;
}

constexpr std::string_view kBothSides =
    "It makes the compiler build the function for the CPU and for GPUs.";

constexpr rule kUnmarkedTable[] = {
    {.name = "kernel without KW_KERNEL",
     .kinds = {kind::host_function},
     .look = {unmarked_kernel},
     .caret = "operator()",
     .wrong = "this kernel lacks the word KW_KERNEL, so a GPU cannot run it",
     .why = kBothSides,
     .fix = "KW_KERNEL $code"},
    {.name = "function without KW_HD",
     .kinds = {kind::host_function},
     .unless = R"(operator ?\(\))",
     .look = {unmarked_function, "name"},
     .caret = "$name",
     .wrong = "$name is called in a kernel, but lacks the word KW_HD",
     .why = kBothSides,
     .fix = "KW_HD $code"},
};

}  // namespace

constinit const std::span<const rule> kUnmarkedRules = kUnmarkedTable;

}  // namespace kw::explain
