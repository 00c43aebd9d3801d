#include "grader/run/sandbox/symbol_rules.hpp"

#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "grader/run/sandbox/allowed_symbols.hpp"

namespace kw::grader {
namespace {

bool begins_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

bool is_of_cplusplus(std::string_view name) {
  return begins_with(name, "_Z");
}

bool is_of_cuda(std::string_view name) {
  return begins_with(name, "__cuda") || begins_with(name, "cuda") || begins_with(name, "__nv") ||
         begins_with(name, "__fatbin");
}

std::string about_definition(const object_symbol& symbol, const kit_symbols& kit) {
  const std::string& name = symbol.name;
  if (name == "main") {  // of the tests: no student's own program links then
    return "defines main, which is not its own";
  }
  if (kit.entries.count(name) > 0 || !is_of_cplusplus(name)) {
    return {};
  }
  // A weak definition from the course's own header gives way to the course's. What the course
  // defines in one place only is in no header, so a second definition is somebody else's.
  const bool elsewhere =
      kit.defined.count(name) > 0 && (!symbol.weak || kit.single.count(name) > 0);
  const bool anew = !symbol.weak && (system_symbols().holds(name) || begins_with(name, "_ZN2kw"));
  return elsewhere || anew || kit.expected.count(name) > 0
             ? fmt::format("defines {}, which is not its own", function_name(name))
             : "";
}

/// A name that nothing defines is left to the linker, whose message the explainer knows.
bool may_be_used(const std::string& name, const kit_symbols& kit, bool on_gpu) {
  if (system_symbols().holds(name) || (on_gpu && is_of_cuda(name))) {
    return true;
  }
  return kit.defined.count(name) > 0 ? course_symbols().holds(name)
                                     : is_of_cplusplus(name) && !system_symbols().refuses(name) &&
                                           kit.expected.count(name) == 0;
}

}  // namespace

std::optional<std::vector<object_symbol>> read_symbols(std::string_view printed, bool several) {
  std::vector<object_symbol> symbols;
  std::istringstream lines{std::string(printed)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, type, address, size, more;
    words >> name >> type >> address >> size >> more;
    if (several && type.empty() && (name.empty() || name.back() == ':')) {
      continue;  // a file's name
    }
    if (type.size() != 1 || !more.empty()) {
      return std::nullopt;
    }
    // Of the linker's kinds, u is for a template's variable, of which any will do.
    const bool defined = std::string_view("Uwv").find(type[0]) == std::string_view::npos;
    const bool weak = std::string_view("WwVvu").find(type[0]) != std::string_view::npos;
    symbols.push_back({name, defined, weak});
  }
  return symbols;
}

kit_symbols kit_symbols::of(const std::vector<object_symbol>& main,
                            const std::vector<object_symbol>& others) {
  kit_symbols kit;
  for (const auto* symbols : {&main, &others}) {
    for (const object_symbol& symbol : *symbols) {
      (symbol.defined ? kit.defined : kit.expected).insert(symbol.name);
      if (symbol.defined && !symbol.weak) {
        kit.single.insert(symbol.name);
      }
    }
  }
  for (const std::string& name : kit.defined) {
    kit.expected.erase(name);
  }
  for (const object_symbol& symbol : main) {
    if (kit.expected.count(symbol.name) > 0 && !system_symbols().holds(symbol.name)) {
      kit.entries.insert(symbol.name);
    }
  }
  return kit;
}

std::string forbidden_symbol(const std::vector<object_symbol>& submission, const kit_symbols& kit,
                             bool on_gpu) {
  for (const object_symbol& symbol : submission) {
    std::string problem;
    if (symbol.defined) {
      problem = about_definition(symbol, kit);
    } else if (!may_be_used(symbol.name, kit, on_gpu)) {
      problem = "uses " + function_name(symbol.name);
    }
    if (!problem.empty()) {
      return problem;
    }
  }
  return {};
}

std::vector<std::string> own_names(const std::vector<object_symbol>& submission,
                                   const kit_symbols& kit, bool on_gpu) {
  std::vector<std::string> names;
  for (const object_symbol& symbol : submission) {
    const bool gives_way = symbol.weak && kit.defined.count(symbol.name) > 0;
    const bool own = symbol.defined && !is_of_cplusplus(symbol.name) &&
                     kit.entries.count(symbol.name) == 0 && !gives_way;
    if (own && !(on_gpu && is_of_cuda(symbol.name))) {
      names.push_back(symbol.name);
    }
  }
  return names;
}

}  // namespace kw::grader
