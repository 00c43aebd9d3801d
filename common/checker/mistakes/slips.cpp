#include "common/checker/mistakes/slips.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "common/base/pattern.hpp"
#include "common/checker/mistakes/reading.hpp"
#include "common/checker/mistakes/telling_lines.hpp"
#include "common/checker/report/passed.hpp"
#include "common/checker/report/words.hpp"
#include "common/checker/source/source.hpp"

namespace kw::runtime {
namespace {

using lines_of_kernel = std::vector<numbered_line>;

struct slip {
  int line = 0;  // 0: none
  std::string text;
};

// `auto largest = raised;` in a loop, where a `largest` above the loop is meant to change.
slip second_variable(const lines_of_kernel& lines) {
  static const base::pattern kDeclared(
      R"(^(const )?(auto|float|int|double|std::int64_t) (\w+) = )");
  struct declared {
    int line, depth;
  };
  std::map<std::string, declared> known;
  int depth = 0;
  for (const numbered_line& l : lines) {
    if (const auto found = l.head ? std::nullopt : kDeclared.find(l.text)) {
      const std::string type = (*found)[2], name = (*found)[3];
      const auto before = known.find(name);
      if (before != known.end() && before->second.depth < depth) {
        return {l.number, "`" + l.text +
                              "` declares a second variable with the name of the one in line " +
                              number(before->second.line) +
                              ", which therefore never changes. To "
                              "change that one, leave out `" +
                              type + "`: `" + l.text.substr(l.text.find(name)) + "`"};
      }
      known[name] = {l.number, depth};
    }
    for (const char c : l.text) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    std::erase_if(known, [&](const auto& variable) { return variable.second.depth > depth; });
  }
  return {};
}

// The offset that a store adds to a pointer, without the pointer: stores to different buffers may
// agree.
std::string offsets_of(const std::string& address) {
  const auto plus = address.find(" + ");
  return plus == std::string::npos ? "" : address.substr(plus);
}

// Two stores, to the same place in two buffers, that store the same value.
slip value_stored_twice(const lines_of_kernel& lines, const char* file) {
  struct store {
    int line;
    std::string address, value;
  };
  std::vector<store> seen;
  for (const numbered_line& l : lines) {
    const auto stored = call_arguments(statement_at(file, l.number), "tl.store");
    if (l.text.rfind("tl.store(", 0) != 0 || stored.size() < 2) {
      continue;
    }
    const bool plain = std::isdigit(static_cast<unsigned char>(stored[1][0])) != 0;
    const auto same = std::find_if(seen.begin(), seen.end(), [&](const store& s) {
      return s.value == stored[1] && s.address != stored[0] &&
             offsets_of(s.address) == offsets_of(stored[0]);
    });
    if (!plain && same != seen.end()) {
      return {l.number, "this line stores `" + stored[1] + "` to `" + stored[0] + "`, and line " +
                            number(same->line) + " stores the same value to `" + same->address +
                            "`. Was the line copied, and is another value meant in one of them?"};
    }
    seen.push_back({l.number, stored[0], stored[1]});
  }
  return {};
}

std::string said(const std::string& kernel, const source_place& place, const slip& s) {
  return kernel + ", " + short_path(place.file) + ":" + number(s.line) + ": " + s.text;
}

}  // namespace

std::string explain_wrong_line(const launch_monitor& monitor) {
  const std::string kernel = kernel_name(monitor.launch().kernel_signature);
  const char* const file = place_of_a_store(monitor).file;
  if (file == nullptr) {
    return "";
  }
  const unsigned* const grid = monitor.launch().grid;
  const auto axes = static_cast<int>(
      std::count_if(grid, grid + 3, [](unsigned programs) { return programs > 1; }));
  const telling_line wrong =
      find_wrong_line(kernel_lines(file, kernel), kernel_parameters(file, kernel), file, axes);
  return wrong.line == 0 ? "" : said(kernel, {file, wrong.line}, {wrong.line, wrong.text});
}

std::string explain_slips(const launch_monitor& monitor, bool hints) {
  const launch_description& launch = monitor.launch();
  const std::string kernel = kernel_name(launch.kernel_signature);
  const char* const file = place_of_a_store(monitor).file;
  if (file == nullptr) {
    return "";
  }
  const auto lines = kernel_lines(file, kernel);
  for (const slip& s : {second_variable(lines), value_stored_twice(lines, file)}) {
    if (s.line > 0) {
      return said(kernel, {file, s.line}, s);
    }
  }
  const auto parameters = kernel_parameters(file, kernel);
  const std::string exchanged = exchanged_arguments(launch, kernel, parameters);
  if (!exchanged.empty()) {
    return said(kernel, launch.place, {launch.place.line, exchanged});
  }
  const telling_line telling = hints ? find_telling_line(lines, parameters, file) : telling_line{};
  return telling.line == 0 ? "" : said(kernel, {file, telling.line}, {telling.line, telling.text});
}

}  // namespace kw::runtime
