// Calls with arguments that do not fit: of the functions of tl, of launch, and of a kernel as if it
// were a function.
#include <algorithm>
#include <cctype>

#include "explain/rules/rules.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

struct signature {
  const char* name;
  std::size_t least, most;  // arguments
  const char* call;
  const char* advice;
};

constexpr const char* kOffsetsFirst =
    "Pointers are a parameter plus offsets. A mask is a comparison of the offsets, and `other` one "
    "number, which the lanes hold that the mask leaves out.";
constexpr const char* kOneTile = "It takes one tile or number, and works lane by lane.";
constexpr const char* kAlongAxis =
    "It takes one tile. Without an axis it makes one number of all elements; axis<0> goes down "
    "each "
    "column, axis<1> along each row.";

constexpr signature kSignatures[] = {
    {"program_id", 1, 1, "tl.program_id(0)",
     "Its argument is the axis of the grid, a plain number: 0, 1 or 2."},
    {"num_programs", 1, 1, "tl.num_programs(0)",
     "Its argument is the axis of the grid, a plain number: 0, 1 or 2."},
    {"arange", 1, 1, "tl.arange(size<BLOCK_SIZE>)",
     "It takes its length as a type, which is known at compile time."},
    {"zeros", 1, 2, "tl.zeros(size<BLOCK_SIZE>, float32)",
     "It takes its shape as a type, size<N> or shape<M, N>, and an element type if it is not "
     "float32."},
    {"full", 2, 3, "tl.full(size<BLOCK_SIZE>, value)",
     "It takes its shape as a type, size<N> or shape<M, N>, and the number that every lane holds."},
    {"load", 1, 3, "tl.load(x + offsets, mask, 0.0f)", kOffsetsFirst},
    {"store", 2, 3, "tl.store(out + offsets, value, mask)",
     "It takes where to, what, and a mask if not every lane is stored. A single element has no "
     "mask: put an if around the line."},
    {"where", 3, 3, "tl.where(condition, a, b)",
     "It takes a mask and two values, tiles or numbers: a where the mask is true, else b."},
    {"maximum", 2, 2, "tl.maximum(a, b)",
     "It compares two tiles lane by lane; tl.max(a) makes one number of a tile."},
    {"minimum", 2, 2, "tl.minimum(a, b)",
     "It compares two tiles lane by lane; tl.min(a) makes one number of a tile."},
    {"exp", 1, 1, "tl.exp(x)", kOneTile},
    {"exp2", 1, 1, "tl.exp2(x)", kOneTile},
    {"log", 1, 1, "tl.log(x)", kOneTile},
    {"log2", 1, 1, "tl.log2(x)", kOneTile},
    {"sqrt", 1, 1, "tl.sqrt(x)", kOneTile},
    {"rsqrt", 1, 1, "tl.rsqrt(x)", kOneTile},
    {"abs", 1, 1, "tl.abs(x)", kOneTile},
    {"sum", 1, 2, "tl.sum(x, axis<0>)", kAlongAxis},
    {"max", 1, 2, "tl.max(x, axis<0>)", kAlongAxis},
    {"min", 1, 2, "tl.min(x, axis<0>)", kAlongAxis},
    {"mean", 1, 2, "tl.mean(x, axis<0>)", kAlongAxis},
    {"argmax", 2, 2, "tl.argmax(x, axis<0>)", "It takes one tile and the axis to search along."},
    {"argmin", 2, 2, "tl.argmin(x, axis<0>)", "It takes one tile and the axis to search along."},
    {"cumsum", 2, 2, "tl.cumsum(x, axis<0>)", "It takes one tile and the axis to sum along."},
    {"reduce", 3, 3, "tl.reduce(x, axis<0>, [](auto a, auto b) { return a * b; })",
     "It takes one tile, the axis, and the function that makes one value of two."},
    {"trans", 1, 1, "tl.trans(x)", "It takes one 2-D tile."},
    {"dot", 2, 4, "acc = tl.dot(a, b, acc);",
     "It takes two loaded tiles, an accumulator if the product is added to one, and for float32 a "
     "precision: ieee, tf32 or tf32x3, a plain name without quotes."},
    {"accumulator", 1, 2, "tl.accumulator(shape<BM, BN>)",
     "It takes its shape as a type, shape<M, N>: what tl.dot makes is 2-D."},
    {"atomic_add", 2, 3, "tl.atomic_add(out + offsets, value, mask)",
     "It takes where to, what, and a mask if not every lane takes part. Where goes first; a tile "
     "needs a tile of addresses, one number a plain pointer."},
    {"atomic_max", 2, 3, "tl.atomic_max(out + offsets, value, mask)",
     "It takes where to, what, and a mask if not every lane takes part. Where goes first; a tile "
     "needs a tile of addresses, one number a plain pointer."},
    {"atomic_cas", 3, 3, "tl.atomic_cas(pointer, expected, desired)",
     "It takes a plain pointer and two integers."},
    {"device_print", 1, 9, "tl.device_print(\"x is\", x)",
     "It takes a text first, then the values to print."},
    {"device_assert", 2, 2, "tl.device_assert(x > 0, \"x is positive\")",
     "It takes a condition and a text."},
    {"stream", 2, 2, "tl.stream(stages<3>, [&](int k) { return fetch(...); })",
     "It takes how many steps to fetch ahead, and what step k needs."},
    {"keep", 1, 1, "tl.keep(tile)", "It takes a tile of a stream."},
    {"barrier", 0, 0, "tl.barrier()", ""}};

bool says_no_match(const std::string& message) {
  return contains_any(
      message, {"no matching", "no instance of", "too few arguments", "too many arguments",
                "no viable conversion from", "no suitable conversion function", "cannot convert",
                "no viable constructor"});
}

/// The call of tl around column `column` of the line, or the only one of the line.
struct tl_call {
  std::string name;
  std::size_t at = std::string::npos, open = 0;
};
tl_call call_around(const std::string& line, const std::string& name, int column) {
  tl_call found;
  static const std::string call("\\btl\\s*\\.\\s*(\\w+)\\s*\\(");
  std::size_t skipped = 0;
  std::string rest = line;
  for (groups match; search(rest, call, &match); rest = match.rest) {
    const std::size_t end = skipped + rest.size() - match.rest.size();
    const std::size_t at = end - match[0].size();
    skipped = end;
    const std::size_t close = closing_bracket(line, end - 1);
    const bool around =
        column <= 0 ||
        (at < static_cast<std::size_t>(column) &&
         (close == std::string::npos || static_cast<std::size_t>(column) <= close + 1));
    if (name.empty() ? around : match[1] == name) {
      found = {match[1], at, end - 1};
      if (!name.empty() && around) {
        break;
      }
    }
  }
  return found;
}

/// The name that the compiler gives to the function it could not call.
std::string called_in(const std::string& message) {
  return first_match(message, {"context(?:<[^(]*>)?::(\\w+)[(\" ]",
                               "call to (?:member function )?'(\\w+)'", "context::(\\w+)\""});
}

std::string number_word(std::size_t n) {
  return n == 1 ? "1 argument" : std::to_string(n) + " arguments";
}

bool explain_axis(const signature& f, const std::vector<std::string>& arguments, explanation& e) {
  const std::string shown = std::string("tl.") + f.name;
  if (arguments.size() == 1 && f.least == 2) {
    e.message = shown + " needs an axis";
    e.fix = shown + "(" + arguments[0] + ", axis<0>)";
    return true;
  }
  if (arguments.size() < 2 || contains(arguments[1], "axis<")) {
    return false;
  }
  const std::string& second = arguments[1];
  const bool number = std::isdigit(static_cast<unsigned char>(second[0])) != 0;
  const bool largest = contains_any(f.name, {"max", "min"}) && f.least == 1;
  if (largest && !number && second[0] != '-') {
    const std::string lanes = shown + "imum";
    e.message = lanes + " compares two values lane by lane; " + shown + " goes along a tile";
    e.fix = lanes + "(" + arguments[0] + ", " + second + ")";
    return true;
  }
  e.message = "an axis is written axis<0> or axis<1>, not as a plain number";
  e.advice =
      "The shape of the result depends on it, so it is known at compile time. axis<0> goes down "
      "each column, axis<1> along each row; a 1-D tile has axis<0>.";
  e.fix = shown + "(" + arguments[0] + ", axis<" + (number ? second : "0") + ">)";
  return true;
}

/// x + offsets, where x is a parameter that is a pointer.
bool is_address(const situation& s, const std::string& argument) {
  const std::string name = first_match(argument, "^(\\w+) \\+ ");
  return !name.empty() && std::any_of(s.source.begin(), s.source.end(), [&](const std::string& l) {
    return search(without_comment(l), "\\* ?" + name + "\\b");
  });
}

bool explain_tl_call(const situation& s, explanation& e) {
  if (!says_no_match(s.message)) {
    return false;
  }
  const std::string named = called_in(s.message);
  const tl_call call = call_around(e.source_line, named, e.column);
  const auto* f = std::find_if(std::begin(kSignatures), std::end(kSignatures),
                               [&](const signature& each) { return call.name == each.name; });
  if (f == std::end(kSignatures) ||
      (named.empty() && contains_any(s.message, {"no matching", "no instance"}))) {
    return false;
  }
  const bool by_conversion =
      contains_any(s.message, {"no viable conversion", "no suitable conversion", "cannot convert"});
  if (by_conversion && !contains(s.message, "axis_constant")) {
    return false;  // what the tile cannot become is told elsewhere
  }
  const std::string shown = "tl." + call.name;
  const auto arguments = arguments_of(e.source_line, call.open);
  e.column = static_cast<int>(call.at) + 1;
  e.width = static_cast<int>(shown.size());
  const bool reduction = contains(f->call, "axis<0>") && call.name != "reduce";
  if (reduction && explain_axis(*f, arguments, e)) {
    return true;
  }
  e.fix = f->call;
  e.advice = f->advice;
  const bool closed = closing_bracket(e.source_line, call.open) != std::string::npos;
  if (closed && (arguments.size() < f->least || arguments.size() > f->most)) {
    e.message = shown + " takes " +
                (f->least == f->most           ? ""
                 : arguments.size() < f->least ? "at least "
                                               : "at most ") +
                number_word(arguments.size() < f->least ? f->least : f->most) +
                ", and this call has " + std::to_string(arguments.size());
  } else if (call.name == "store" && arguments.size() > 1 && is_address(s, arguments[1])) {
    e.message = "both arguments of tl.store are addresses, and the second must be a value";
    e.advice = "Addresses are read with tl.load.";
    e.fix = "tl.store(" + arguments[0] + ", tl.load(" + arguments[1] + "))";
  } else {
    e.message = "the arguments of this " + shown + " do not fit";
  }
  return true;
}

// ---- launch -----------------------------------------------------------------------------------

/// The kernels of the file: the structs that have a call operator.
bool is_kernel(const situation& s, const std::string& name) {
  bool inside = false;
  for (const std::string& line : s.source) {
    if (contains_any(line, {"struct ", "class "})) {
      inside = find_word(line, name) != std::string::npos;
    }
    if (inside && contains(line, "operator()")) {
      return true;
    }
  }
  return false;
}

std::string launch_of(const std::string& kernel, const std::string& arguments) {
  return "launch(out.device(), grid(programs), " + kernel + "{}" +
         (arguments.empty() ? "" : ", " + arguments) + ");";
}

bool explain_launch(const situation& s, explanation& e) {
  const bool of_launch = contains_any(
      s.message, {"call to 'launch", "\"kw::launch\"", "\"launch\"", "to 'kw::launch"});
  groups match;
  if (of_launch && search(e.source_line, "\\blaunch(<[^(]*>)?\\(", &match)) {
    const std::string warps = first_match(e.source_line, "\\blaunch<([A-Za-z_]\\w*)>");
    const bool constant =
        warps.empty() || (std::isupper(static_cast<unsigned char>(warps[0])) != 0);
    e.column = 0;
    point_at(e, "launch");
    if (!constant && std::none_of(s.source.begin(), s.source.end(), [&](const std::string& line) {
          return contains(line, "constexpr int " + warps);
        })) {
      point_at(e, warps);
      e.message = warps + " must be known at compile time, and is known only at run time";
      e.advice = "The number of warps is a template argument.";
      e.fix = "constexpr int " + warps + " = 4;";
      return true;
    }
    e.message = "the arguments of this launch do not fit";
    e.advice =
        "It takes, in this order: the device, the grid, the kernel as an object with {}, and then "
        "what the kernel takes after tl.";
    e.fix = "launch(out.device(), grid(programs), Kernel<BLOCK_SIZE>{}, x, out);";
    return true;
  }
  static const std::string bracket("\\b([A-Z]\\w*)\\[([^]]*)\\]\\((.*)\\)");
  if (search(e.source_line, bracket, &match) && is_kernel(s, match[1])) {
    e.column = 0;
    point_at(e, match[1]);
    e.message = "a kernel is started by launch here, not by brackets";
    e.advice = "It takes the device, the grid, the kernel with its block sizes, and its arguments.";
    e.fix = launch_of(match[1] + "<BLOCK_SIZE>", match[3]);
    return true;
  }
  static const std::string called("^([A-Z]\\w*)(<[^(]*>)?(?:\\{\\})?\\((.*)\\);");
  const std::string code = without_comment(e.source_line);
  if (search(code, called, &match) && is_kernel(s, match[1])) {
    e.column = 0;
    point_at(e, match[1]);
    e.message = "a kernel is not called; launch runs it, once for each program of a grid";
    e.advice = "launch makes the `tl` that the kernel takes first.";
    e.fix = launch_of(match[1] + match[2], match[3]);
    return true;
  }
  return false;
}

/// A helper that takes `tl` as a kernel does, by value.
bool explain_copied_program(const situation& s, explanation& e) {
  static const std::string copied(
      "context(?:<[^(]*>)?::context\\(const |constructor of '[^']*context");
  if (!contains(s.message, "deleted") || !search(s.message, copied)) {
    return false;
  }
  e.column = 0;
  e.advice = "There is one tl a program, which all that the program calls shares.";
  if (point_at(e, "[=]") || point_at(e, "[tl")) {
    e.message = "tl cannot be copied: the lambda must take it by reference";
    e.fix = "[&]";
    return true;
  }
  const std::string called = first_match(e.source_line, "([A-Za-z_]\\w*)(?:<[^(]*>)?\\(tl\\b");
  const std::string helper = called.empty() ? "helper" : called;
  point_at(e, called.empty() ? "tl" : called);
  e.message = "tl cannot be copied: " + helper + " must take it by reference";
  e.fix = "KW_HD auto " + helper + "(auto& tl, ...)";
  return true;
}

/// A function named, and not called.
bool explain_uncalled(const situation& s, explanation& e) {
  groups brackets;
  if (contains_any(s.message, {"operator[]", "operator \"[]\"", "subscript"}) &&
      search(e.source_line, "\\b(tl\\.\\w+)\\[([^]]*)\\]", &brackets)) {
    e.column = 0;
    point_at(e, brackets[1]);
    e.message = brackets[1] + " is a function: it is called with parentheses";
    e.fix = brackets[1] + "(" + brackets[2] + ")";
    return true;
  }
  if (!contains_any(s.message, {"invalid use of member function", "must be called",
                                "invalid use of non-static member function",
                                "may only be used to call the function"})) {
    return false;
  }
  groups match;
  static const std::string named("([A-Za-z_]\\w*\\.([a-z_0-9]+))\\s*([^( .a-z_0-9<]|$)");
  for (std::string rest = without_comment(e.source_line); search(rest, named, &match);
       rest = match.rest) {
    const bool meant =
        e.column <= 0 ||
        find_word(e.source_line.substr(0, static_cast<std::size_t>(e.column + 1) + match[1].size()),
                  match[2]) != std::string::npos;
    if (!meant || find_word(s.message + s.block, match[2]) == std::string::npos) {
      continue;
    }
    e.column = 0;
    point_at(e, match[1]);
    e.message = match[1] + " is a function: it is called with parentheses";
    const std::string inside = match[3] == "[" ? first_match(e.source_line, "\\[(.*)\\]") : "";
    const auto* f = std::find_if(
        std::begin(kSignatures), std::end(kSignatures),
        [&](const signature& each) { return match[1] == "tl." + std::string(each.name); });
    e.fix = match[3] == "["              ? match[1] + "(" + inside + ")"
            : f != std::end(kSignatures) ? f->call
            : match[2] == "extent"       ? match[1] + "(0)"
                                         : match[1] + "()";
    return true;
  }
  return false;
}

/// out.extent() and narrow(n): functions of views and of the host.
bool explain_host_call(const situation& s, explanation& e) {
  const std::string code = without_comment(e.source_line);
  groups match;
  if (says_no_match(s.message) && search(code, "(\\w+)\\.(extent|stride)\\(\\)", &match)) {
    point_at(e, match[0].substr(0, match[0].size() - 2));
    e.message = match[2] + " needs an axis: 0 for the first";
    e.fix = match[1] + "." + match[2] + "(0)";
    return true;
  }
  if (says_no_match(s.message) && contains_any(s.message, {"tile", "'to'"}) &&
      search(code, "(\\w*)\\.to\\((\"[a-z0-9]+\"|[A-Za-z_0-9]*\\{\\})?\\)", &match)) {
    e.column = 0;
    point_at(e, match[0][0] == '.' ? ".to" : match[1] + ".to");
    e.message = "to takes the name of an element type";
    e.advice = "float32, float16, bfloat16, int32 and the like, or dtype<T>{}.";
    e.fix = (match[1].empty() ? "x" : match[1]) + ".to(float32)";
    return true;
  }
  if (says_no_match(s.message) && contains(s.message, "pipelined")) {
    point_at(e, "pipelined");
    e.message = "the arguments of pipelined do not fit";
    e.advice =
        "It takes the first step, the end, the width of a step, and what is to be done with "
        "the tiles of each.";
    e.fix = "ab.pipelined(0, a.extent(1), BK, [&](int k, auto at, auto bt) { ... });";
    return true;
  }
  if (says_no_match(s.message) && search(code, "(\\w+)\\.tile\\(", &match) &&
      contains(s.message, "tile")) {
    e.message = "the arguments of " + match[1] + ".tile do not fit";
    e.advice = "It takes a 2-D shape, and where the tile begins along each axis of the tensor.";
    e.fix = match[1] + ".tile(shape<BM, BK>, row, column)";
    return true;
  }
  if (says_no_match(s.message) && search(code, "\\bnarrow\\(", &match)) {
    point_at(e, "narrow");
    e.message = "narrow needs the type that the number is to have";
    e.fix = "narrow<int>(...)";
    return true;
  }
  const bool grid = contains_any(s.message, {"'kw::grid'", "\"kw::grid\"", "kw::grid::grid"});
  if (search(code, "\\bgrid\\s*<") || (grid && search(code, "\\bgrid\\s*[({]"))) {
    e.column = 0;
    point_at(e, "grid");
    e.message = "a grid is made of one to three numbers in parentheses";
    e.advice = "How many programs there are along axis 0, and along axis 1 and 2 if there are any.";
    e.fix = "grid(cdiv(n_rows, ROWS), cdiv(n_cols, COLS))";
    return true;
  }
  return false;
}

}  // namespace

bool explain_call(const situation& s, explanation& e) {
  return explain_copied_program(s, e) || explain_tl_call(s, e) || explain_launch(s, e) ||
         explain_uncalled(s, e) || explain_host_call(s, e);
}

}  // namespace kw::explain
