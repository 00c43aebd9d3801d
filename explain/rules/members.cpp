// Members that are not there, of tl and of values, and functions of the C++ library on tiles.
#include <algorithm>
#include <cctype>
#include <iterator>

#include "common/base/cpp_text.hpp"
#include "explain/api.hpp"
#include "explain/rules/fields.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

bool is_tl_name(const std::string& name) {
  return find_tl_function(name) != nullptr;
}

// ---- members -----------------------------------------------------------------------------------

bool member_of_tl(const situation& s, explanation& e, captures& c) {
  return contains(s.message, "context") &&
         base::find_word(e.source_line, "tl." + c["name"]) != std::string::npos;
}

bool near_member_of_tl(const situation& s, explanation& e, captures& c) {
  c["near"] = nearest(c["name"], tl_names());
  return member_of_tl(s, e, c) && !c["near"].empty();
}

/// The text before the dot of `.$name`.
bool member_of_value(const situation&, explanation& e, captures& c) {
  c["x"] = first_match(without_comment(e.source_line), R"((\w+)\s*\.\s*)" + c["name"] + R"(\b)");
  return true;
}

bool function_as_member(const situation& s, explanation& e, captures& c) {
  return member_of_value(s, e, c) && is_tl_name(c["name"]);
}

/// `$x.$member`, where x is neither tl nor a number, and the one that the message names if it does.
bool member_of_number(const situation& s, explanation& e, captures& c) {
  for (const match& found : find_all(without_comment(e.source_line), R"((\w+)\s*\.\s*(\w+))")) {
    const bool meant =
        !contains(s.message, "member '") || contains(s.message, "'" + found[2] + "'");
    if (found[1] != "tl" && std::isdigit(static_cast<unsigned char>(found[1][0])) == 0 && meant) {
      c["x"] = found[1];
      c["member"] = found[2];
      return true;
    }
  }
  return false;
}

/// The fields of a struct of the library or of the lesson's header.
std::vector<std::string> fields_of(const situation& s, const std::string& type) {
  if (type == "config") {
    return {"block", "rows", "cols", "block_m", "block_n", "block_k", "group", "warps", "stages"};
  }
  std::vector<std::string> fields;
  const std::string body = first_match(s.contract, "struct " + type + R"(\s*\{([^{}]*)\})");
  for (const match& found : find_all(body, R"((\w+)\s*(?:=[^,;]*)?[,;])")) {
    fields.push_back(found[1]);
  }
  return fields;
}

bool field_of_struct(const situation& s, explanation&, captures& c) {
  const std::vector<std::string> fields = fields_of(s, c["type"]);
  std::string near = nearest(c["name"], fields);
  for (const std::string& field : fields) {  // `col` for `column`
    const bool begins = c["name"].starts_with(field) || field.starts_with(c["name"]);
    near = near.empty() && begins ? field : near;
  }
  c["fields"] = fields.empty() ? "" : "It has " + joined(fields) + ".";
  c["written"] = near.empty() ? "" : "." + near + " = ...";
  return true;
}

/// A field in braces that a struct does not have: `$name` of `$type`.
bool unknown_designator(const situation& s, explanation& e, captures& c) {
  const std::vector<std::string> fields = fields_of(s, c["type"]);
  for (const match& found : find_all(without_comment(e.source_line), R"([{,]\s*\.(\w+)\s*=)")) {
    if (!fields.empty() && std::find(fields.begin(), fields.end(), found[1]) == fields.end()) {
      c["name"] = found[1];
      return field_of_struct(s, e, c);
    }
  }
  return false;
}

constexpr helper kFieldOfStruct = {field_of_struct, "fields written"};
constexpr helper kMemberOfTl = {member_of_tl};
constexpr helper kMemberOfValue = {member_of_value, "x"};
constexpr helper kMemberOfNumber = {member_of_number, "x member"};

constexpr spelling kTriton[] = {
    {"constexpr", "template <int BLOCK_SIZE> in front of the kernel",
     "A number that is known at compile time is a template parameter."},
    {"expand_dims", "x(_, None) or x(None, _)"},
    {"reshape", "x(_, None) or x(None, _)", "Any other shape is loaded as it is to be."},
    {"broadcast_to", "x + tl.zeros(shape<M, N>)", "Operands broadcast by themselves."},
    {"ones", "tl.full(size<N>, 1.0f)"},
    {"static_assert", "static_assert(condition, \"text\")", "C++ has its own."},
    {"static_print", "tl.device_print(\"text\", x)"},
    {"print", "tl.device_print(\"text\", x)"},
    {"fetch", "fetch(a.tile(...), b.tile(...))", "It is a plain function."},
    {"relu", "tl.maximum(x, 0.0f)", "It is the larger of x and 0, lane by lane."},
    {"square", "x * x"},
    {"power", "tl.pow(x, y)"},
    {"clip", "tl.clamp(x, low, high)"},
    {"mm", "tl.dot(a, b)"},
    {"empty", "tl.zeros(size<N>)"},
    {"ones_like", "tl.full(size<N>, 1.0f)"},
    {"prod", "tl.reduce(x, axis<0>, [](auto a, auto b) { return a * b; })"},
    {"absolute", "tl.abs(x)"},
    {"concatenate", "tl.cat(a, b)"},
    {"stack", "tl.join(a, b)"},
    {"thread_id", "tl.program_id(0)", "A kernel describes what one program does."},
    {"sync", "tl.barrier()"},
    {"matmul", "tl.dot(a, b)"},
    {"transpose", "tl.trans(x)"},
    {"permute", "tl.trans(x)"},
    {"var", "tl.sum(d * d) / n, with d = x - mean", "The variance is written out."},
    {"std", "tl.sqrt(tl.sum(d * d) / n), with d = x - mean", "The deviation is written out."},
    {"math", "tl.exp(x), tl.sqrt(x) and the like", "The functions are those of tl itself."},
    {"make_block_ptr", "a.tile(shape<M, N>, i, j) of a tensor_descriptor"},
    {"advance", "a new tile at other offsets", "Pointers and tiles are made anew for each step."}};

/// The functions of the C++ library on tiles: gcc does not know them here, nvcc knows others.
constexpr spelling kMath[] = {
    {"expf", "exp"},      {"__expf", "exp"},   {"exp2f", "exp2"},    {"logf", "log"},
    {"__logf", "log"},    {"log2f", "log2"},   {"sqrtf", "sqrt"},    {"rsqrtf", "rsqrt"},
    {"fabsf", "abs"},     {"fabs", "abs"},     {"fmaxf", "maximum"}, {"fmax", "maximum"},
    {"fminf", "minimum"}, {"fmin", "minimum"}, {"max", "maximum"},   {"min", "minimum"},
    {"exp", "exp"},       {"log", "log"},      {"sqrt", "sqrt"},     {"abs", "abs"},
    {"tanhf", "tanh"},    {"tanh", "tanh"},    {"erff", "erf"},      {"erf", "erf"},
    {"sinf", "sin"},      {"sin", "sin"},      {"cosf", "cos"},      {"cos", "cos"},
    {"powf", "pow"},      {"pow", "pow"},      {"floorf", "floor"},  {"floor", "floor"},
    {"roundf", "round"},  {"round", "round"},  {"fmaf", "fma"},      {"fma", "fma"}};

constexpr spelling kHalves[] = {{"half", "float16"}, {"bfloat16", "bfloat16"}};

constexpr std::string_view kRefused =
    "not declared|undeclared|is not a member|no member named|no arguments to|has no member|"
    "no matching function|no instance of overloaded|is undefined|conversion function|"
    "no viable conversion|must have bool type|to 'bool'|cannot convert";
constexpr std::string_view kTakesNumbers =
    "$call takes single numbers only; tl.$here takes tiles as well";
constexpr std::string_view kThroughTl =
    "A kernel calls its functions through tl, which knows the program.";
constexpr std::string_view kNoMember =
    R"re(no member (?:named )?['"](?P<name>\w+)['"]|'(?:using )?(?:[^' ]*::)?(?P<name2>\w+)(?: = [^']*)?' )re"
    "is private within";
constexpr std::string_view kNoClass =
    "which is of non-class type|is not a structure or union|expression must have class type";
constexpr std::string_view kNoClassOrFloat =
    "which is of non-class type|is not a structure or union|expression must have class type|"
    R"re(float(?:16|8_e\dm\d)_t['"] has no member (?:named )?['"]to['"]|)re"
    R"re(no member named 'to' in '(?:kw::)?b?float(?:16|8_e\dm\d)_t')re";
constexpr std::string_view kPlainNumber =
    "A number has no member functions. It can be used in the arithmetic of tiles as it is.";
constexpr std::string_view kToIsTheCast = "the element type is changed with .to";

constexpr rule kMembers[] = {
    {.name = "cast of a number",
     .says = kNoClassOrFloat,
     .line = R"(\w\s*\.\s*to\((?:tl\.)?(?P<type>\w+))",
     .look = kMemberOfNumber,
     .caret = "$x.$member",
     .wrong = "$x is a plain number, not a tile",
     .why = kPlainNumber,
     .fix = "tl.cast($x, $type)"},
    {.name = "cast of a number without a name",
     .says = kNoClassOrFloat,
     .line = R"((?P<x>(?:\w+\.)*\w*\([^()]*\))\s*\.\s*to\((?:tl\.)?(?P<type>\w+))",
     .caret = "to",
     .wrong = "$x is a plain number, not a tile",
     .why = kPlainNumber,
     .fix = "tl.cast($x, $type)"},
    {.name = "largest of a tile by the C++ library",
     .says = kRefused,
     .line = R"((?:^|[^.:\w])(?P<call>(?:std::)?(?P<here>max|min))\s*\()",
     .look = kOneArgument,
     .caret = "$call",
     .wrong = kTakesNumbers,
     .why = kThroughTl,
     .fix = "tl.$here(${arguments|x})"},
    {.name = "function of the C++ library",
     .says = kRefused,
     .line = R"((?:^|[^.:\w])(?P<call>(?:std::)?(?P<name>expf|__expf|exp2f|logf|__logf|log2f|)"
             R"(sqrtf|rsqrtf|fabsf|fabs|fmaxf|fmax|fminf|fmin|max|min|exp|log|sqrt|abs))\s*\()",
     .look = kArguments,
     .among = kMath,
     .caret = "$call",
     .wrong = kTakesNumbers,
     .why = kThroughTl,
     .fix = "tl.$here(${arguments|x})"},

    {.name = "type of tl",
     .says =
         R"re(no member (?:named )?['"](?P<name>b?float(?:16|32|64)|u?int(?:1|8|16|32|64))['"])re",
     .unless = "namespace",
     .look = kMemberOfTl,
     .caret = "tl.$name",
     .wrong = "types are plain names here: $name, without tl.",
     .fix = "$name"},
    {.name = "plain name of tl",
     .says = R"re(no member (?:named )?['"](?P<name>tf32|tf32x3|ieee|inf)['"])re",
     .unless = "namespace",
     .look = kMemberOfTl,
     .caret = "tl.$name",
     .wrong = "$name is a plain name here, without tl.",
     .fix = "$name"},
    {.name = "function of Triton",
     .says = kNoMember,
     .unless = "namespace",
     .look = kMemberOfTl,
     .among = kTriton,
     .caret = "tl.$name",
     .wrong = "tl.$name is spelled differently here",
     .why = "$why",
     .fix = "$here"},
    {.name = "function of tl misspelled",
     .says = kNoMember,
     .unless = "namespace",
     .look = {near_member_of_tl, "near"},
     .caret = "tl.$name",
     .wrong = "tl has no function $name",
     .fix = "tl.$near"},
    {.name = "no function of tl",
     .says = kNoMember,
     .unless = "namespace",
     .look = kMemberOfTl,
     .caret = "tl.$name",
     .wrong = "tl has no function $name",
     .why = "docs/pages/tl_reference.md lists all functions of tl."},

    {.name = "length of a view",
     .says = R"re(no member (?:named )?['"](?P<name>shape|size|length|len)['"])re",
     .also = "kw::view|tensor_descriptor",
     .unless = "namespace",
     .line = R"(\.(?:shape|size|length|len)\b(?:\(\)|[(\[](?P<axis>\d)[)\]])?)",
     .look = kMemberOfValue,
     .caret = "$name",
     .wrong = "this value has no .$name",
     .why = "A view knows how long it is along each axis.",
     .fix = "${x|x}.extent(${axis|0})"},
    {.name = "transpose as a member",
     .says = R"re(no member (?:named )?['"](?P<name>T|t|transpose)['"])re",
     .unless = "namespace",
     .look = kMemberOfValue,
     .caret = "$name",
     .wrong = "the transpose of a tile is tl.trans",
     .fix = "tl.trans(${x|x})"},
    {.name = "half and bfloat16 as members",
     .says = kNoMember,
     .unless = "namespace",
     .look = kMemberOfValue,
     .among = kHalves,
     .caret = "$name",
     .wrong = kToIsTheCast,
     .fix = "${x|x}.to($here)"},
    {.name = "cast as a member",
     .says = R"re(no member (?:named )?['"](?P<name>astype|type|cast|float)['"])re",
     .unless = "namespace",
     .look = kMemberOfValue,
     .caret = "$name",
     .wrong = kToIsTheCast,
     .fix = "${x|x}.to(float32)"},
    {.name = "type as a member",
     .says =
         R"re(no member (?:named )?['"](?P<name>b?float(?:8|16|32|64)|u?int(?:8|16|32|64))['"])re",
     .unless = "namespace",
     .look = kMemberOfValue,
     .caret = "$name",
     .wrong = kToIsTheCast,
     .fix = "${x|x}.to($name)"},
    {.name = "axis added by a member",
     .says = R"re(no member (?:named )?['"](?P<name>reshape|view|unsqueeze|expand_dims)['"])re",
     .unless = "namespace",
     .look = kMemberOfValue,
     .caret = "$name",
     .wrong = "an axis is added with parentheses here",
     .why = "(_, None) makes a column of a 1-D tile, (None, _) a row.",
     .fix = "${x|x}(_, None)"},
    {.name = "shape of a tile",
     .says = R"re(no member (?:named )?['"](?P<name>shape|size|dtype|ndim|length)['"])re",
     .unless = "namespace",
     .caret = "$name",
     .wrong = "a tile has no .$name: it is part of its type",
     .why = "Its extents are template parameters of the kernel, such as BLOCK_SIZE."},
    {.name = "pipeline",
     .says = R"re(no member (?:named )?['"](?P<name>pipeline)['"])re",
     .unless = "namespace",
     .look = kMemberOfValue,
     .caret = "$name",
     .wrong = "the loop over a stream is called pipelined",
     .fix = "${x|x}.pipelined(0, end, step, [&](int, auto at, auto bt) { ... });"},
    {.name = "function of tl as a member",
     .says = kNoMember,
     .unless = "namespace",
     .look = {function_as_member, "x"},
     .caret = "$name",
     .wrong = "$name is a function of tl",
     .why = "It takes the tile as its first argument.",
     .fix = "tl.$name(${x|x})"},
    {.name = "field of a struct",
     .says = R"re('(?:\w+::)*(?P<type>\w+)' has no non-static data member named '(?P<name>\w+)')re",
     .look = kFieldOfStruct,
     .caret = "$name",
     .wrong = "$type has no field called $name",
     .why = "$fields",
     .fix = "$written"},
    {.name = "field of a struct, for clang",
     .says =
         R"re(designator '(?P<name>\w+)' does not refer to any field in type '(?:const )?(?:\w+::)*(?P<type>\w+)')re",
     .look = kFieldOfStruct,
     .caret = "$name",
     .wrong = "$type has no field called $name",
     .why = "$fields",
     .fix = "$written"},
    {.name = "no such member of a known type",
     .says = kNotAMember,
     .look = kNoSuchMember,
     .caret = "$name",
     .wrong = "$type has no member called $name",
     .why = "$members"},
    {.name = "no such member",
     .says = kNoMember,
     .unless = "namespace",
     .caret = "$name",
     .wrong = "this value has no .$name"},

    {.name = "field of a struct that braces make",
     .says = R"(could not convert '.*' from '<brace-enclosed initializer list>' to )"
             R"('(?:\w+::)*(?P<type>\w+)')",
     .look = {unknown_designator, "name fields written"},
     .caret = ".$name",
     .wrong = "$type has no field called $name",
     .why = "$fields",
     .fix = "$written"},

    {.name = "member of a pointer",
     .says = kNoClass,
     .also = R"(\*)",
     .look = kMemberOfNumber,
     .caret = "$x.$member",
     .wrong = "$x is a pointer: it knows neither a length nor a shape",
     .why = "The kernel takes sizes and strides as parameters, and the launch passes them."},
    {.name = "member of a number",
     .says = kNoClass,
     .look = kMemberOfNumber,
     .caret = "$x.$member",
     .wrong = "$x is a plain number, not a tile",
     .why = kPlainNumber},
    {.name = "member of a number without a name",
     .says = kNoClass,
     .wrong = "the value before this dot is a plain number, not a tile",
     .why = kPlainNumber},
    {.name = "arrow after tl",
     .says = R"(base operand of '->'|operator -> or ->\*|is not a pointer)",
     .line = "tl->",
     .caret = "->",
     .wrong = "the functions of tl are called with a dot",
     .fix = "$rewritten",
     .replaced = "tl->",
     .by = "tl."},
    {.name = "arrow after an object",
     .says = R"re(base operand of '->'|is not a pointer|operator -> or ->\*|operator "->")re",
     .line = R"((?P<x>\w+)->(?P<member>\w+))",
     .caret = "->",
     .wrong = "$x is not a pointer: its members come after a dot",
     .fix = "$x.$member"},
    {.name = "colons after tl",
     .says = R"re('tl' is not a class|name followed by "::")re",
     .line = "tl::",
     .caret = "::",
     .wrong = "the functions of tl are called with a dot",
     .fix = "$rewritten",
     .replaced = "tl::",
     .by = "tl."},
};

}  // namespace

constinit const std::span<const rule> kMemberRules = kMembers;

}  // namespace kw::explain
