#include "grader/run/sandbox/symbol_rules.hpp"

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
      if (kit.expected.count(symbol.name) > 0 && !system_symbols().holds(symbol.name)) {
        kit.entries.insert(symbol.name);
      }
    }
  }
  return kit;
}

std::string forbidden_symbol(const object_file& submission, const kit_symbols& kit, bool on_gpu) {
  for (const object_symbol& symbol : submission.symbols) {
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

std::vector<std::string> own_names(const object_file& submission, const kit_symbols& kit,
                                   bool on_gpu) {
  std::vector<std::string> names;
  for (const object_symbol& symbol : submission.symbols) {
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
