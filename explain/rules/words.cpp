#include <algorithm>

#include "explain/rules/rule.hpp"

namespace kw::explain {
namespace {

constexpr std::string_view kNoThreads =
    "A kernel describes what one program does with a whole block of elements. The library decides "
    "which thread does what, and what threads share.";
constexpr std::string_view kOneSource = "The same source is compiled for the CPU and for GPUs.";
constexpr std::string_view kOffsets =
    "auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);";
constexpr std::string_view kLoadTile = "auto v = tl.load(x + offsets, mask);";
constexpr std::string_view kPrint = "tl.device_print(\"text\", x);";
constexpr std::string_view kWideLoads =
    "A load gives a tile of any length. Where lanes are neighbours in memory, a GPU loads 16 bytes "
    "at once without being asked.";
constexpr std::string_view kAddressFirst = "The address comes first: a pointer plus offsets.";
constexpr std::string_view kSeed =
    "It needs no state: it takes a seed, which is one integer, and a tile of offsets. Each offset "
    "has its own random number.";
constexpr std::string_view kLength =
    "A view knows how long it is along each axis. A pointer knows no length: the kernel takes it "
    "as a parameter.";
constexpr std::string_view kAxis = "(_, None) makes a column of a 1-D tile, (None, _) a row.";

using enum word_use;

// How a word is used, the words, what they are here, and why if that needs a sentence.
constexpr foreign_word kWords[] = {
    // ---- CUDA C++ ----
    {anywhere, "threadIdx", kOffsets, kNoThreads},
    {anywhere, "blockIdx", "tl.program_id(0)",
     "The programs along the other axes are tl.program_id(1) and (2)."},
    {anywhere, "blockDim", "BLOCK_SIZE",
     "The size of a block is a template parameter of the kernel."},
    {anywhere, "gridDim", "tl.num_programs(0)",
     "Those along the other axes are tl.num_programs(1) and (2)."},
    {anywhere, "__shared__", "auto v = tl.zeros(size<BLOCK_SIZE>);",
     "Instead of shared memory there are tiles: one value for each lane, kept in registers. The "
     "library decides what threads share."},
    {anywhere, "__syncthreads", "tl.barrier();",
     "The library keeps the threads of a program in step. Only a load of a value that the same "
     "program stored needs a barrier in between."},
    {anywhere, "__syncwarp", "tl.barrier();", kNoThreads},
    {anywhere, "__shfl_(?:xor|down)_sync", "tl.sum(x)", kNoThreads},
    {anywhere, "__threadfence", "tl.atomic_xchg(flag, 1);",
     "An atomic operation orders what the program loads and stores around it."},
    {anywhere, "__global__", kEntry, kOneSource},
    {anywhere, "__device__|__host__|__forceinline__", "KW_HD int function(int i) {", kOneSource},
    {anywhere, "__ldg", "tl.load(x + offsets, mask)"},
    {anywhere, "float4|float2", kLoadTile, kWideLoads},
    {anywhere, "dim3", "grid(x, y, z)", "The programs of a launch are given by a grid."},
    {anywhere, "cudaMalloc", "",
     "Memory belongs to a kw::buffer here. The tests pass views of their buffers."},
    {anywhere, "cudaDeviceSynchronize", "",
     "The tests wait for the launch themselves. Leave this line out."},
    {anywhere, "atomicAdd", "tl.atomic_add($arguments);", kAddressFirst},
    {anywhere, "atomicMax", "tl.atomic_max($arguments);", kAddressFirst},
    {anywhere, "atomicMin", "tl.atomic_min($arguments);", kAddressFirst},
    {anywhere, "atomicExch", "tl.atomic_xchg($arguments);", kAddressFirst},
    {anywhere, "atomicCAS", "tl.atomic_cas($arguments);", kAddressFirst},
    {anywhere, "curand|curand_uniform|curand_init", "tl.rand(seed, offsets)", kSeed},
    {anywhere, "__float_as_uint", "$arguments.to(uint32, bitcast)"},
    {anywhere, "__float_as_int", "$arguments.to(int32, bitcast)"},
    {anywhere, "__uint_as_float|__int_as_float", "$arguments.to(float32, bitcast)"},

    {anywhere, "mod", "a % b", "The remainder of a division is written %."},

    // ---- functions of C for one number; others are called as here (foreign.cpp) ----
    {function, "fabs", "tl.abs($arguments)"},
    {function, "fmax", "tl.maximum($arguments)"},
    {function, "fmin", "tl.minimum($arguments)"},
    {function, "max", "tl.maximum($arguments)"},
    {function, "min", "tl.minimum($arguments)"},
    {function, "pow", "tl.pow($arguments)"},
    {function, "fma", "tl.fma($arguments)"},

    // ---- Triton, after tl. ----
    {of_tl, "constexpr", "template <int BLOCK_SIZE> in front of the kernel",
     "A number that is known at compile time is a template parameter, or a constant such as "
     "`constexpr int N = 64;`."},
    {of_tl, "ones", "tl.full($first, 1.0f)"},
    {of_tl, "ones_like", "tl.zeros_like($first) + 1.0f"},
    {of_tl, "empty", "tl.zeros($arguments)"},
    {of_tl, "static_assert", "static_assert($arguments)",
     "C++ has its own, for what is known at compile time."},
    {of_tl, "logical_and|bitwise_and", "($first) & ($second)"},
    {of_tl, "logical_or|bitwise_or", "($first) | ($second)"},
    {of_tl, "logical_not", "!($first)"},
    {of_tl, "full_like", "tl.zeros_like($first) + $second"},
    {of_tl, "any", "tl.max(tl.cast($first, int32)) > 0"},
    {of_tl, "all", "tl.min(tl.cast($first, int32)) > 0"},
    {of_tl, "select", "tl.where($arguments)"},
    {of_tl, "static_print|print", kPrint},
    {of_tl, "fetch", "fetch(a.tile(...), b.tile(...))", "It is a plain function."},
    {of_tl, "relu", "tl.maximum(x, 0.0f)", "It is the larger of x and 0, lane by lane."},
    {of_tl, "square", "x * x"},
    {of_tl, "power", "tl.pow($arguments)"},
    {of_tl, "clip", "tl.clamp($arguments)"},
    {of_tl, "mm|matmul", "tl.dot($arguments)"},
    {of_tl, "prod", "tl.reduce(x, axis<0>, [](auto a, auto b) { return a * b; })"},
    {of_tl, "absolute", "tl.abs($arguments)"},
    {of_tl, "concatenate", "tl.cat($arguments)"},
    {of_tl, "stack", "tl.join($arguments)"},
    {of_tl, "thread_id", "tl.program_id(0)", "A kernel describes what one program does."},
    {of_tl, "sync", "tl.barrier()"},
    {of_tl, "transpose", "tl.trans($first)"},
    {of_tl, "var", "tl.sum(d * d) / n, with d = x - mean", "The variance is written out."},
    {of_tl, "std", "tl.sqrt(tl.sum(d * d) / n), with d = x - mean",
     "The deviation is written out."},
    {of_tl, "math", "tl.exp(x), tl.sqrt(x) and the like", "The functions are those of tl itself."},
    {of_tl, "make_block_ptr", "a.tile(shape<M, N>, i, j) of a tensor_descriptor"},
    {of_tl, "advance", "a new tile at other offsets",
     "Pointers and tiles are made anew for each step."},

    // ---- NumPy and PyTorch, after a value ----
    {member, "T|t|transpose", "tl.trans($x)"},
    {member, "astype|type|cast|float", "$x.to(float32)"},
    {member, "half", "$x.to(float16)"},
    {member, "b?float16|float32|int32", "$x.to($name)"},
    {member, "int|long", "$x.to(int32), or int64"},
    {member, "double", "$x.to(float64)"},
    {member, "bool", "$x != 0"},
    {member, "dtype", "",
     "Its elements have the type of the pointer that it was loaded from. A kernel that is a "
     "template over T writes x.to(dtype<T>{}), any other a name such as x.to(float16)."},
    {member, "unsqueeze", "$x(_, None)", kAxis},
    {member, "logical_and", "$x & ($arguments)"},
    {member, "logical_or", "$x | ($arguments)"},
    {member, "logical_not", "!$x"},
    {member, "masked_fill", "tl.where($first, $second, $x)"},
    {member, "flatten", "tl.ravel($x)"},
    {member, "relu", "tl.maximum($x, 0.0f)"},
    {member, "any", "tl.max(tl.cast($x, int32)) > 0"},
    {member, "all", "tl.min(tl.cast($x, int32)) > 0"},
    {member, "item", "",
     "A tile with all its lanes is not one number. tl.sum, tl.max and the like make one of it."},
    {member, "contiguous|clone|detach", "$x", "A tile is a value of its own."},
    {member, "shape|size|length|len", "$x.extent($axis)", kLength},
    {member, "pipeline", "$x.pipelined(0, end, step, [&](int, auto at, auto bt) { ... });"},

    // ---- Python and others ----
    {name, "True", "true"},
    {name, "False", "false"},
    {name, "elif", "else if"},
    {name, "pass", "{}"},
    {name, "len", "", kLength},
    {name, "assert", "tl.device_assert($arguments, \"text\")"},
    {name, "raise", "throw error(\"...\");"},
    {name, "var|let", "auto", "A new variable is declared with auto."},
    {name, "final", "const", "A variable that does not change is const."},
    {name, "INF|INFINITY", "inf"},
    {name, "numeric_limits", "-inf, or inf"},
    {name, "nan", "", "NaN has no name here. Masked lanes take a number, such as 0 or -inf."},
    {name, "print", kPrint},
    {name, "printf|cout", kPrint, "It takes tiles as well as numbers."},
    {name, "ceil", "cdiv(n, BLOCK_SIZE)",
     "A quotient of whole numbers is rounded up by cdiv: it has been rounded down already when "
     "ceil gets it."},

    // ---- types ----
    {type, "__half|half|float16|fp16", "float16_t"},
    {type, "(?:__)?(?:nv_)?bfloat16|bf16", "bfloat16_t"},
    {type, "float32|fp32", "float"},
    {type, "float64", "double"},
    {type, "u?int(?:8|16|32|64)", "std::${name}_t"},
    {type, "uint", "unsigned"},
};

// ---- the names of the tile language, and texts that several of them share

constexpr std::string_view kOffsetsFirst =
    "Pointers are a parameter plus offsets. A mask is a comparison of the offsets, and `other` is "
    "one number: the value of the lanes that the mask leaves out.";
constexpr std::string_view kOneTile = "It takes one tile or number, and works lane by lane.";
constexpr std::string_view kSeedFirst =
    "It takes a seed, which is one integer, and then a tile of integers with the offset of each "
    "lane. Each offset has its own random number.";
constexpr std::string_view kOfLoop =
    "It takes the end, the begin and the end, or the begin, the end and a step, plain integers.";
constexpr std::string_view kHint =
    "It takes a value, which it returns as it is, and a number for each axis.";
constexpr std::string_view kAlongAxis =
    "It takes one tile. Without an axis it reduces all elements to one number; axis<0> goes down "
    "each column, axis<1> along each row.";
constexpr std::string_view kAtomic =
    "It takes the address, the value, and a mask if not every lane takes part; then a memory order "
    "and a scope if they are not the usual ones. The address comes first: a tile of addresses for "
    "a tile, a plain pointer for one number.";

constexpr std::string_view kRunning =
    "It takes one tile, the axis (axis<0> if none is given), and the word reverse to begin at the "
    "end.";

constexpr std::string_view kNewShape =
    "It takes one tile, and its new shape as a type: size<N> or shape<M, N>.";
constexpr std::string_view kPacked =
    "It takes a tile of integers, each of which holds several 4-bit numbers, and an axis (the last "
    "one if none is given).";
constexpr std::string_view kTwoTiles = "It takes two tiles of one shape.";

constexpr tl_function kFunctions[] = {
#define KW_FUNCTION_OF_ONE(name, domain, source) {#name, 1, 1, "tl." #name "(x)", kOneTile},
#define KW_FUNCTION_OF_TWO(name, x, y, domain, source, advice) \
  {#name, 2, 2, "tl." #name "(" #x ", " #y ")", advice},
#define KW_FUNCTION_OF_THREE(name, x, y, z, domain, source, advice) \
  {#name, 3, 3, "tl." #name "(" #x ", " #y ", " #z ")", advice},
#define KW_NAME(name, parameters, without_tiles, least, most, call, advice) \
  {#name, least, most, call, advice},
#include "common/include/kernelwright/language/names.def"
};

}  // namespace

std::span<const foreign_word> foreign_words() {
  return kWords;
}

std::span<const tl_function> tl_functions() {
  return kFunctions;
}

const tl_function* find_tl_function(std::string_view name) {
  const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                  [&](const tl_function& each) { return each.name == name; });
  return found == std::end(kFunctions) ? nullptr : &*found;
}

}  // namespace kw::explain
