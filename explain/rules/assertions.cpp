// What the library's own assertions say is whole sentences already. These rules add what only the
// compiler's output and the learner's line know: shapes, numbers, and the line that works.
#include <algorithm>

#include "explain/rules/rules.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The shapes behind a marker in the compiler's output, as "[64]" and "[8, 64]".
std::vector<std::string> shapes_behind(const std::string& block, const std::string& marker) {
  std::vector<std::string> shapes;
  std::size_t at = block.find(marker + "<");
  // nvcc writes the name with its parameters, and their values behind "[with".
  const std::size_t with = at == std::string::npos ? at : block.find("[with ", at);
  if (at != std::string::npos && with != std::string::npos && with - at < marker.size() + 40) {
    at = with;
  }
  const std::string shape("tile_shape<([0-9, ]*)>");
  if (at != std::string::npos) {
    const std::string rest = block.substr(at, 400);
    for (groups match{{}, rest}; search(match.rest, shape, &match);) {
      shapes.push_back("[" + match[1] + "]");
    }
  }
  shapes.resize(std::min<std::size_t>(shapes.size(), 2));
  return shapes;
}

/// Both sides of the operator at `at`, as far as the brackets or commas around them.
struct operands {
  std::string left, right;
};
operands around(const std::string& text, std::size_t at, std::size_t length) {
  std::size_t begin = at;
  for (int depth = 0; begin > 0; --begin) {
    const char c = text[begin - 1];
    depth += c == ')' || c == ']';
    depth -= c == '(' || c == '[';
    const bool assigns = c == '=' && begin > 1 && text[begin - 2] == ' ' && text[begin] == ' ';
    if (depth < 0 || (depth == 0 && (c == ',' || c == ';' || assigns))) {
      break;
    }
  }
  std::size_t end = at + length;
  for (int depth = 0; end < text.size(); ++end) {
    const char c = text[end];
    depth += c == '(' || c == '[';
    depth -= c == ')' || c == ']';
    if (depth < 0 || (depth == 0 && (c == ',' || c == ';'))) {
      break;
    }
  }
  return {trimmed(text.substr(begin, at - begin)),
          trimmed(text.substr(at + length, end - at - length))};
}

std::string bracketed(const std::string& text) {
  return text.front() == '(' && closing_bracket(text, 0) == text.size() - 1 ? text
                                                                            : "(" + text + ")";
}

void explain_logical(explanation& e, const std::string& wrong, const std::string& right) {
  const std::string word = wrong == "&&" ? "and" : "or";
  const std::string& found = contains(e.source_line, wrong) ? wrong : word;
  const std::size_t at = found == word ? find_word(e.source_line, word) : e.source_line.find(wrong);
  if (at == std::string::npos) {
    return;
  }
  point_at(e, found);
  const operands sides = around(e.source_line, at, found.size());
  if (!sides.left.empty() && !sides.right.empty()) {
    e.fix = bracketed(sides.left) + " " + right + " " + bracketed(sides.right);
  }
}

void explain_shapes(const situation& s, explanation& e) {
  const auto shapes = shapes_behind(s.block, "these_two_tiles_have_shapes");
  if (shapes.size() == 2) {
    e.message =
        "the shapes " + shapes[0] + " and " + shapes[1] + " of these two tiles do not broadcast";
  }
}

void explain_fit(const situation& s, explanation& e, const std::string& marker,
                 const std::string& what) {
  const auto shapes = shapes_behind(s.block, marker);
  if (shapes.size() == 2) {
    e.message = "the pointers have shape " + shapes[0] + ", but the " + what + " " + shapes[1];
    e.advice = "Each pointer takes one lane of the " + what + ": give both the same shape.";
  }
}

void explain_dot(const situation& s, explanation& e) {
  const auto shapes = shapes_behind(s.block, "these_two_tiles_are_multiplied");
  const auto sums = shapes_behind(s.block, "this_product_and_its_accumulator_have_shapes");
  if (shapes.size() == 2) {
    e.message = "tl.dot cannot multiply " + shapes[0] + " by " + shapes[1];
    e.advice =
        "It multiplies (M, K) by (K, N): the columns of the first tile must be as many as the rows "
        "of the second. tl.trans exchanges rows and columns.";
  } else if (sums.size() == 2) {
    e.message = "the product has shape " + sums[0] + ", but its accumulator " + sums[1];
    e.fix = "tl.accumulator(shape<" + sums[0].substr(1, sums[0].size() - 2) + ">)";
  }
}

/// A block of 100 elements: the number often stands in another line than the one that fails.
void explain_power_of_two(const situation& s, explanation& e) {
  const std::string number("(?:tile_shape<|is_power_of_two\\(|[MN] ?= ?)([0-9]+)(?:, ([0-9]+))?");
  std::vector<int> extents;
  for (groups match{{}, s.block}; search(match.rest, number, &match);) {
    for (std::size_t group = 1; group <= 2; ++group) {
      const std::string digits = match[group];
      const long long n = digits.empty() || digits.size() > 9 ? 1 : std::stoll(digits);
      if (n == 0 || (n & (n - 1)) != 0) {
        extents.push_back(static_cast<int>(n));
      }
    }
  }
  if (extents.empty()) {
    return;
  }
  const int wrong = extents.front();
  int next = 1;
  while (next < wrong) {
    next *= 2;
  }
  const std::string text = std::to_string(wrong);
  const std::string in_angles("<([^<>]*[^0-9<>])?" + text + "([^0-9<>][^<>]*)?>");
  if (!search(e.source_line, in_angles)) {
    for (std::size_t i = 0; i < s.source.size(); ++i) {
      if (search(without_comment(s.source[i]), in_angles)) {
        e.line = static_cast<int>(i) + 1;
        e.source_line = s.source[i];
        break;
      }
    }
  }
  const std::string as_word("(^|[^[:alnum:]_.])" + text + "([^[:alnum:]_.]|$)");
  for (std::size_t i = 0; i < s.source.size() && !search(e.source_line, as_word); ++i) {
    if (search(without_comment(s.source[i]), as_word)) {
      e.line = static_cast<int>(i) + 1;
      e.source_line = s.source[i];
    }
  }
  e.column = 0;
  point_at(e, text);
  e.message = "a tile of " + text + " elements: the extent of a tile must be a power of two";
  e.advice =
      "Take the next power of two, and mask off the lanes that you do not need. Blocks are 1, 2, "
      "4, 8, ... elements, as in Triton.";
  e.fix = "size<" + std::to_string(next) + ">, with a mask such as offsets < n";
}

/// tl.arange(0, N) and tl.zeros(64): the call as it is spelled here.
void explain_size(const situation& s, explanation& e, const std::string& function) {
  const std::string call = "tl." + function + "(";
  const std::size_t at = e.source_line.find(call);
  if (at == std::string::npos) {
    return;
  }
  const auto arguments = arguments_of(e.source_line, at + call.size() - 1);
  point_at(e, call.substr(0, call.size() - 1));
  if (arguments.empty()) {
    return;
  }
  const bool from_to = function == "arange" && arguments.size() == 2;
  const std::string& extent = from_to ? arguments[1] : arguments[0];
  std::string rest;
  for (std::size_t i = 1; !from_to && i < arguments.size(); ++i) {
    rest += ", " + arguments[i];
  }
  if (!from_to && rest.find(", size<") != std::string::npos) {
    e.message = "the shape stands first in " + call.substr(0, call.size() - 1);
    e.fix = call + rest.substr(2) + ", " + extent + ")";
    return;
  }
  const bool starts_late = from_to && arguments[0] != "0";
  const std::string shape =
      starts_late ? "size<" + extent + " - " + arguments[0] + ">" : "size<" + extent + ">";
  e.fix = (starts_late ? arguments[0] + " + " : "") + call + shape + rest + ")";
  // A parameter of the kernel cannot be an extent.
  for (int line = e.line; line > 0; --line) {
    const std::string text = line_of(s, line);
    if (contains(text, "operator()(")) {
      if (!first_match(text, ("\\bint\\w* " + extent + "\\b(.)").c_str()).empty()) {
        e.fix = call + "size<BLOCK_SIZE>" + rest + ") with a template parameter: " + extent +
                " is known only when the kernel runs";
      }
      break;
    }
  }
}

/// x = x * n on a tile: a new variable.
void explain_new_variable(explanation& e) {
  groups match;
  const std::string assignment("^\\s*(\\w+) ([*/%+-]?)= (.+);");
  const std::string code = without_comment(e.source_line);
  if (search(code, assignment, &match)) {
    const std::string name = match[1];
    point_at(e, name);
    const std::string value = match[2].empty() ? match[3] : name + " " + match[2] + " " + match[3];
    e.fix = "auto new_" + name + " = " + value + ";";
  }
}

std::vector<std::string> split_types(const std::string& list) {
  return arguments_of("(" + list + ")", 0);
}

/// The parameters of a kernel behind `tl`, as the file has them.
std::vector<std::string> parameters_of(const situation& s, const std::string& kernel) {
  std::string text;
  for (const std::string& line : s.source) {
    text += without_comment(line) + " ";
  }
  const std::size_t type = find_word(text, kernel, text.find("struct " + kernel));
  const std::size_t call = type == std::string::npos ? type : text.find("operator()(", type);
  if (call == std::string::npos) {
    return {};
  }
  auto parameters = arguments_of(text, call + std::string("operator()").size());
  if (!parameters.empty()) {
    parameters.erase(parameters.begin());
  }
  return parameters;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

/// A kernel that is a class, whose call operator nobody else may call.
bool is_private(const situation& s, const explanation& e) {
  const std::string kernel = first_match(e.source_line + " " + line_of(s, e.line + 1),
                                         "\\b([A-Z]\\w*)\\s*(?:<[^<>]*>)?\\s*\\{");
  const auto holds = [&](const std::string& text) {
    return std::any_of(s.source.begin(), s.source.end(),
                       [&](const std::string& line) { return contains(line, text); });
  };
  return !kernel.empty() && holds("class " + kernel) && !holds("public:");
}

void explain_arguments(const situation& s, explanation& e) {
  if (is_private(s, e)) {
    e.message = "nobody but the kernel itself may call its operator()";
    e.advice = "What stands in a class is private, in a struct it is open to all.";
    e.fix = "struct in the place of class";
    return;
  }
  std::string inside =
      first_match(s.block,
                  "this_kernel_is_launched_with<Kernel, Arguments\\.\\.\\.> \\[with Kernel ?= ?"
                  "([^];]*[];])");
  std::string kernel, passed;
  if (inside.empty()) {
    const std::string list = first_match(s.block, "this_kernel_is_launched_with<(.*)>['> ]");
    const auto types = split_types(list);
    if (types.empty()) {
      return;
    }
    kernel = types[0];
    passed = joined(std::vector<std::string>(types.begin() + 1, types.end()));
  } else {
    kernel = first_match(inside, "^([^,]*),");
    passed = first_match(inside, "Arguments=<(.*)>");
  }
  kernel = first_match(kernel, "([A-Za-z_0-9]+)(?:<.*)?$");
  const auto have = split_types(replaced(passed, " *", "*"));
  const auto take = kernel.empty() ? have : parameters_of(s, kernel);
  if (kernel.empty() || have.empty() || take.empty()) {
    return;
  }
  if (have.size() != take.size()) {
    e.message = "launch passes " + std::to_string(have.size()) + " arguments, but " + kernel +
                " takes " + std::to_string(take.size()) + " after tl";
  } else {
    e.message = "the arguments of launch do not fit the parameters of " + kernel;
    for (std::size_t i = 0; i < have.size(); ++i) {
      const bool input = have[i].rfind("const ", 0) == 0 && contains(have[i], "*");
      if (input && contains(take[i], "*") && take[i].rfind("const ", 0) != 0) {
        e.message = "argument " + std::to_string(i + 1) + " of " + kernel +
                    " is an input, but the kernel takes " + take[i] + ", an output";
        break;
      }
    }
  }
  point_at(e, kernel);
  e.advice =
      "Passed are (" + joined(have) + "); the kernel takes (" + joined(take) +
      "). They are matched in order. A view arrives as its pointer, a view<const float> as a "
      "pointer to const.";
}

/// The call operator that lacks its const stands elsewhere than the launch.
void explain_const(const situation& s, explanation& e) {
  // A launch may take several lines, and compilers point at its first or at its last.
  static const char* const object = "\\b([A-Z]\\w*)\\s*(?:<[^<>]*>)?\\s*\\{";
  std::string kernel = first_match(e.source_line + line_of(s, e.line + 1), object);
  for (int back = 1; kernel.empty() && back <= 3; ++back) {
    kernel = first_match(line_of(s, e.line - back), object);
  }
  bool inside = false;
  for (std::size_t i = 0; i < s.source.size() && !kernel.empty(); ++i) {
    inside = inside || find_word(s.source[i], "struct " + kernel) != std::string::npos;
    if (inside && contains(s.source[i], "operator()")) {
      e.line = static_cast<int>(i) + 1;
      e.source_line = s.source[i];
      point_at(e, "operator()");
      break;
    }
  }
  e.fix = "KW_KERNEL void operator()(auto tl, ...) const {";
}

/// The outputs among the parameters of the kernel around a line.
void explain_store_to_const(const situation& s, explanation& e) {
  point_at(e, "tl.store");
  for (int line = e.line; line > 0; --line) {
    std::string text = line_of(s, line);
    if (!contains(text, "operator()(")) {
      continue;
    }
    for (int next = line + 1;
         closing_bracket(text, text.find("operator()(") + 10) == std::string::npos &&
         next < line + 6;
         ++next) {
      text += " " + line_of(s, next);
    }
    std::string outputs;
    for (const std::string& p : arguments_of(text, text.find("operator()(") + 10)) {
      if (contains(p, "*") && p.rfind("const ", 0) != 0) {
        outputs += (outputs.empty() ? "" : " or ") + first_match(p, "(\\w+)$") + " + offsets";
      }
    }
    if (!outputs.empty()) {
      e.fix = "tl.store(" + outputs + ", ...)";
    }
    return;
  }
}

}  // namespace

bool explain_assertion(const situation& s, explanation& e) {
  const std::string& m = e.message;
  if (contains(m, "these two tiles do not broadcast")) {
    explain_shapes(s, e);
  } else if (contains(m, "the mask has more lanes")) {
    explain_fit(s, e, "these_pointers_and_this_mask_have_shapes", "mask");
  } else if (contains(m, "the value has more elements")) {
    explain_fit(s, e, "these_pointers_and_this_value_have_shapes", "value");
  } else if (contains(m, "tl.dot") && !search(s.block, "check_dot[^\n]*pointer_tile")) {
    explain_dot(s, e);
  } else if (contains(m, "power of two") || contains(m, "powers of two")) {
    explain_power_of_two(s, e);
  } else if (contains(m, "not with &&")) {
    explain_logical(e, "&&", "&");
  } else if (contains(m, "not with ||")) {
    explain_logical(e, "||", "|");
  } else if (contains(m, "tl.arange")) {
    explain_size(s, e, "arange");
  } else if (contains(m, "tl.zeros")) {
    explain_size(s, e, "zeros");
  } else if (contains(m, "tl.full")) {
    explain_size(s, e, "full");
  } else if (contains(m, "keeps its")) {
    explain_new_variable(e);
  } else if (contains(m, "the arguments of launch do not fit")) {
    explain_arguments(s, e);
  } else if (contains(m, "operator() is not const")) {
    explain_const(s, e);
  } else if (contains(m, "to const")) {
    explain_store_to_const(s, e);
  } else if (contains(m, "tl.store needs an address first") &&
             search(e.source_line, "tl\\.store\\(\\w+\\.tile\\(")) {
    point_at(e, "tl.store");
    e.message = "a tile of a tensor is stored without a mask";
    e.advice = "What lies outside of the tensor is left out by itself.";
    e.fix = "tl.store(c.tile(shape<BM, BN>, row, column), acc);";
  } else if (contains(m, "one element type") && contains_any(s.block, {"check_dot"}) &&
             search(s.block, "check_dot[^\n]*pointer_tile")) {
    point_at(e, "tl.dot");
    e.message = "an operand of this tl.dot is a tile of addresses";
    e.advice = "tl.load reads the values that stand there.";
    e.fix = "acc = tl.dot(tl.load(...), bt, acc);";
  } else if (contains(m, "needs an address first") || contains(m, "this tl.load reads one") ||
             contains(m, "this tl.store writes one")) {
    point_at(e, contains(m, "tl.load") ? "tl.load" : "tl.store");
  }
  return true;
}

}  // namespace kw::explain
