#include "common/checker/report/names.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <vector>

#include "common/base/pattern.hpp"

namespace kw::runtime {
namespace {

const char* turned(matrix_axis axis) {
  return axis == matrix_axis::rows ? "(_, None)" : "(None, _)";
}

// The name before `(_, None)` in some text; empty if there is none.
std::string turned_name(const std::string& text, matrix_axis axis) {
  const auto at = text.find(turned(axis));
  if (at == std::string::npos) {
    return "";
  }
  auto begin = at;
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 ||
                       text[begin - 1] == '_')) {
    --begin;
  }
  return text.substr(begin, at - begin);
}

std::string pointers(const site& s) {
  const auto arguments = s.arguments();
  return arguments.empty() ? "" : s.definition(arguments[0]);
}

std::vector<std::string> code(const site& s) {
  std::vector<std::string> lines;
  for (const numbered_line& l :
       kernel_lines(s.e.place.file == nullptr ? "" : s.e.place.file, s.kernel)) {
    lines.push_back(l.text);
  }
  return lines;
}

}  // namespace

std::string lanes_along(const site& s, matrix_axis axis) {
  const std::string name = turned_name(pointers(s), axis);
  return (name.empty() ? axis == matrix_axis::rows ? "rows" : "cols" : name) + turned(axis);
}

std::string extent_along(const site& s, matrix_axis axis) {
  const bool rows = axis == matrix_axis::rows;
  const std::string extent = number(rows ? s.where->matrix_rows : s.where->columns);
  if (s.where->argument < 0 || s.parameters.empty()) {
    return extent;
  }
  const auto own = static_cast<std::size_t>(s.where->argument);
  if (own < s.parameters.size() && s.parameters[own].type.find("matrix<") != std::string::npos) {
    return s.buffer + (rows ? ".rows()" : ".columns()");
  }
  std::string found;
  for (std::size_t i = 0; i < s.parameters.size(); ++i) {
    const std::string& name = s.parameters[i].name;
    const bool fits = name.find(rows ? "row" : "col") != std::string::npos &&
                      name.find("stride") == std::string::npos;
    if (fits && s.launch.arguments[i].kind == argument_kind::scalar) {
      if (!found.empty()) {
        return extent;  // with several, it is not known which one
      }
      found = name;
    }
  }
  return found.empty() ? extent : found;
}

std::string compared_along(const site& s, matrix_axis axis) {
  static const base::pattern kRows(R"(^\s*\(*\s*\w+\(_, None\) < (.+)$)");
  static const base::pattern kColumns(R"(^\s*\(*\s*\w+\(None, _\) < (.+)$)");
  const std::string mask = s.mask_text();
  for (std::size_t begin = 0; begin < mask.size();) {
    const auto end = std::min(mask.find('&', begin), mask.size());
    const std::string term = mask.substr(begin, end - begin);
    begin = end + 1;
    const auto found = (axis == matrix_axis::rows ? kRows : kColumns).find(term);
    if (mask.find('|') != std::string::npos || !found) {
      continue;
    }
    std::string with = (*found)[1];
    // The parenthesis around the comparison does not belong to what it compares with.
    int open = 0;
    for (std::size_t i = 0; i < with.size(); ++i) {
      open += with[i] == '(' ? 1 : with[i] == ')' ? -1 : 0;
      if (open < 0) {
        with.resize(i);
        break;
      }
    }
    while (!with.empty() && (with.back() == ' ' || with.back() == ';')) {
      with.pop_back();
    }
    return with;
  }
  return "";
}

namespace {

// The first axis of the grid that has programs and whose ids the kernel never asks for, or else
// this.
int axis_never_asked(const site& s, int otherwise) {
  const std::vector<std::string> lines = code(s);
  for (int axis = 0; axis < 3; ++axis) {
    const std::string call = "tl.program_id(" + number(axis) + ")";
    if (s.launch.grid[axis] > 1 &&
        std::none_of(lines.begin(), lines.end(),
                     [&](const std::string& l) { return l.find(call) != std::string::npos; })) {
      return axis;
    }
  }
  return otherwise;
}

}  // namespace

std::string advise_same_id(const site& s) {
  static const base::pattern kOfId(R"((\w+) = tl\.program_id\((\d)\)\s*[*;])");
  struct use {
    std::string name;
    int line = 0;
  };
  std::map<std::string, use> first;  // by id
  for (const numbered_line& l :
       kernel_lines(s.e.place.file == nullptr ? "" : s.e.place.file, s.kernel)) {
    const auto found = kOfId.find(l.text);
    if (!found) {
      continue;
    }
    const std::string &name = (*found)[1], &id = (*found)[2];
    const auto [known, is_new] = first.insert({id, {name, l.number}});
    const int other = axis_never_asked(s, id == "0" ? 1 : 0);
    const bool several = s.launch.grid[0] > 1 || s.launch.grid[1] > 1 || s.launch.grid[2] > 1;
    if (!is_new && known->second.name != name && several) {
      return "`" + known->second.name + "` (line " + number(known->second.line) + ") and `" + name +
             "` (line " + number(l.number) + ") are both computed from tl.program_id(" + id +
             "), so they move together, along a diagonal. One of them needs tl.program_id(" +
             number(other) +
             (s.launch.grid[other] > 1 ? ")." : "), and the grid needs a second axis.");
    }
  }
  return "";
}

std::string id_name(const site& s, int axis) {
  const std::string call = "tl.program_id(" + number(axis) + ")";
  const base::pattern defined(R"(^(auto|int|const auto|const int) (\w+) = tl\.program_id\()" +
                              number(axis) + R"(\);)");
  std::string name;
  int uses = 0;  // of the call: with several, the variable may be declared too late
  for (const std::string& line : code(s)) {
    uses += line.find(call) != std::string::npos ? 1 : 0;
    if (const auto found = name.empty() ? defined.find(line) : std::nullopt) {
      name = (*found)[2];
    }
  }
  return name.empty() || uses > 1 ? call : name;
}

std::string block_name(const site& s, std::int64_t lanes) {
  static const base::pattern kSize(R"(size<(\w+)>)");
  std::set<std::string> names;
  for (const std::string& line : code(s)) {
    for (const auto& place : kSize.find_all(line)) {
      names.insert(place[1]);
    }
  }
  const bool one =
      names.size() == 1 && std::isdigit(static_cast<unsigned char>((*names.begin())[0])) == 0;
  return one ? *names.begin() : number(lanes);
}

std::string tile_extent(const site& s, matrix_axis axis, std::int64_t lanes) {
  static const base::pattern kSize(R"(size<([A-Za-z_]\w*)>)");
  const auto arguments = s.arguments();
  const std::string address = arguments.empty() ? "" : s.definition(arguments[0]);
  std::string name = turned_name(address, axis);
  if (name.empty() && address.find("None") == std::string::npos) {  // of rank 1
    const auto plus = address.rfind(" + ");
    name = plus == std::string::npos ? "" : address.substr(plus + 3);
  }
  const std::string made_by = name.empty() ? "" : s.definition(name);
  const auto found = kSize.find(made_by);
  return found ? (*found)[1] : block_name(s, lanes);
}

std::string advise_step_of_another_tile(const source_place& place, const std::string& kernel) {
  static const base::pattern kOffsets(
      R"((\w+) = (tl\.program_id\(\d\)) \* (\w+) \+ tl\.arange\(size<(\w+)>\))");
  for (const numbered_line& l : kernel_lines(place.file == nullptr ? "" : place.file, kernel)) {
    const auto found = kOffsets.find(l.text);
    if (found && (*found)[3] != (*found)[4]) {
      const std::string name = (*found)[1], id = (*found)[2], step = (*found)[3],
                        lanes = (*found)[4];
      return "In line " + number(l.number) + " `" + name + "` begins `" + step +
             "` further in each program, but it has `" + lanes +
             "` lanes. The next program should begin where this one ends: `" + id + " * " + lanes +
             "`.";
    }
  }
  return "";
}

namespace {

// A tile `name = tl.arange(size<BN>);`, which is the same in every program, with its line, name and
// size.
struct same_lanes {
  int line = 0;
  std::string name, lanes;
};

std::vector<same_lanes> same_in_every_program(const site& s) {
  static const base::pattern kLanes(R"((\w+) = tl\.arange\(size<(\w+)>\);)");
  std::vector<same_lanes> all;
  for (const numbered_line& l :
       kernel_lines(s.e.place.file == nullptr ? "" : s.e.place.file, s.kernel)) {
    if (const auto found = kLanes.find(l.text)) {
      all.push_back({l.number, (*found)[1], (*found)[2]});
    }
  }
  return all;
}

// Does a tile of this line hold whole rows, or whole columns?
bool covers(const site& s, matrix_axis axis, const std::string& name) {
  const std::string address = pointers(s);
  return turned_name(address, axis) == name &&
         turned_name(address,
                     axis == matrix_axis::rows ? matrix_axis::columns : matrix_axis::rows) != name;
}

// A variable such as `block_start = tl.program_id(0) * BLOCK_SIZE` that this line leaves out.
std::string unused_base(const site& s, const std::string& id) {
  static const base::pattern kBase(R"((\w+) = (tl\.program_id\(\d\)) \* \w+;)");
  const auto arguments = s.arguments();
  for (const numbered_line& l :
       kernel_lines(s.e.place.file == nullptr ? "" : s.e.place.file, s.kernel)) {
    const auto found = arguments.empty() ? std::nullopt : kBase.find(l.text);
    if (found && (*found)[2] == id && !mentions(pointers(s), (*found)[1]) &&
        arguments[0].rfind(s.buffer + " + ", 0) == 0) {
      const std::string name = (*found)[1];
      return "Line " + number(l.number) + " says where the block of a program begins, `" + name +
             "`, and this line leaves it out. It should be `" + s.buffer + " + " + name +
             arguments[0].substr(s.buffer.size()) + "`";
    }
  }
  return "";
}

}  // namespace

std::string advise_offsets_by_id(const site& s, int axis) {
  static const base::pattern kZero(R"(^(?:const )?(?:auto|int) (\w+) = 0;)");
  const std::string id = "tl.program_id(" + number(axis) + ")";
  if (std::string base = unused_base(s, id); !base.empty()) {
    return base;
  }
  std::vector<same_lanes> all = same_in_every_program(s);
  if (all.size() > 1) {  // columns mostly cover the whole row
    std::erase_if(all, [&](const same_lanes& l) { return !covers(s, matrix_axis::rows, l.name); });
  }
  const std::string used = pointers(s) + s.statement;
  std::erase_if(all, [&](const same_lanes& l) { return !mentions(used, l.name); });
  if (all.size() == 1) {
    return "In line " + number(all[0].line) + " `" + all[0].name +
           "` is the same in all of them. It should be `" + id + " * " + all[0].lanes +
           " + tl.arange(size<" + all[0].lanes + ">)`";
  }
  for (const numbered_line& l :
       kernel_lines(s.e.place.file == nullptr ? "" : s.e.place.file, s.kernel)) {
    if (const auto found = kZero.find(l.text); found && mentions(pointers(s), (*found)[1])) {
      return "In line " + number(l.number) + " `" + (*found)[1] +
             "` is 0 in all of them. It should be `" + id + "`";
    }
  }
  return "";
}

std::string compared_elsewhere(const site& s, matrix_axis axis) {
  const std::string turned_lanes = lanes_along(s, axis);
  const std::string name = turned_lanes.substr(0, turned_lanes.find('('));
  for (const std::string& line : code(s)) {
    auto at = line.find(name + "(_, None) < ");
    at = at == std::string::npos ? line.find(name + "(None, _) < ") : at;
    const std::string lanes = name + "(_, None) < ";
    if (at == std::string::npos) {
      continue;
    }
    auto end = at + lanes.size();
    const auto is_part = [&](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    };
    while (end < line.size() && is_part(line[end])) {
      ++end;
    }
    const std::string with = line.substr(at + lanes.size(), end - at - lanes.size());
    return line.compare(end, 2, "()") == 0 ? with + "()" : with;
  }
  return "";
}

numbered_line base_of(const site& s) {
  const auto arguments = s.arguments();
  if (arguments.empty() || mentions(arguments[0], s.buffer)) {
    return {};
  }
  numbered_line base;
  for (const numbered_line& l :
       kernel_lines(s.e.place.file == nullptr ? "" : s.e.place.file, s.kernel)) {
    const auto equals = l.text.find(" = ");
    if (l.head || l.number >= s.e.place.line || equals == std::string::npos ||
        !mentions(l.text.substr(equals), s.buffer)) {
      continue;
    }
    const auto name = l.text.find_last_of(" *&", equals - 1) + 1;
    if (mentions(arguments[0], l.text.substr(name, equals - name))) {
      base = l;
    }
  }
  return base;
}

std::string stride_name(const site& s) {
  std::string found;
  for (const parameter& p : s.parameters) {
    if (p.name == s.buffer + "_stride" || p.name == "stride_" + s.buffer) {
      return p.name;
    }
    if (p.name.find("stride") != std::string::npos) {
      found += (found.empty() ? "" : " ") + p.name;
    }
  }
  return found.find(' ') == std::string::npos ? found : "";
}

}  // namespace kw::runtime
