#include "common/checker/report/site.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "common/base/cpp_text.hpp"
#include "common/checker/source/settings.hpp"

namespace kw::runtime {
namespace {

bool names_a_size(const std::string& name) {
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  return name == "n" || name == "N" || name.rfind("n_", 0) == 0 || has("num") || has("size") ||
         has("len") || has("count") || has("elements");
}

}  // namespace

site::site(const launch_description& the_launch, const launch_monitor* the_monitor,
           const event& the_event)
    : e(the_event),
      launch(the_launch),
      monitor(the_monitor),
      kernel(kernel_name(the_launch.kernel_signature)) {
  if (e.place.file != nullptr) {
    line = source_line(e.place.file, e.place.line);
    statement = statement_at(e.place.file, e.place.line);
    parameters = kernel_parameters(e.place.file, kernel);
  }
  for (const char* file : {launch.place.file, launch.compiled_file}) {
    if (parameters.empty() && file != nullptr) {
      parameters = kernel_parameters(file, kernel);
    }
  }
  if (static_cast<int>(parameters.size()) != launch.argument_count) {
    parameters.clear();  // a different functor's: no names are better than wrong ones
  }
  if (monitor != nullptr && e.target >= 0) {
    where = &monitor->targets()[static_cast<std::size_t>(e.target)];
    buffer = name_of(e.target);
  }
}

std::string site::name_of(int target) const {
  const auto& chosen = monitor->targets()[static_cast<std::size_t>(target)];
  std::string name;
  for (const auto& t : monitor->targets()) {  // the same memory may be passed under several names
    if (t.argument < 0 || t.data != chosen.data) {
      continue;
    }
    const auto i = static_cast<std::size_t>(t.argument);
    const std::string own = i < parameters.size() && !parameters[i].name.empty()
                                ? parameters[i].name
                                : passed_as(t.argument);
    if (name.empty() || (t.argument == chosen.argument && !mentions(line, name)) ||
        (mentions(line, own) && !mentions(line, name))) {
      name = own;
    }
  }
  return name.empty() ? "a buffer that is not an argument of the kernel" : name;
}

// For a kernel whose text is not available: the launch's argument, such as `out` or `matrix(out)`.
std::string site::passed_as(int argument) const {
  const char* file = launch.place.file;
  const auto passed = file == nullptr
                          ? std::vector<std::string>()
                          : call_arguments(statement_at(file, launch.place.line), "launch");
  const std::size_t i = 3 + static_cast<std::size_t>(argument);  // after device, grid and kernel
  if (static_cast<int>(passed.size()) == 3 + launch.argument_count) {
    const auto of_matrix = call_arguments(passed[i], "matrix");
    const std::string& name = of_matrix.size() == 1 ? of_matrix[0] : passed[i];
    if (std::all_of(name.begin(), name.end(), base::is_name_character)) {
      return name;
    }
  }
  return "argument " + std::to_string(argument + 1);
}

std::string site::range(std::int64_t first, std::int64_t last) const {
  const std::string end = first == last ? "" : ".." + std::to_string(last);
  return buffer + "[" + std::to_string(first) + end + "]";
}

std::string site::function() const {
  if (e.access != access_kind::atomic) {
    return only_reads(e.access) ? "tl.load" : "tl.store";
  }
  for (const char* name : {"tl.atomic_max", "tl.atomic_min", "tl.atomic_and", "tl.atomic_or",
                           "tl.atomic_xor", "tl.atomic_xchg", "tl.atomic_cas"}) {
    if (mentions(statement, name)) {
      return name;
    }
  }
  return "tl.atomic_add";
}

bool site::is_matrix() const {
  const auto own = static_cast<std::size_t>(where == nullptr ? -1 : where->argument);
  return own < parameters.size() && parameters[own].type.find("matrix<") != std::string::npos;
}

std::string site::rows_text() const {
  const std::string all = counted(where->rows, "row");
  return !where->many_matrices() ? all
                                 : all + " (" + std::to_string(where->rows / where->matrix_rows) +
                                       " matrices of " + std::to_string(where->matrix_rows) + ")";
}

std::string site::verb() const {
  switch (e.access) {
    case access_kind::load:
    case access_kind::volatile_load:
      return "tl.load reads";
    case access_kind::store:
      return "tl.store writes";
    case access_kind::atomic:
      return "the atomic operation updates";
  }
  return "";
}

std::string site::call_with(const std::string& extra) const {
  auto arguments = this->arguments();
  const std::size_t usual = only_reads(e.access) ? 1 : 2;
  std::string call = function() + "(", order;
  if (arguments.size() == usual + 1 &&
      (arguments[usual] == "relaxed" || arguments[usual] == "acquire" ||
       arguments[usual] == "release" || arguments[usual] == "acq_rel")) {
    order = ", " + arguments[usual];  // the memory order of an atomic operation follows the mask
    arguments.pop_back();
  }
  if (arguments.size() != usual || !mentions(arguments[0], buffer)) {
    return call + buffer + " + " + offsets() + (usual == 2 ? ", value, " : ", ") + extra + ")";
  }
  for (const std::string& argument : arguments) {
    call += argument + ", ";
  }
  return call + extra + order + ")";
}

std::vector<std::string> site::arguments() const {
  const std::string name = function();
  const auto first = call_arguments(statement, name);
  if (e.place.file == nullptr || statement.find(name + "(") == statement.rfind(name + "(")) {
    return first;
  }
  const auto settings = settings_of(kernel_lines(e.place.file, kernel));
  for (auto at = statement.find(name + "("); at != std::string::npos;
       at = statement.find(name + "(", at + 1)) {
    auto found = call_arguments(statement.substr(at), name);
    if (!found.empty() && mentions(made_of(settings, found[0]), buffer)) {
      return found;
    }
  }
  return first;
}

std::string site::offsets() const {
  const auto arguments = this->arguments();
  const std::string lead = buffer + " + ";
  if (arguments.empty() || arguments[0].rfind(lead, 0) != 0) {
    return "offsets";
  }
  std::string rest = arguments[0].substr(lead.size());
  if (rest.size() > 2 && rest.front() == '(' && rest.back() == ')') {
    rest = rest.substr(1, rest.size() - 2);
  }
  const bool simple = std::all_of(rest.begin(), rest.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == ' ' || c == '+' || c == '-' || c == '*';
  });
  return simple && !rest.empty() && rest.size() <= 30 ? rest : "offsets";
}

std::string site::size_name(std::int64_t size) const {
  std::string found;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& type = parameters[i].type;
    const bool integer =
        type.find("int") != std::string::npos || type.find("long") != std::string::npos;
    if (launch.arguments[i].kind == argument_kind::scalar && integer &&
        names_a_size(parameters[i].name)) {
      if (!found.empty()) {
        return std::to_string(size);  // several candidates: a number is never wrong
      }
      found = parameters[i].name;
    }
  }
  return found.empty() ? std::to_string(size) : found;
}

std::string site::inputs() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const argument& a = launch.arguments[i];
    if (a.kind != argument_kind::scalar && a.is_const) {
      names.push_back(parameters[i].name);
    }
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

namespace {

// The names that a mask compares: {"rows", "cols"} for `(rows(_, None) < m) & (cols(None, _) < n)`.
std::vector<std::string> compared_names(const std::string& mask) {
  std::vector<std::string> names;
  for (auto at = mask.find_first_of("<>"); at != std::string::npos;
       at = mask.find_first_of("<>", at + 1)) {
    const auto from = mask.find_last_of("&|", at);
    std::string name;
    for (std::size_t i = from == std::string::npos ? 0 : from + 1; i <= at; ++i) {
      if (std::isalnum(static_cast<unsigned char>(mask[i])) != 0 || mask[i] == '_') {
        name += mask[i];
      } else if (!name.empty()) {
        break;
      }
    }
    names.push_back(name);
  }
  return names;
}

}  // namespace

site::masked_call site::other_mask(const char* other_function) const {
  const std::size_t mask_at = std::string(other_function) == "tl.load" ? 1 : 2;
  const auto own = call_arguments(statement, function());
  std::string own_offsets = own.empty() ? "" : own[0];
  for (const numbered_line& l : kernel_lines(e.place.file == nullptr ? "" : e.place.file, kernel)) {
    const auto equals = l.text.find(" = ");
    if (l.number < e.place.line && equals != std::string::npos) {
      const auto name = l.text.find_last_of(" *&", equals - 1);
      if (mentions(own_offsets, l.text.substr(name + 1, equals - name - 1))) {
        own_offsets += " " + l.text.substr(equals + 3);
      }
    }
  }
  masked_call nearest;
  for (const numbered_line& l : kernel_lines(e.place.file == nullptr ? "" : e.place.file, kernel)) {
    if (l.number == e.place.line || !mentions(l.text, other_function)) {
      continue;
    }
    const auto arguments = call_arguments(statement_at(e.place.file, l.number), other_function);
    const bool closer = nearest.line == 0 ||
                        std::abs(l.number - e.place.line) < std::abs(nearest.line - e.place.line);
    if (arguments.size() <= mask_at || !closer) {
      continue;
    }
    const auto names = compared_names(definition(arguments[mask_at]));
    if (std::all_of(names.begin(), names.end(), [&](const std::string& name) {
          return own_offsets.empty() || mentions(own_offsets, name);
        })) {
      nearest = {l.number, arguments[mask_at]};
    }
  }
  return nearest;
}

std::string site::definition(const std::string& text) const {
  for (const numbered_line& l : kernel_lines(e.place.file == nullptr ? "" : e.place.file, kernel)) {
    const auto equals = l.text.find(" = ");
    if (equals != std::string::npos && l.number < e.place.line &&
        mentions(l.text.substr(0, equals), text)) {
      return l.text.substr(equals + 3);
    }
  }
  return text;
}

std::string site::mask_text() const {
  const auto arguments = this->arguments();
  const std::size_t mask_at = only_reads(e.access) ? 1 : 2;
  return arguments.size() <= mask_at ? "" : definition(arguments[mask_at]);
}

std::string site::stored_value() const {
  const auto arguments = call_arguments(statement, "tl.store");
  return arguments.size() < 2 ? "" : arguments[1] + " = " + definition(arguments[1]);
}

bool site::stores_a_part() const {
  const std::string value = stored_value();
  return value.find("tl.sum(") != std::string::npos || value.find("tl.dot(") != std::string::npos;
}

bool site::stores_a_largest() const {
  const std::string value = stored_value();
  if (value.find("tl.max(") != std::string::npos ||
      value.find("tl.maximum(") != std::string::npos) {
    return true;
  }
  const auto lines = kernel_lines(e.place.file == nullptr ? "" : e.place.file, kernel);
  return std::any_of(lines.begin(), lines.end(), [&](const numbered_line& l) {
    const auto above = l.text.find(" > ");
    return l.text.find("if (") != std::string::npos && above != std::string::npos &&
           mentions(l.text.substr(above, l.text.find('{') - above), buffer);
  });
}

bool site::by_index() const {
  const std::string name = offsets(), made_by = definition(name);
  return name.find("tl.load(") != std::string::npos ||
         (made_by != name && !mentions(made_by, "tl.arange") && mentions(made_by, "tl.load"));
}

namespace {

// Does a text hold a load, or a variable that is made of one? \param deep  of definitions
bool depends_on_a_load(const site& s, const std::string& text, int deep) {
  if (text.find("tl.load(") != std::string::npos) {
    return true;
  }
  std::string name;
  for (std::size_t i = 0; i <= text.size() && deep > 0; ++i) {
    if (i < text.size() && base::is_name_character(text[i])) {
      name += text[i];
      continue;
    }
    const std::string made_of = name.empty() ? "" : s.definition(name);
    if (!made_of.empty() && made_of != name && depends_on_a_load(s, made_of, deep - 1)) {
      return true;
    }
    name.clear();
  }
  return false;
}

}  // namespace

bool site::chosen_by_data() const {
  constexpr int kDeep = 3;
  const auto loaded = call_arguments(statement, "tl.load");
  if (!loaded.empty() && depends_on_a_load(*this, loaded[0], kDeep)) {
    return true;
  }
  int depth = 0;
  std::vector<int> conditions;  // with the depth of braces around each that depends on a load
  for (const numbered_line& l : kernel_lines(e.place.file == nullptr ? "" : e.place.file, kernel)) {
    if (l.number >= e.place.line) {
      break;
    }
    const auto condition = l.text.find("if (");
    if (condition != std::string::npos && l.text.back() == '{' &&
        depends_on_a_load(*this, l.text.substr(condition), kDeep)) {
      conditions.push_back(depth);
    }
    for (const char c : l.text) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    while (!conditions.empty() && depth <= conditions.back()) {
      conditions.pop_back();
    }
  }
  return !conditions.empty();
}

}  // namespace kw::runtime
