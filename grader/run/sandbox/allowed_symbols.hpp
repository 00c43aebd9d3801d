#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// A file of `grader/run/sandbox/rules` by its name.
std::string_view embedded_rules(std::string_view file);

/// A section of a file of names, as rules/allowed_symbols.txt describes it.
class symbol_list {
 public:
  /// \param section "system"
  symbol_list(std::string_view text, std::string_view section);

  /// \param name as the linker knows it
  bool holds(const std::string& name) const;
  /// Whether a line with `!` is about it.
  bool refuses(const std::string& name) const;

 private:
  std::set<std::string, std::less<>> names_;
  std::vector<std::string> patterns_, refused_;
};

/// Functions and variables of the system.
const symbol_list& system_symbols();
/// Of the course's half of the program.
const symbol_list& course_symbols();

/// "kw::runtime::check_row(kw::runtime::program&, ...)", or the name itself, cut.
std::string demangled(const std::string& name);

/// The same without parameters.
std::string function_name(const std::string& symbol);

}  // namespace kw::grader
