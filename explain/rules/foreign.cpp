// Words of CUDA C++, of Python and of NumPy in a kernel. Compilers call them unknown names or,
// nvcc, complain about something after them; the message gives the word that replaces them here.
#include <algorithm>
#include <iterator>

#include "common/base/cpp_text.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

constexpr std::string_view kNoThreads =
    "A kernel describes what one program does with a whole block of elements. The library decides "
    "which thread does what, and what threads share.";
constexpr std::string_view kOneSource = "The same source is compiled for the CPU and for GPUs.";
constexpr std::string_view kWideLoads =
    "Where lanes are neighbours in memory, a GPU loads 16 bytes at once without being asked.";
constexpr std::string_view kOffsets =
    "auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);";
constexpr std::string_view kPrint = "tl.device_print(\"text\", x);";
constexpr std::string_view kIncludeLibrary = "#include <kernelwright/kernelwright.hpp>";
constexpr std::string_view kImport = "this is a line of Python; C++ includes a header";
constexpr std::string_view kInfinity = "infinity is written inf here";

/// What NumPy and PyTorch call otherwise.
constexpr spelling kOfModules[] = {
    {"transpose", "trans"}, {"amax", "max"},    {"amin", "min"},        {"absolute", "abs"},
    {"power", "pow"},       {"clip", "clamp"},  {"matmul", "dot"},      {"mm", "dot"},
    {"bmm", "dot"},         {"empty", "zeros"}, {"concatenate", "cat"}, {"stack", "join"}};

/// The library's function that rounds a quotient up, as this file can call it.
std::string cdiv_here(const situation& s) {
  return file_has(s, "using namespace kw;") ? "cdiv" : "kw::cdiv";
}

/// The quotient that a call of ceil rounds up, as a call of cdiv: `$here`. That its operands were
/// converted to floats does not matter.
bool rounds_quotient_up(const situation& s, explanation& e, captures& c) {
  constexpr std::string_view kQuotient =
      R"(^(?:static_cast<(?:float|double)>|\(?(?:float|double)\)?)? *\(?(?P<whole>[\w.]+(?:\([\w.]*\))?)\)?)"
      R"( */ *(?:static_cast<(?:float|double)>|\(?(?:float|double)\)?)? *\(?(?P<part>[\w.]+)\)?$)";
  const std::string code = without_comment(e.source_line);
  const std::size_t call = base::find_word(code, "ceil");
  const std::size_t open = call == std::string::npos ? call : code.find('(', call);
  if (open == std::string::npos) {
    return false;
  }
  const auto arguments = base::arguments_of(code, open);
  if (arguments.size() != 1 || !search(arguments[0], kQuotient, &c)) {
    return false;
  }
  c["here"] = cdiv_here(s) + "(" + c["whole"] + ", " + c["part"] + ")";
  return true;
}

/// A member of a module of Python, `np.exp(x)`: what it is here.
bool member_of_module(const situation& s, explanation& e, captures& c) {
  if (rounds_quotient_up(s, e, c)) {
    return true;
  }
  if (search(c["code_after"], R"(^\.inf\b)")) {
    c["here"] = "inf";
  } else if (const std::string called = first_match(c["code_after"], R"(^\.(\w+)\()");
             !called.empty()) {
    const auto arguments = base::arguments_of(c["code_after"], c["code_after"].find('('));
    const auto other = std::find_if(std::begin(kOfModules), std::end(kOfModules),
                                    [&](const spelling& each) { return each.word == called; });
    const std::string here = other == std::end(kOfModules) ? called : std::string(other->here);
    c["here"] = (called == "cdiv" ? cdiv_here(s) : "tl." + here) + "(" +
                (arguments.empty() ? "..." : joined(arguments)) + ")";
  }
  return true;
}
constexpr helper kMemberOfModule = {member_of_module, "here"};

constexpr rule kForeignTable[] = {
    // nvcc knows CUDA's words and complains about what they are used for; so the line decides.
    {.word = "threadIdx",
     .wrong = "a tile kernel has no threadIdx",
     .why = kNoThreads,
     .fix = kOffsets},
    {.name = "blockIdx alone",
     .line = R"((?P<words>blockIdx\.x)(?: *\* *(?P<size>[A-Z]\w*))?;)",
     .caret = "$words",
     .wrong = "blockIdx is tl.program_id here",
     .why = kNoThreads,
     .fix = "$rewritten",
     .replaced = "blockIdx.x",
     .by = "tl.program_id(0)"},
    {.word = "blockIdx",
     .wrong = "blockIdx is tl.program_id here",
     .why = kNoThreads,
     .fix = kOffsets},
    {.word = "blockDim",
     .wrong = "a tile kernel has no blockDim",
     .why = kNoThreads,
     .fix = kOffsets},
    {.name = "array in __shared__ memory",
     .line = R"((?P<words>__shared__) +(?:float|int|double) +(?P<name>\w+)\[(?P<size>\w+)\];)",
     .caret = "$words",
     .wrong = "a tile kernel has no __shared__ memory",
     .why = "Instead of memory that a block of threads shares, there are tiles: one value for each "
            "lane, kept in registers. The library decides where it stores them.",
     .fix = "auto $name = tl.zeros(size<$size>);"},
    {.word = "__shared__",
     .wrong = "a tile kernel has no __shared__ memory",
     .why = kNoThreads,
     .fix = "auto v = tl.load(x + offsets, mask);"},
    {.word = "__syncthreads",
     .wrong = "a tile kernel has no __syncthreads()",
     .why = "The library keeps the threads of a program in step. Only a load of a value that the "
            "same program stored needs a barrier in between.",
     .fix = "tl.barrier();"},
    {.word = "__syncwarp",
     .wrong = "a tile kernel has no __syncwarp()",
     .why = kNoThreads,
     .fix = "tl.barrier();"},
    {.word = "__shfl_xor_sync",
     .wrong = "a tile kernel has no shuffles",
     .why = kNoThreads,
     .fix = "tl.sum(x)"},
    {.word = "__shfl_down_sync",
     .wrong = "a tile kernel has no shuffles",
     .why = kNoThreads,
     .fix = "tl.sum(x)"},
    {.word = "__global__",
     .wrong = "a kernel is a call operator marked KW_KERNEL, not a __global__ function",
     .why = kOneSource,
     .fix = kEntry},
    {.word = "__device__",
     .wrong = "a function for kernels is marked KW_HD, not __device__",
     .why = kOneSource,
     .fix = "KW_HD int function(int i) {"},
    {.word = "__threadfence",
     .wrong = "a tile kernel has no fences",
     .why = "An atomic operation orders what the program loads and stores around it.",
     .fix = "tl.atomic_xchg(flag, 1);"},
    {.name = "final as in Java",
     .line = R"(^(?P<word>final) (?P<rest>.*;)$)",
     .caret = "$word",
     .wrong = "a variable that does not change is const in C++, and not final as in Java",
     .fix = "const $rest"},
    {.name = "bits as in CUDA",
     .line = R"((?P<name>__\w+_as_(?P<type>float|uint|int))\((?P<value>\w+)\))",
     .caret = "$name",
     .wrong = "$name is a function of CUDA C++ for one number",
     .why = "The bits of a tile as those of another type are a conversion with bitcast.",
     .fix = "$value.to(${type}32, bitcast)"},
    {.word = "__ldg", .wrong = "__ldg is tl.load here", .fix = "tl.load(x + offsets, mask)"},
    {.word = "float4",
     .wrong = "a load gives a tile of any length",
     .why = kWideLoads,
     .fix = "auto v = tl.load(x + offsets, mask);"},
    {.word = "float2",
     .wrong = "a load gives a tile of any length",
     .why = kWideLoads,
     .fix = "auto v = tl.load(x + offsets, mask);"},
    {.word = "dim3",
     .wrong = "the programs of a launch are given by grid(x, y, z)",
     .fix = "$rewritten",
     .replaced = "dim3",
     .by = "grid"},
    {.word = "cudaMalloc",
     .wrong = "memory belongs to a kw::buffer here",
     .why = "The tests pass views of their buffers."},
    {.word = "cudaDeviceSynchronize",
     .wrong = "the tests wait for the launch themselves",
     .why = "Leave this line out."},
    {.name = "chevrons",
     .line = R"((?:(?P<kernel>\w+(?:<[^<>]*>)?)\s*)?<<<)",
     .caret = "<<<",
     .wrong = "a kernel is started by launch here, not by <<< >>>",
     .why = "It takes the device, the grid, the kernel, and the kernel's arguments.",
     .fix = "launch(out.device(), grid(programs), $kernel{}, x, out);"},

    // Python
    {.name = "from import",
     .line = "^from .* import",
     .caret = "from",
     .wrong = kImport,
     .fix = kIncludeLibrary},
    {.name = "namespace kernelwright",
     .line = "^using namespace kernelwright",
     .caret = "kernelwright",
     .wrong = "the namespace is called kw",
     .fix = "using namespace kw;"},
    {.name = "import",
     .line = "^import ",
     .caret = "import",
     .wrong = kImport,
     .fix = kIncludeLibrary},
    {.name = "import of a name",
     .word = "import",
     .named = true,
     .wrong = kImport,
     .fix = kIncludeLibrary},
    {.word = "print",
     .named = true,
     .wrong = "a kernel prints with tl.device_print",
     .fix = kPrint},
    {.word = "printf",
     .named = true,
     .wrong = "a kernel prints with tl.device_print",
     .why = "It takes tiles as well as numbers.",
     .fix = kPrint},
    {.word = "cout",
     .named = true,
     .wrong = "a kernel prints with tl.device_print",
     .why = "It takes tiles as well as numbers.",
     .fix = kPrint},
    {.word = "np",
     .named = true,
     .line = R"((?P<sign>-?)\bnp(?P<code_after>\.\w+(?:\(.*)?)?)",
     .look = kMemberOfModule,
     .wrong = "np is NumPy's; the functions of a kernel are those of tl",
     .why = "Constants are plain names: inf.",
     .fix = "$sign$here"},
    {.word = "torch",
     .named = true,
     .line = R"((?P<sign>-?)\btorch(?P<code_after>\.\w+(?:\(.*)?)?)",
     .look = kMemberOfModule,
     .wrong = "torch is Python's; the functions of a kernel are those of tl",
     .fix = "$sign$here"},
    {.word = "math",
     .named = true,
     .line = R"((?P<sign>-?)\bmath(?P<code_after>\.\w+(?:\(.*)?)?)",
     .look = kMemberOfModule,
     .wrong = "math is Python's; the functions of a kernel are those of tl",
     .fix = "$sign$here"},
    {.word = "triton",
     .named = true,
     .line = R"(\btriton(?P<code_after>\.\w+(?:\(.*)?)?)",
     .look = kMemberOfModule,
     .wrong = "triton is Python's; its language is tl here",
     .why = "cdiv is a plain function.",
     .fix = "${here|cdiv(n, BLOCK_SIZE)}"},
    {.word = "ceil",
     .named = true,
     .look = {rounds_quotient_up, "here"},
     .wrong = "a quotient of whole numbers is rounded up by cdiv",
     .why = "The division of whole numbers has rounded down already when ceil gets its result.",
     .fix = "$here"},
    {.word = "raise",
     .named = true,
     .wrong = "raise is a word of Python",
     .fix = "throw error(\"...\");"},
    {.word = "var",
     .named = true,
     .line = "^var ",
     .wrong = "a new variable is declared with auto",
     .fix = "$rewritten",
     .replaced = "var ",
     .by = "auto "},
    {.word = "let",
     .named = true,
     .line = "^let ",
     .wrong = "a new variable is declared with auto",
     .fix = "$rewritten",
     .replaced = "let ",
     .by = "auto "},
    {.word = "INF", .named = true, .wrong = kInfinity, .fix = "inf"},
    {.word = "INFINITY", .named = true, .wrong = kInfinity, .fix = "inf"},
    {.word = "numeric_limits", .named = true, .wrong = kInfinity, .fix = "-inf, or inf"},
    {.word = "nan",
     .named = true,
     .wrong = "NaN has no name here",
     .why = "Masked lanes take a number, such as 0 or -inf."},
    {.word = "fp16", .named = true, .wrong = "the type is called float16 here", .fix = "float16"},
    {.word = "fp32", .named = true, .wrong = "the type is called float32 here", .fix = "float32"},
    {.word = "bf16", .named = true, .wrong = "the type is called bfloat16 here", .fix = "bfloat16"},
    {.word = "mod",
     .line = " mod ",
     .wrong = "the remainder of a division is written %",
     .fix = "a % b"},
    {.name = "mod as a function",
     .word = "mod",
     .named = true,
     .wrong = "the remainder of a division is written %",
     .fix = "a % b"},

    // Signs that C++ does not have, or has for something else.
    {.name = "decorator",
     .line = "^@",
     .caret = kWholeLine,
     .wrong = "decorators are Python's: a kernel here is a struct with a call operator",
     .fix = kEntry},
    {.name = "product of matrices",
     .line = " @ ",
     .caret = "@",
     .wrong = "a product of matrices is tl.dot",
     .fix = "acc = tl.dot(a, b, acc);"},
    {.name = "comment of Python",
     .says = "#|expected",
     .line = "^(?P<before>[^#]+?) *#",
     .caret = "#",
     .wrong = "a comment begins with // in C++",
     .fix = "$before  // ..."},
    {.name = "=<",
     .says = "expected",
     .line = "=<",
     .caret = "=<",
     .wrong = "the comparison is written <=",
     .fix = "$rewritten",
     .replaced = "=<",
     .by = "<="},
    {.name = "=>",
     .says = "expected",
     .line = "=>",
     .caret = "=>",
     .wrong = "the comparison is written >=",
     .fix = "$rewritten",
     .replaced = "=>",
     .by = ">="},
    {.name = ":=",
     .line = ":=",
     .caret = ":=",
     .wrong = "= gives a variable its value",
     .fix = "$rewritten",
     .replaced = ":=",
     .by = "="},
    {.name = "== in a declaration",
     .line = R"(^auto \w+ == )",
     .caret = "==",
     .wrong = "a variable gets its value with =; == compares",
     .fix = "$rewritten",
     .replaced = "==",
     .by = "="},
    {.name = "power of a name",
     .line = R"((?P<x>[A-Za-z_]\w*)\s*\*\*\s*\w+)",
     .caret = "**",
     .wrong = "C++ has no operator **",
     .why = "A square is a product; tl.pow takes any exponent.",
     .fix = "$x * $x"},
    {.name = "power",
     .line = R"(\)\s*\*\*\s*\w+)",
     .caret = "**",
     .wrong = "C++ has no operator **",
     .why = "A square is a product; tl.pow takes any exponent.",
     .fix = "tl.pow(x, y)"},
    {.name = "backquote",
     .says = "not declared|not allowed|stray|unexpected character|unrecognized token|non-ASCII|"
             "undeclared identifier|expected",
     .line = "`",
     .wrong = "` means nothing in C++: leave it out"},
};

}  // namespace

constinit const std::span<const rule> kForeignRules = kForeignTable;

}  // namespace kw::explain
