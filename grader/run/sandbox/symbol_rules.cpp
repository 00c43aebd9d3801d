#include "grader/run/sandbox/symbol_rules.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include <fmt/format.h>

namespace kw::grader {
namespace {

bool begins_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

template <std::size_t N>
bool begins_with_one_of(std::string_view text, const std::array<std::string_view, N>& starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return begins_with(text, start); });
}

/// Whether a text of names, with a space before and after each, holds this one.
bool holds(std::string_view names, std::string_view name) {
  return name.find(' ') == std::string_view::npos &&
         names.find(fmt::format(" {} ", name)) != std::string_view::npos;
}

/// Functions of C that neither ask the kernel for anything that a kernel file needs, nor look at
/// how it is run. Those that end, print, wait, count time and make threads are harmless: the judge
/// sees them from outside.
constexpr std::string_view kFunctionsOfC =
    " _GLOBAL_OFFSET_TABLE_ __assert_fail __chk_fail __divdc3 __divsc3 __divti3 __divmodti4"
    " __cpu_indicator_init __cpu_model __fixdfti __fixsfti __fixunsdfti __fixunssfti"
    " __floattidf __floattisf __floatuntidf __floatuntisf __modti3 __muldc3 __mulsc3 __udivti3 "
    "__udivmodti4 __umodti3 __ctype_b_loc __ctype_tolower_loc"
    " __ctype_toupper_loc __dso_handle __dynamic_cast __errno_location __fprintf_chk"
    " __gmon_start__ __gxx_personality_v0 __isoc99_sscanf __isoc23_strtol __isoc23_strtoul"
    " __libc_single_threaded"
    " __memcpy_chk __once_proxy __memmove_chk __memset_chk __popcountdi2 __printf_chk"
    " __snprintf_chk __sprintf_chk __stack_chk_fail __strcat_chk __strcpy_chk __tls_get_addr"
    " __vsnprintf_chk _Exit _exit abort aligned_alloc atexit atof atoi atol bcmp bsearch"
    " calloc clock clock_gettime ctime difftime div exit fflush fprintf fputc fputs free"
    " fwrite gettimeofday gmtime isalnum isalpha isdigit isprint isspace labs ldiv lldiv"
    " localtime malloc memchr memcmp memcpy memmove memset mktime nanosleep perror"
    " posix_memalign printf pthread_rwlock_destroy pthread_rwlock_init pthread_rwlock_rdlock"
    " pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock"
    " pthread_rwlock_wrlock putc putchar puts qsort rand rand_r realloc sched_yield sincos"
    " sincosf sleep snprintf sprintf srand sscanf stderr stdout strcat strchr strcmp strcpy"
    " strcspn strdup strerror strftime strlen strncat strncmp strncpy strpbrk strrchr strspn"
    " strstr strtod strtof strtol strtoll strtoul strtoull time tolower toupper usleep"
    " vfprintf vprintf vsnprintf ";

/// <math.h> has each of these for double, float (f) and long double (l).
constexpr std::string_view kMathematics =
    " acos acosh asin asinh atan atan2 atanh cabs carg cbrt ceil cexp clog copysign cos cosh cpow "
    "csqrt erf erfc exp exp2"
    " expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint llround"
    " log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter pow remainder"
    " remquo rint round scalbln scalbn sin sinh sqrt tan tanh tgamma trunc ";

/// What contexts and launches call. Nothing here makes the checker see less: what reads findings,
/// switches checks, or belongs to the judge is left out. `syscall` is that of
/// common/judge/futex_alone.cpp, which can only wait.
constexpr std::string_view kFunctionsOfTheLanguage =
    " syscall kw::available kw::cuda_linked kw::default_device kw::device_name[abi:cxx11]"
    " kw::fast_memory kw::launch_stream::launch_stream kw::launch_stream::~launch_stream"
    " kw::memory::allocate kw::memory::copy kw::memory::fill"
    " kw::memory::release kw::memory::start_fill kw::refuse kw::synchronize kw::thread_count"
    " kw::runtime::add_to_plan kw::runtime::array_needs_other_layout"
    " kw::runtime::assertion_failed kw::runtime::atomic_again kw::runtime::begin_cuda_launch"
    " kw::runtime::begin_synchronising kw::runtime::end_synchronising"
    " kw::runtime::check_access kw::runtime::check_cuda kw::runtime::check_lanes"
    " kw::runtime::check_row kw::runtime::columns_not_adjacent kw::runtime::find_best"
    " kw::runtime::grid_out_of_range kw::runtime::kernel_lacks_cpu"
    " kw::runtime::kernel_lacks_cuda kw::runtime::key_too_long kw::runtime::lay_out"
    " kw::runtime::make_tensor_map kw::runtime::program_counter"
    " kw::runtime::lanes_left_undefined kw::runtime::launch_kernel kw::runtime::limits_of"
    " kw::runtime::not_finite_stored kw::runtime::note_atomic kw::runtime::note_barrier"
    " kw::runtime::note_loaded_tile kw::runtime::note_stream kw::runtime::note_stream_steps"
    " kw::runtime::stream_of_launches kw::runtime::streams_are_negated"
    " kw::runtime::print_lanes kw::runtime::probe_arguments kw::runtime::probe_cuda_kernel"
    " kw::runtime::probing_launches kw::runtime::report_misuse kw::runtime::room_for_lanes"
    " kw::runtime::undefined_lanes_stored kw::runtime::value_does_not_fit ";

bool is_mathematics(std::string_view name) {
  constexpr std::string_view kVectors = "_ZGV";  // of libmvec
  return holds(kMathematics, name) || begins_with(name, kVectors) ||
         (!name.empty() && (name.back() == 'f' || name.back() == 'l') &&
          holds(kMathematics, name.substr(0, name.size() - 1)));
}

/// The part of the C++ library that a kernel file has no use for.
bool opens_files(std::string_view name) {
  constexpr std::array<std::string_view, 4> kWords = {"filesystem", "filebuf", "fstream",
                                                      "basic_file"};
  return begins_with(name, "_Z") &&
         std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
           return name.find(word) != std::string_view::npos;
         });
}

/// The C++ library, but for that.
bool is_standard_library(std::string_view name) {
  constexpr std::array<std::string_view, 18> kStarts = {
      "_ZSt",    "_ZNSt",   "_ZNKSt",  "_ZNVSt",  "_ZNSo",         "_ZNSi",
      "_ZNSs",   "_ZNSa",   "_ZNKSs",  "_ZTISt",  "_ZTVSt",        "_ZTSSt",
      "_ZTINSt", "_ZTSNSt", "_ZTVNSt", "_ZTTNSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"};
  constexpr std::array<std::string_view, 8> kSupport = {
      "_Zn",       "_Zd",  "__cxa_", "_Unwind_", "_ZTVN10__cxxabiv1", "_ZTIN10__cxxabiv1",
      "__atomic_", "_ITM_"};
  const bool type_of_a_number =
      name.size() <= 7 && (begins_with(name, "_ZTI") || begins_with(name, "_ZTS"));
  return !opens_files(name) && (begins_with_one_of(name, kStarts) ||
                                begins_with_one_of(name, kSupport) || type_of_a_number);
}

bool is_thread(std::string_view name) {
  constexpr std::array<std::string_view, 7> kStarts = {
      "pthread_mutex_", "pthread_cond_",  "pthread_create", "pthread_join",
      "pthread_once",   "pthread_detach", "pthread_self"};
  return begins_with_one_of(name, kStarts) || begins_with(name, "__pthread_key_create");
}

bool is_of_cuda(std::string_view name) {
  return begins_with(name, "__cuda") || begins_with(name, "cuda") || begins_with(name, "__nv") ||
         begins_with(name, "__fatbin");
}

bool is_of_the_system(std::string_view name) {
  return holds(kFunctionsOfC, name) || is_mathematics(name) || is_standard_library(name) ||
         is_thread(name);
}

/// Whether a name can be put into words: what it repeats is written as references, and references
/// to references can make it longer than any memory.
bool is_short_in_words(const std::string& name) {
  constexpr std::size_t kLongest = 600;
  constexpr int kMostReferences = 12;
  int references = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    const std::size_t end = name.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", i + 1);
    const bool refers = (name[i] == 'S' || name[i] == 'T') && end != std::string::npos;
    references += refers && name[end] == '_' ? 1 : 0;
  }
  return name.size() <= kLongest && references <= kMostReferences;
}

/// "kw::runtime::check_row(kw::runtime::program&, ...)", or the name itself, cut.
std::string demangled(const std::string& name) {
  constexpr std::size_t kShown = 120;
  if (!is_short_in_words(name)) {
    return name.size() <= kShown ? name : name.substr(0, kShown) + "...";
  }
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text ? text.get() : name;
}

bool is_of_the_language(const std::string& name) {
  // What a lesson's functions are linked with of earlier lessons is our solutions.
  constexpr std::array<std::string_view, 13> kFolders = {"_ZN8lesson",
                                                         "_ZN2kw7runtime18shared_memory_plan",
                                                         "_ZNK2kw7runtime18shared_memory_plan",
                                                         "_ZN2kw3cpu",
                                                         "_ZNK2kw3cpu",
                                                         "_ZN2kw4core",
                                                         "_ZNK2kw4core",
                                                         "_ZN2kw4cuda",
                                                         "_ZNK2kw4cuda",
                                                         "_ZN2kw5errorC",
                                                         "_ZN2kw5errorD",
                                                         "_ZN2kw7runtime14buffer_storage",
                                                         "_ZNK2kw7runtime14buffer_storage"};
  const std::string text = demangled(name);
  return begins_with_one_of(name, kFolders) ||
         holds(kFunctionsOfTheLanguage, text.substr(0, text.find('('))) ||
         begins_with(name, "__ubsan_handle_") || begins_with(text, "typeinfo for kw::") ||
         begins_with(text, "vtable for kw::error");
}

std::string in_words(const std::string& name) {
  const std::string text = demangled(name);
  return text.substr(0, text.find('('));
}

/// Whether the system has this name, for a function or for a variable.
bool system_has(const std::string& name, bool variable) {
  void* const data = dlsym(RTLD_DEFAULT, name.c_str());
  Dl_info where{};
  void* found = nullptr;
  if (data == nullptr || dladdr1(data, &where, &found, RTLD_DL_SYMENT) == 0 || found == nullptr) {
    return data != nullptr;
  }
  const bool is_variable =
      ELF64_ST_TYPE(static_cast<const Elf64_Sym*>(found)->st_info) == STT_OBJECT;
  return is_variable || !variable;
}

std::string about_definition(const object_symbol& symbol, const kit_symbols& kit) {
  const std::string& name = symbol.name;
  if (kit.entries.count(name) > 0 || begins_with(name, "DW.ref.")) {
    return {};
  }
  // A weak definition from the course's own header gives way to the course's. What the course
  // defines in one place only is in no header, so a second definition is somebody else's.
  const bool elsewhere =
      kit.defined.count(name) > 0 && (!symbol.weak || kit.single.count(name) > 0);
  const bool taken = kit.expected.count(name) > 0 || elsewhere;
  if (taken || (!symbol.weak && is_standard_library(name)) ||
      (!symbol.weak && begins_with(name, "_ZN2kw"))) {
    return fmt::format("defines {}, which is not its own", in_words(name));
  }
  // A variable with the name of a function, such as `int err`, cannot answer its calls.
  return begins_with(name, "_Z") || !system_has(name, symbol.variable)
             ? ""
             : fmt::format("defines {} for all of the program, where the system has one", name);
}

/// A name that nothing defines is left to the linker, whose message the explainer knows.
bool may_be_used(const std::string& name, const kit_symbols& kit, bool on_gpu) {
  if (is_of_the_system(name) || (on_gpu && is_of_cuda(name))) {
    return true;
  }
  return kit.defined.count(name) > 0
             ? is_of_the_language(name)
             : begins_with(name, "_Z") && !opens_files(name) && kit.expected.count(name) == 0;
}

}  // namespace

kit_symbols kit_symbols::of(const std::vector<object_file>& main,
                            const std::vector<object_file>& others) {
  kit_symbols kit;
  for (const auto* objects : {&main, &others}) {
    for (const object_file& object : *objects) {
      for (const object_symbol& symbol : object.symbols) {
        (symbol.defined ? kit.defined : kit.expected).insert(symbol.name);
        if (symbol.defined && !symbol.weak) {
          kit.single.insert(symbol.name);
        }
      }
    }
  }
  for (const std::string& name : kit.defined) {
    kit.expected.erase(name);
  }
  for (const object_file& object : main) {
    for (const object_symbol& symbol : object.symbols) {
      if (kit.expected.count(symbol.name) > 0 && !is_of_the_system(symbol.name)) {
        kit.entries.insert(symbol.name);
      }
    }
  }
  return kit;
}

std::string forbidden_symbol(const object_file& submission, const kit_symbols& kit, bool on_gpu) {
  for (const object_symbol& symbol : submission.symbols) {
    std::string problem;
    if (!symbol.defined) {
      problem = may_be_used(symbol.name, kit, on_gpu) ? "" : "uses " + in_words(symbol.name);
    } else if (!on_gpu || !is_of_cuda(symbol.name)) {
      problem = about_definition(symbol, kit);
    }
    if (!problem.empty()) {
      return problem;
    }
  }
  return {};
}

}  // namespace kw::grader
