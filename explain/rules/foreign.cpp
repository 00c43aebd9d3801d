// Words of CUDA C++, of Python and of NumPy in a kernel. Compilers call them unknown names or,
// nvcc, complain about something behind them; what helps is the word that takes their place here.
#include <utility>

#include "explain/rules/rules.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

struct foreign_word {
  const char* word;
  const char* message;
  const char* advice;
  const char* fix;
};

constexpr const char* kNoThreads =
    "A kernel is written for a whole block of elements, a program. Which thread does what, and "
    "what "
    "they share, is the library's matter.";
constexpr const char* kOffsets =
    "auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);";
constexpr const char* kEntry = "KW_KERNEL void operator()(auto tl, ...) const {";
constexpr const char* kPrint = "tl.device_print(\"text\", x);";

constexpr foreign_word kCuda[] = {
    {"threadIdx", "there is no threadIdx in a tile kernel", kNoThreads, kOffsets},
    {"blockIdx", "blockIdx is tl.program_id here", kNoThreads, kOffsets},
    {"blockDim", "there is no blockDim in a tile kernel", kNoThreads, kOffsets},
    {"gridDim", "gridDim is tl.num_programs here", kNoThreads, "tl.num_programs(0)"},
    {"__shared__", "there is no __shared__ memory in a tile kernel", kNoThreads,
     "auto v = tl.load(x + offsets, mask);"},
    {"__syncthreads", "there is no __syncthreads() in a tile kernel",
     "The threads of a program keep in step by themselves. Only a load of what this program stored "
     "needs a barrier in between.",
     "tl.barrier();"},
    {"__syncwarp", "there is no __syncwarp() in a tile kernel", kNoThreads, "tl.barrier();"},
    {"__shfl_xor_sync", "there are no shuffles in a tile kernel", kNoThreads, "tl.sum(x)"},
    {"__shfl_down_sync", "there are no shuffles in a tile kernel", kNoThreads, "tl.sum(x)"},
    {"__global__", "a kernel is a call operator marked KW_KERNEL, not a __global__ function",
     "The same source is compiled for the CPU and for GPUs.", kEntry},
    {"__device__", "a function for kernels is marked KW_HD, not __device__",
     "The same source is compiled for the CPU and for GPUs.", "KW_HD int function(int i) {"},
    {"__host__", "a function for kernels is marked KW_HD",
     "The same source is compiled for the CPU and for GPUs.", "KW_HD int function(int i) {"},
    {"atomicAdd", "atomicAdd is tl.atomic_add here", "",
     "tl.atomic_add(out + offsets, value, mask)"},
    {"atomicMax", "atomicMax is tl.atomic_max here", "",
     "tl.atomic_max(out + offsets, value, mask)"},
    {"atomicCAS", "atomicCAS is tl.atomic_cas here", "",
     "tl.atomic_cas(pointer, expected, desired)"},
    {"__ldg", "__ldg is tl.load here", "", "tl.load(x + offsets, mask)"},
    {"float4", "a load gives a tile, whatever its length",
     "Where lanes lie side by side a GPU loads 16 bytes at once by itself.",
     "auto v = tl.load(x + offsets, mask);"},
    {"float2", "a load gives a tile, whatever its length",
     "Where lanes lie side by side a GPU loads 16 bytes at once by itself.",
     "auto v = tl.load(x + offsets, mask);"},
    {"dim3", "the programs of a launch are given by grid(x, y, z)", "",
     "grid(cdiv(n, BLOCK_SIZE))"},
    {"cudaMalloc", "memory is a kw::buffer here", "The tests hand over views of theirs.", ""},
    {"cudaDeviceSynchronize", "the tests wait for the launch themselves", "Leave this line out.",
     ""}};

constexpr foreign_word kPython[] = {
    {"import", "this is a line of Python; C++ includes a header", "",
     "#include <kernelwright/kernelwright.hpp>"},
    {"lambda", "lambda is a word of Python",
     "A small function of C++ is written [&](int k) { return ...; }; a mask needs none.",
     "auto mask = offsets < n;"},
    {"print", "a kernel prints with tl.device_print", "", kPrint},
    {"printf", "a kernel prints with tl.device_print", "It takes tiles as well as numbers.",
     kPrint},
    {"cout", "a kernel prints with tl.device_print", "It takes tiles as well as numbers.", kPrint},
    {"np", "np is NumPy's; the functions of a kernel are those of tl",
     "Constants are plain names: inf.", ""},
    {"torch", "torch is Python's; the functions of a kernel are those of tl", "", ""},
    {"math", "math is Python's; the functions of a kernel are those of tl", "", ""},
    {"triton", "triton is Python's; its language is tl here", "cdiv is a plain function.", ""},
    {"ceil", "a quotient is rounded up by cdiv", "", "cdiv(n, BLOCK_SIZE)"},
    {"raise", "raise is a word of Python", "", "throw error(\"...\");"},
    {"var", "a new variable is declared with auto", "", ""},
    {"let", "a new variable is declared with auto", "", ""},
    {"INF", "infinity is written inf here", "", "inf"},
    {"INFINITY", "infinity is written inf here", "", "inf"},
    {"numeric_limits", "infinity is written inf here", "", "-inf, or inf"},
    {"nan", "there is no name for NaN here", "Masked lanes take a number, such as 0 or -inf.", ""},
    {"fp16", "the type is called float16 here", "", "float16"},
    {"fp32", "the type is called float32 here", "", "float32"},
    {"bf16", "the type is called bfloat16 here", "", "bfloat16"},
    {"mod", "the remainder of a division is written %", "", "a % b"}};

bool starts_with(const std::string& text, std::string_view with) {
  return text.compare(0, with.size(), with) == 0;
}

void tell(explanation& e, const foreign_word& w, const std::string& where) {
  e.column = 0;
  point_at(e, where);
  e.message = w.message;
  e.advice = w.advice;
  e.fix = w.fix;
}

/// nvcc knows CUDA's words and complains about what they are used for; so the line decides, and the
/// lines above it that an error of a later line comes from.
bool explain_cuda(const std::string& code, explanation& e) {
  for (const foreign_word& w : kCuda) {
    if (find_word(code, w.word) != std::string::npos) {
      tell(e, w, w.word);
      return true;
    }
  }
  const std::size_t chevrons = code.find("<<<");
  if (chevrons == std::string::npos) {
    return false;
  }
  e.column = 0;
  point_at(e, "<<<");
  e.message = "a kernel is started by launch here, not by <<< >>>";
  e.advice = "It takes the device, the grid, the kernel, and the kernel's arguments.";
  e.fix = "launch(out.device(), grid(programs), " +
          first_match(code, "(\\w+(?:<[^<>]*>)?)\\s*<<<") + "{}, x, out);";
  return true;
}

bool explain_python(const situation& s, const std::string& code, explanation& e) {
  if (starts_with(code, "from ") && contains(code, " import")) {
    tell(e, kPython[0], "from");
    return true;
  }
  if (starts_with(code, "using namespace kernelwright")) {
    e.column = 0;
    point_at(e, "kernelwright");
    e.message = "the namespace is called kw";
    e.fix = "using namespace kw;";
    return true;
  }
  for (const foreign_word& w : kPython) {
    const std::string word = w.word;
    const bool named = contains_any(s.message, {"'" + word + "'", "\"" + word + "\""}) ||
                       contains(s.message, "::" + word + "(") ||
                       contains(s.message, "::" + word + "\"") ||
                       (contains(s.message, "name followed by") && contains(code, word + "::")) ||
                       (word == "import" && starts_with(code, "import "));
    const std::size_t at = find_word(code, word);
    if ((word == "var" || word == "let") && !starts_with(code, word + " ")) {
      continue;
    }
    const bool between = word == "mod" && at != std::string::npos && contains(code, " mod ");
    if (at == std::string::npos || !(named || between)) {
      continue;
    }
    tell(e, w, word);
    const std::string member = first_match(code, ("\\b" + word + "\\.(\\w+)").c_str());
    const std::string call = word + "." + member + "(";
    if (member == "inf") {
      e.fix = "inf";
    } else if (!member.empty() && contains(code, call)) {
      e.fix = "tl." + member + "(...)";
    } else if (word == "triton") {
      e.fix = "cdiv(n, BLOCK_SIZE)";
    } else if (word == "var" || word == "let") {
      e.fix = replaced(code, word + " ", "auto ");
    }
    return true;
  }
  return false;
}

/// Signs that C++ does not have, or has for something else.
bool explain_sign(const situation& s, const std::string& code, explanation& e) {
  const std::size_t hash = code.find('#');
  if (starts_with(code, "@")) {
    e.column = 0;
    e.message = "decorators are Python's: a kernel here is a struct with a call operator";
    e.fix = kEntry;
    return true;
  }
  if (contains(code, " @ ")) {
    e.column = 0;
    point_at(e, "@");
    e.message = "a product of matrices is tl.dot";
    e.fix = "acc = tl.dot(a, b, acc);";
    return true;
  }
  if (hash != std::string::npos && hash > 0 && contains_any(s.message, {"#", "expected"})) {
    e.column = 0;
    point_at(e, "#");
    e.message = "a comment begins with // in C++";
    e.fix = trimmed(code.substr(0, hash)) + "  // ...";
    return true;
  }
  for (const auto& [wrong, right] : {std::pair{"=<", "<="}, std::pair{"=>", ">="}}) {
    if (contains(code, wrong) && contains(s.message, "expected")) {
      e.column = 0;
      point_at(e, wrong);
      e.message = std::string("the comparison is written ") + right;
      e.fix = replaced(code, wrong, right);
      return true;
    }
  }
  if (contains(code, ":=")) {
    e.column = 0;
    point_at(e, ":=");
    e.message = "a value is given with =";
    e.fix = replaced(code, ":=", "=");
    return true;
  }
  if (search(code, "^auto \\w+ == ")) {
    e.column = 0;
    point_at(e, "==");
    e.message = "a variable gets its value with =; == compares";
    e.fix = replaced(code, "==", "=");
    return true;
  }
  groups match;
  if (search(code, "([A-Za-z_]\\w*|\\))\\s*\\*\\*\\s*(\\w+)", &match)) {
    e.column = 0;
    point_at(e, "**");
    e.message = "there is no operator ** in C++";
    e.advice = "A square is a product.";
    e.fix = match[1] == ")" ? "tl.exp2(y * tl.log2(x))" : match[1] + " * " + match[1];
    return true;
  }
  for (const unsigned char c : code) {
    const bool quote = c == '`';
    if (c >= 0x80 || quote) {
      if (contains_any(s.message,
                       {"not declared", "not allowed", "stray", "unexpected character",
                        "unrecognized token", "non-ASCII", "undeclared identifier", "expected"})) {
        e.message = quote ? "` means nothing in C++: leave it out"
                          : "this line holds a character that only looks like one of C++'s";
        e.advice = quote ? ""
                         : "It may come from a text processor: type quotes, signs and "
                           "semicolons anew.";
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool explain_foreign(const situation& s, explanation& e) {
  const std::string code = without_comment(e.source_line);
  return explain_cuda(code, e) || explain_python(s, code, e) || explain_sign(s, code, e);
}

}  // namespace kw::explain
