#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// A name in an object file that other object files can see.
struct object_symbol {
  std::string name;      ///< As the linker knows it.
  bool defined = false;  ///< Otherwise it is expected from elsewhere.
  bool weak = false;     ///< Another definition may take its place.
};

/// Reads what `nm -gP` prints of object files and archives. Empty where a line makes no sense: a
/// submission may have named something so.
/// \param several files, of which each begins with a line of its own
std::optional<std::vector<object_symbol>> read_symbols(std::string_view printed, bool several);

/// The names of the course's own half of a worker, which a submission is linked with.
struct kit_symbols {
  std::set<std::string> defined;   ///< By the course's half.
  std::set<std::string> single;    ///< Those of them that no header defines.
  std::set<std::string> expected;  ///< By it from the system: not of a submission.
  std::set<std::string> entries;   ///< The functions that a submission is there to define.

  /// \param main of the object that calls the entries \param others of everything else of the kit
  static kit_symbols of(const std::vector<object_symbol>& main,
                        const std::vector<object_symbol>& others);
};

/// What a submission's object file asks for, or takes the place of, and must not: the first such
/// thing in words, to follow "It"; empty where there is none.
///
/// The checker runs in the same process as the kernel that it checks. So a submission may call what
/// rules/allowed_symbols.txt names, and it may define its own names, but no function of C++ that
/// the course's half or the C++ library defines.
std::string forbidden_symbol(const std::vector<object_symbol>& submission, const kit_symbols& kit,
                             bool on_gpu);

/// The names of C that a submission defines for itself, such as a variable `time`. They are made
/// local to its object file, or they would take the place of the system's in all of the program.
std::vector<std::string> own_names(const std::vector<object_symbol>& submission,
                                   const kit_symbols& kit, bool on_gpu);

}  // namespace kw::grader
