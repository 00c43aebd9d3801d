// Habits of Python and of CUDA C++ that one can tell by the tokens of a line, whatever the compiler
// says about it.
#include <algorithm>
#include <iterator>

#include "common/base/cpp_text.hpp"
#include "explain/api.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// tl.zeros([M, N], dtype=tl.float32): the call with a shape that is known at compile time,
/// `$call`.
bool shape_of_python(const situation&, explanation& e, captures& c) {
  const std::string code = without_comment(e.source_line);
  const auto head = find(code, R"(\btl\.(zeros|full|ones|empty|arange|accumulator|reshape)\()");
  const base::argument_list list = base::arguments_at(code, head ? head->end - 1 : code.size());
  for (std::size_t i = 0; head && list.closed && i < list.items.size() && i < 2; ++i) {
    const std::string inside = first_match(list.items[i], R"(^[(\[](.*?),?\s*[)\]]$)");
    if (inside.empty() || contains(inside, "(") ||
        (list.items[i][0] == '(' && !contains(list.items[i], ","))) {
      continue;
    }
    std::vector<std::string> arguments = list.items;
    arguments[i] = (contains(inside, ",") ? "shape<" : "size<") + inside + ">";
    for (std::string& argument : arguments) {
      argument = replaced(argument, "tl.", "");
      argument = first_match(argument, R"(^(?:\w+\s*=\s*)?([^=].*)$)");
    }
    c["given"] = list.items[i];
    c["call"] = (*head)[0] + joined(arguments) + ")";
    return true;
  }
  return false;
}

/// A function of CUDA or of C with its arguments, as a call of tl: `$call`. An address of an
/// element, `&x[i]`, is x + i.
bool call_of_cuda(const situation& s, explanation& e, captures& c) {
  const std::string code = statement_at(s, e.line);
  const std::size_t at = base::find_word(code, c["name"]);
  const std::size_t open = at == std::string::npos ? at : code.find('(', at);
  const base::argument_list list = base::arguments_at(code, std::min(open, code.size()));
  if (!list.closed || list.items.empty()) {
    return false;
  }
  std::vector<std::string> arguments = list.items;
  for (std::string& argument : arguments) {
    captures parts;
    if (search(argument, R"(^&(?P<x>\w+)\[(?P<i>.*)\]$)", &parts)) {
      argument = parts["x"] + (parts["i"] == "0" ? "" : " + " + parts["i"]);
    }
  }
  c["arguments"] = joined(arguments);
  return true;
}

/// `name: type = value`, with the type of C++, `$type`.
bool annotated(const situation&, explanation&, captures& c) {
  constexpr std::string_view kTypes[] = {"float", "int", "bool", "double"};
  const bool known = std::find(std::begin(kTypes), std::end(kTypes), c["type"]) != std::end(kTypes);
  c["type"] = known ? c["type"] : "auto";
  return c["name"] != "default" && c["name"] != "public" && c["name"] != "private";
}

/// `lambda a, b: a + b` as one of C++, `$call`.
bool lambda_of_python(const situation&, explanation&, captures& c) {
  std::string parameters;
  for (const std::string& name : base::arguments_of("(" + c["names"] + ")", 0)) {
    parameters += (parameters.empty() ? "auto " : ", auto ") + name;
  }
  const std::string value = base::trimmed(c["value"]);
  c["call"] =
      "[&](" + parameters + ") { " + (value.empty() ? "..." : "return " + value + ";") + " }";
  return true;
}

/// A length that is asked as of a list of Python: `$x` is a view or a pointer.
bool length_of_list(const situation& s, explanation& e, captures& c) {
  bool view = false;
  for (int line = e.line; line > 0 && !search(line_of(s, line), "^(?:struct|template)"); --line) {
    view = view || search(line_of(s, line), R"(\bview<[^()]*> )" + c["x"] + R"(\b)");
  }
  const auto number = find(text_of(s), R"(\bint (n|count|length|n_cols|columns)\b)");
  c["why"] = view ? "A view knows how long it is along each axis."
                  : "A pointer knows no length: the kernel takes it as a parameter, and the launch "
                    "passes it.";
  c["length"] = view ? c["x"] + ".extent(0)" : number ? (*number)[1] : "int n";
  return true;
}

constexpr spelling kTypesOfCuda[] = {
    {"__half", "float16_t"},     {"half", "float16_t"},           {"float16", "float16_t"},
    {"fp16", "float16_t"},       {"__nv_bfloat16", "bfloat16_t"}, {"nv_bfloat16", "bfloat16_t"},
    {"bfloat16", "bfloat16_t"},  {"bf16", "bfloat16_t"},          {"float32", "float"},
    {"fp32", "float"},           {"float64", "double"},           {"int8", "std::int8_t"},
    {"int16", "std::int16_t"},   {"int32", "std::int32_t"},       {"int64", "std::int64_t"},
    {"uint8", "std::uint8_t"},   {"uint16", "std::uint16_t"},     {"uint32", "std::uint32_t"},
    {"uint64", "std::uint64_t"}, {"std::int64", "std::int64_t"},  {"std::int32", "std::int32_t"},
    {"uint", "unsigned"}};

const spelling* find_type(const std::string& name) {
  const auto found = std::find_if(std::begin(kTypesOfCuda), std::end(kTypesOfCuda),
                                  [&](const spelling& each) { return each.word == name; });
  return found == std::end(kTypesOfCuda) ? nullptr : &*found;
}

/// A type of CUDA or of Triton where C++ wants a type, if the compiler names it.
bool type_of_cuda(const situation& s, explanation& e, captures& c) {
  const std::string code = without_comment(e.source_line);
  for (const match& each : find_all(code, R"(\b(?:std::)?\w+\b)")) {
    const bool as_a_type = search(code.substr(each.end), R"(^(?: const)?(?:>|\s*[*&]|\s+\w))");
    const std::string bare = replaced(each[0], "std::", "");
    if (as_a_type && find_type(each[0]) != nullptr &&
        (base::find_word(s.message, bare) != std::string::npos ||
         contains(s.message, "'type name' with no type"))) {
      c["name"] = each[0];
      return true;
    }
  }
  return false;
}

constexpr spelling kAxisOfGrid[] = {{"x", "0"}, {"y", "1"}, {"z", "2"}};
constexpr spelling kAtomics[] = {{"atomicAdd", "tl.atomic_add"},   {"atomicMax", "tl.atomic_max"},
                                 {"atomicMin", "tl.atomic_min"},   {"atomicAnd", "tl.atomic_and"},
                                 {"atomicOr", "tl.atomic_or"},     {"atomicXor", "tl.atomic_xor"},
                                 {"atomicExch", "tl.atomic_xchg"}, {"atomicCAS", "tl.atomic_cas"}};
constexpr spelling kStatistics[] = {
    {"median", "Sort the values with std::sort(begin, end), and take the one in the middle."},
    {"mean", "Add the values up in a loop, and divide the sum by their number."},
    {"average", "Add the values up in a loop, and divide the sum by their number."},
    {"sum", "Add the values up in a loop, or with std::accumulate(begin, end, 0.0)."},
    {"mode", "Count the values in a loop."},
    {"variance", "Compute the mean first, and then the mean of the squared differences from it."}};
constexpr std::string_view kNoThread =
    "A kernel describes what one program does with a whole block of elements.";

constexpr rule kHabitTable[] = {
    // Python
    {.name = "text with f",
     .line = R"re((?:[(,=]\s*)f["'](?P<words>[^"'{}]*)(?:\{(?P<x>\w+)[^{}]*\})?)re",
     .caret = "f\"",
     .wrong = "C++ has no f-strings; a kernel prints with tl.device_print",
     .why = "It takes a text first, and then the values.",
     .fix = "tl.device_print(\"${words|values}\", ${x|x});"},
    {.name = "annotated variable",
     .line = R"(^(?P<name>\w+)\s*:\s*(?P<type>[A-Za-z_.]+)\s*=\s*(?P<value>[^=].*?);?$)",
     .look = {annotated, "type"},
     .caret = "$name",
     .wrong = "the type of a variable comes before its name",
     .fix = "$type $name = $value;"},
    {.name = "annotated parameter",
     .line = R"([(,]\s*(?P<name>[A-Za-z_]\w*)\s*:\s*(?:tl\.)?constexpr\b)",
     .caret = "$name",
     .wrong = "a number that is known at compile time is a template parameter here",
     .why = "Delete it from the parameters. The launch gives its value in angle brackets: "
            "Kernel<1024>{}.",
     .fix = "template <int $name>   in front of the kernel's struct"},
    {.name = "lambda of Python",
     .line = R"(\blambda\s+(?P<names>\w+(?:\s*,\s*\w+)*)\s*:\s*(?P<value>[^;{]*))",
     .look = {lambda_of_python, "call"},
     .caret = "lambda",
     .wrong = "lambda is a word of Python; a small function of C++ begins with [&]",
     .fix = "$call"},
    {.name = "shape of Python",
     .look = {shape_of_python, "call given"},
     .caret = "$given",
     .wrong = "the shape of a tile is written size<N> or shape<M, N>, not $given",
     .why = "It must be known at compile time, so it is a type.",
     .fix = "$call"},
    {.name = "length of a list",
     .says = "len",
     .line = R"(\blen\((?P<x>\w+)\))",
     .look = {length_of_list, "why length"},
     .caret = "len",
     .wrong = "len is a word of Python",
     .why = "$why",
     .fix = "$length"},
    {.name = "names that take a shape apart",
     .line = R"(^(?P<first>\w+)\s*,\s*(?P<second>\w+)\s*=\s*(?P<x>\w+)\.(?:shape|size)\b)",
     .caret = "$first",
     .wrong = "a shape is not taken apart like this: each extent is asked for by its axis",
     .fix = "const int $first = narrow<int>($x.extent(0)), $second = narrow<int>($x.extent(1));"},
    {.name = "keyword without a value",
     .line = R"((?P<words>,\s*(?P<name>mask|other)\s*=\s*None)\b)",
     .caret = "$name",
     .wrong = "C++ has no keyword arguments such as $name=",
     .why = "Without a mask, every lane is loaded: leave the argument out.",
     .fix = "$rewritten",
     .replaced = ", mask=None",
     .by = ""},
    {.name = "None for a value",
     .says = "None",
     .line = R"((?P<type>int|float|double|bool|auto)\s+(?P<name>\w+) = None;)",
     .caret = "None",
     .wrong = "a number of C++ is never None",
     .why = "A number that cannot be meant stands for a missing one, such as -1 for an index. The "
            "library's None is for the axes of tiles.",
     .fix = "$type $name = -1;"},
    {.name = "word template",
     .line = R"(\btl\.template (?P<name>\w+)(?:<[^<>()]*>)?\((?P<arguments>.*)\);$)",
     .caret = "template",
     .wrong = "the functions of tl take no template arguments and no word template",
     .why = "What has to be known at compile time goes into the parentheses, such as size<64>.",
     .fix = "tl.$name($arguments)"},

    {.name = "bits as another type",
     .line = R"(\.(?P<name>view)\((?:torch\.|np\.|tl\.)?(?P<type>u?int\d+|b?float\d+)\))",
     .caret = "$name",
     .wrong = "the type of a tile is changed with .to",
     .why = "It converts the values. With bitcast as a second argument it keeps the bits.",
     .fix = ".to($type), or .to($type, bitcast)"},

    {.name = "conversion by the name of a type",
     .says = "expected unqualified-id|expected a member name",
     .line = R"((?P<words>\.(?P<name>float|double|int|bool)\(\)))",
     .among = kElementTypes,
     .caret = "$words",
     .wrong = "the type of a tile is changed with .to",
     .fix = ".to($here)"},
    {.name = "statistics that C++ does not have",
     .line = R"(\bstd::(?P<name>median|mean|average|sum|mode|variance)\()",
     .among = kStatistics,
     .caret = "$name",
     .wrong = "the standard library of C++ has no function $name",
     .why = "$here"},

    // CUDA C++
    {.name = "blockIdx of an axis",
     .line = R"(\b(?P<words>blockIdx\.(?P<name>[xyz]))\b)",
     .unless_line = R"(threadIdx|blockDim|blockIdx\.x;)",
     .among = kAxisOfGrid,
     .caret = "$words",
     .wrong = "blockIdx is tl.program_id here",
     .why = kNoThread,
     .fix = "tl.program_id($here)"},
    {.name = "gridDim of an axis",
     .line = R"(\b(?P<words>gridDim\.(?P<name>[xyz]))\b)",
     .among = kAxisOfGrid,
     .caret = "$words",
     .wrong = "gridDim is tl.num_programs here",
     .why = kNoThread,
     .fix = "tl.num_programs($here)"},
    {.name = "atomic function of CUDA",
     .line = R"(\b(?P<name>atomic[A-Z]\w*)\()",
     .look = {call_of_cuda, "arguments"},
     .among = kAtomics,
     .caret = "$name",
     .wrong = "$name is $here here",
     .why = "The address comes first: a pointer plus offsets.",
     .fix = "$here($arguments);"},
    {.name = "function marked for a GPU",
     .line = R"(^(?P<words>(?:__host__ |__device__ |__forceinline__ |inline )+)(?P<rest>.*)$)",
     .unless_line = R"(operator\(\)|__global__)",
     .caret = "__",
     .wrong = "a function for kernels is marked KW_HD, not with __host__ or __device__",
     .why = "The same source is compiled for the CPU and for GPUs.",
     .fix = "KW_HD $rest"},
    {.name = "random numbers of CUDA",
     .line = R"(\b(?P<name>curand\w*)\()",
     .caret = "$name",
     .wrong = "random numbers come from tl.rand, which needs no state",
     .why = "It takes a seed, which is one integer, and a tile of offsets. Each offset has its own "
            "random number.",
     .fix = "tl.rand(seed, offsets)"},
    {.name = "type of CUDA or of Triton",
     .says = "not declared|undeclared|not name a type|unknown type|has not been declared|undefined|"
             "expected|with no type|is not a type|not a type name|no storage class|is not a "
             "member|invalid|"
             "no member named|has no member",
     .unless_line = R"(^(?:return|using|namespace|template|struct|class|include|#))",
     .look = {type_of_cuda, "name"},
     .among = kTypesOfCuda,
     .caret = "$name",
     .wrong = "$name is not a type of C++ here",
     .why = "float16, int32 and the like are values, for tl.cast and .to(...). Parameters and "
            "variables have the types of C++.",
     .fix = "$here"},
};

}  // namespace

constinit const std::span<const rule> kHabitRules = kHabitTable;

}  // namespace kw::explain
