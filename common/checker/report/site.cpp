#include "common/checker/report/site.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

#include "common/base/cpp_text.hpp"

namespace kw::runtime {
namespace {

const char* turned(matrix_axis axis) {
  return axis == matrix_axis::rows ? "(_, None)" : "(None, _)";
}

// Such as `array<const float, 2>`: the one with x.row(r), x.rows() and x.columns().
bool is_array_of_rank_2(const std::string& type) {
  return type.find("array<") != std::string::npos && type.find(", 2>") != std::string::npos;
}

}  // namespace

std::string program_text(const launch_description& launch, std::int64_t program) {
  int axes = 1;
  for (int axis = 1; axis < 3; ++axis) {
    axes = launch.grid[axis] > 1 ? axis + 1 : axes;
  }
  std::string text = "(";
  for (int axis = 0; axis < axes; ++axis) {
    text += (axis == 0 ? "" : ", ") + std::to_string(id_along(launch, program, axis));
  }
  return text + ")";
}

std::int64_t programs_apart(const launch_description& launch, int axis) {
  std::int64_t apart = 1;
  for (int before = 0; before < axis; ++before) {
    apart *= std::max(1u, launch.grid[before]);
  }
  return apart;
}

std::int64_t id_along(const launch_description& launch, std::int64_t program, int axis) {
  return program / programs_apart(launch, axis) % std::max(1u, launch.grid[axis]);
}

std::string grid_text(const launch_description& launch) {
  std::string text = number(launch.grid[0]);
  for (int axis = 1; axis < 3; ++axis) {
    const bool used = launch.grid[axis] > 1 || (axis == 1 && launch.grid[2] > 1);
    text += used ? " x " + number(launch.grid[axis]) : "";
  }
  return text + (text == "1" ? " program" : " programs");
}

std::string span(const char* what, std::int64_t first, std::int64_t last) {
  return first == last
             ? std::string(what) + " " + std::to_string(first)
             : std::string(what) + "s " + std::to_string(first) + ".." + std::to_string(last);
}

std::string counted(std::int64_t n, const char* singular) {
  return std::to_string(n) + " " + singular + (n == 1 ? "" : "s");
}

std::string cdiv_text(std::int64_t a, std::int64_t b) {
  return "cdiv(" + number(a) + ", " + number(b) + ") = " + number(ceil_div(a, b));
}

site::site(const launch_description& the_launch, const launch_monitor* the_monitor,
           const event& the_event)
    : e(the_event),
      launch(the_launch),
      monitor(the_monitor),
      kernel(kernel_name(the_launch.kernel_signature)),
      code(the_event.place.file, kernel),
      parameters(code.parameters()) {
  if (e.place.file != nullptr) {
    line = source_line(e.place.file, e.place.line);
    statement = code.at(e.place.line);
  }
  for (const char* file : {launch.place.file, launch.compiled_file}) {
    if (parameters.empty()) {
      parameters = kernel_text(file, kernel).parameters();
    }
  }
  if (static_cast<int>(parameters.size()) != launch.argument_count) {
    parameters.clear();  // a different functor's: no names are better than wrong ones
  }
  if (monitor != nullptr && e.target >= 0) {
    where = &monitor->target_at(e.target);
    buffer = name_of(e.target);
  }
  const std::size_t mask_at = only_reads(e.access) ? 1 : 2;
  arguments = find_arguments();
  address = arguments.empty() ? "" : arguments[0];
  mask = arguments.size() <= mask_at ? "" : arguments[mask_at];
}

std::string site::name_of(int target) const {
  const auto& chosen = monitor->target_at(target);
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

// For a kernel whose text is not available: the launch's argument, such as `out`.
std::string site::passed_as(int argument) const {
  const auto calls =
      base::calls_in(kernel_text(launch.place.file, kernel).at(launch.place.line), "launch");
  const auto passed = calls.empty() ? std::vector<std::string>() : calls.front();
  const std::size_t i = 3 + static_cast<std::size_t>(argument);  // after device, grid and kernel
  if (static_cast<int>(passed.size()) == 3 + launch.argument_count) {
    const std::string& name = passed[i];
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

std::string site::elements(std::int64_t first, std::int64_t last, std::int64_t count) const {
  return count == last - first + 1 ? range(first, last)
                                   : sentence("{} between {} and {}", counted(count, "element"),
                                              range(first, first), range(last, last));
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
  return own < parameters.size() && is_array_of_rank_2(parameters[own].type);
}

std::string site::turned_grid(const rectangle& tile, std::int64_t origin,
                              std::int64_t of_program) const {
  const std::int64_t i = id_along(launch, of_program, 0), j = id_along(launch, of_program, 1);
  const bool asks_for_both = monitor != nullptr && (monitor->axes_asked() & 3u) == 3u;
  if (where == nullptr || where->row_stride == 0 || where->many_matrices() || i == j ||
      !asks_for_both) {
    return "";
  }
  const std::int64_t height = tile.tile_rows, width = tile.tile_columns,
                     down = height * where->row_stride;
  const std::int64_t rows = ceil_div(where->rows, height),
                     columns = ceil_div(where->columns, width);
  const bool rows_first = origin == i * down + j * width;
  const std::int64_t needed[] = {rows_first ? rows : columns, rows_first ? columns : rows};
  if ((!rows_first && origin != j * down + i * width) || rows == columns ||
      launch.grid[0] != needed[1] || launch.grid[1] != needed[0]) {
    return "";
  }
  return sentence(
      "A tile covers {} and {}, and axis 0 of the grid moves it along the {}. For {} ({} x {}) the "
      "grid needs {} x {} programs, and it has {} x {}: are its two extents exchanged, or the two "
      "ids here?",
      counted(height, "row"), counted(width, "column"), rows_first ? "rows" : "columns", buffer,
      where->rows, where->columns, needed[0], needed[1], launch.grid[0], launch.grid[1]);
}

std::string site::rows_text() const {
  return counted(where->rows, "row") +
         (where->many_matrices() ? sentence(" ({} matrices of {})",
                                            where->rows / where->matrix_rows, where->matrix_rows)
                                 : "");
}

std::string site::verb() const {
  return only_reads(e.access)             ? "tl.load reads"
         : e.access == access_kind::store ? "tl.store writes"
                                          : "the atomic operation updates";
}

std::string site::call_with(const std::string& extra) const {
  const std::size_t usual = only_reads(e.access) ? 1 : 2;
  std::string all = buffer + " + " + offsets() + (usual == 2 ? ", value" : "");
  if (arguments.size() == usual && mentions(address, buffer)) {
    all = address + (usual == 2 ? ", " + arguments[1] : "");
  }
  return function() + "(" + all + ", " + extra + ")";
}

std::vector<std::string> site::find_arguments() const {
  const auto calls = base::calls_in(statement, function());
  for (const auto& call : calls) {
    if (calls.size() == 1 || (!call.empty() && mentions(code.made_of(call[0]), buffer))) {
      return call;
    }
  }
  return calls.empty() ? std::vector<std::string>() : calls.front();
}

std::string site::offsets() const {
  const std::string lead = buffer + " + ";
  if (!address.starts_with(lead)) {
    return "offsets";
  }
  std::string rest = address.substr(lead.size());
  if (rest.size() > 2 && rest.front() == '(' && rest.back() == ')') {
    rest = rest.substr(1, rest.size() - 2);
  }
  const bool simple = std::all_of(rest.begin(), rest.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == ' ' || c == '+' || c == '-' || c == '*';
  });
  return simple && !rest.empty() && rest.size() <= 30 ? rest : "offsets";
}

std::string site::lanes_in_mask(bool of_row) const {
  const auto body = code.body();
  const bool moves = std::any_of(body.begin(), body.end(), [&](const base::cpp_statement& each) {
    return std::any_of(each.sets.begin(), each.sets.end(),
                       [&](const base::cpp_setting& set) { return set.name == buffer; });
  });
  const std::string lanes = offsets();
  if (!moves && (lanes != "offsets" || mentions(address, "offsets"))) {
    return lanes;
  }
  // Where the address does not show the offsets, a mask of one comparison does; and where a pointer
  // is to a row, what is added to it are its columns.
  const auto sign = mask_text().find(" < "), plus = address.find(" + ");
  if (sign != std::string::npos && mask_text().find('&') == std::string::npos) {
    return mask_text().substr(0, sign);
  }
  const std::string rest = plus == std::string::npos ? "" : address.substr(plus + 3);
  return of_row && base::names_in(rest).size() == 1 && rest == base::names_in(rest)[0] ? rest : "";
}

bool site::by_index() const {
  const std::string name = offsets(), made_by = code.definition(name, e.place.line);
  return mentions(name, "tl.load") ||
         (made_by != name && !mentions(made_by, "tl.arange") && mentions(made_by, "tl.load"));
}

std::string site::mask_text() const {
  return code.definition(mask, e.place.line);
}

site::masked_call site::other_mask(const char* other_function) const {
  const std::size_t mask_at = std::string(other_function) == "tl.load" ? 1 : 2;
  const std::string own_offsets = code.made_of(address);
  masked_call nearest;
  for (const kernel_text::call& call : code.calls(other_function)) {
    const bool closer = nearest.line == 0 || std::abs(call.in.line - e.place.line) <
                                                 std::abs(nearest.line - e.place.line);
    if (call.in.line == e.place.line || call.arguments.size() <= mask_at || !closer) {
      continue;
    }
    const std::string& its_mask = call.arguments[mask_at];
    const auto names = base::names_in(code.definition(its_mask, call.in.line));
    if (names.empty() || own_offsets.empty() || mentions(own_offsets, names[0])) {
      nearest = {call.in.line, its_mask};
    }
  }
  return nearest;
}

// The integer parameters with a value, or the sizes of matrices. Where rows touch, a distance has
// the value of a size as well: then the name decides, with the buffer's in it, and else what the
// statement uses.
std::string site::named(std::int64_t value, bool distance) const {
  std::vector<std::string> numbers, extents;  // of matrices
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const argument& a = launch.arguments[i];
    const std::string& name = parameters[i].name;
    if (a.kind == argument_kind::scalar && a.is_integer && a.extents[0] == value) {
      numbers.push_back(name);
    } else if (is_array_of_rank_2(parameters[i].type) && a.extents[0] != a.extents[1] &&
               (a.extents[0] == value || a.extents[1] == value)) {
      extents.push_back(name + (a.extents[0] == value ? ".rows()" : ".columns()"));
    }
  }
  const std::string used = code.made_of(statement);
  const auto keep = [&](const auto& fits) {
    if (numbers.size() > 1 && std::any_of(numbers.begin(), numbers.end(), fits)) {
      std::erase_if(numbers, [&](const std::string& name) { return !fits(name); });
    }
  };
  keep([&](const std::string& name) {
    return (name.find("stride") != std::string::npos) == distance;
  });
  keep([&](const std::string& name) { return !buffer.empty() && name.starts_with(buffer + "_"); });
  keep([&](const std::string& name) { return mentions(used, name); });
  return numbers.size() == 1                   ? numbers[0]
         : numbers.empty() && !extents.empty() ? extents[0]
                                               : number(value);  // a number is never wrong
}

std::string site::size_name(std::int64_t size) const {
  return named(size, false);
}

std::string site::row_distance() const {
  return is_matrix() ? buffer + ".stride(0)" : named(where->row_stride, true);
}

std::string site::extent_along(matrix_axis axis) const {
  const bool rows = axis == matrix_axis::rows;
  return is_matrix() ? buffer + (rows ? ".rows()" : ".columns()")
                     : size_name(rows ? where->matrix_rows : where->columns);
}

std::string site::lanes_along(matrix_axis axis) const {
  const std::string whole = code.definition(address, e.place.line);
  const auto end = std::min(whole.find(turned(axis)), whole.size());
  auto begin = end;
  while (begin > 0 && base::is_name_character(whole[begin - 1])) {
    --begin;
  }
  const std::string name = end == whole.size() ? "" : whole.substr(begin, end - begin);
  return (name.empty() ? axis == matrix_axis::rows ? "rows" : "cols" : name) + turned(axis);
}

std::string site::block_name(std::int64_t lanes) const {
  constexpr std::string_view kSize = "size<";
  std::set<std::string> names;
  for (const auto& each : code.body()) {
    for (auto at = each.text.find(kSize); at != std::string::npos;
         at = each.text.find(kSize, at + 1)) {
      const auto begin = at + kSize.size();
      names.insert(each.text.substr(begin, each.text.find('>', begin) - begin));
    }
  }
  const bool one = names.size() == 1 && base::is_name_character((*names.begin())[0]) &&
                   std::isdigit(static_cast<unsigned char>((*names.begin())[0])) == 0;
  return one ? *names.begin() : number(lanes);
}

}  // namespace kw::runtime
