
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/format.hpp"
#include "grader/pages/page_template.hpp"
#include "grader/pages/trace_pictures.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

using base::grouped;

constexpr std::int64_t kMostPrograms = 256;  // buttons; the recorder keeps no more either

std::string grid_words(const trace_launch& launch) {
  const std::size_t rank = launch.grid[2] > 1 ? 3 : launch.grid[1] > 1 ? 2 : 1;
  const auto* const first = launch.grid.data();
  return counted(launch.programs(), "program") +
         (rank == 1 ? "" : fmt::format(" in a grid of {}", fmt::join(first, first + rank, " x ")));
}

std::string summary_of(const trace_launch& launch) {
  const trace_traffic traffic = traffic_of(launch);
  std::string text = grid_words(launch) + ". ";
  if (launch.programs() == 0) {
    return text + "A grid without programs does nothing: does its size round down to 0?";
  }
  text += fmt::format("{} loads and stores ask for {} bytes",
                      launch.programs() == 1 ? "Its" : "Their", grouped(traffic.moved()));
  text += traffic.least == 0 || traffic.moved() == traffic.least
              ? ", each element once."
              : fmt::format(": {} times the {} bytes that touching each element once would take.",
                            traffic.times(), grouped(traffic.least));
  return text + (traffic.outside == 0 ? ""
                                      : fmt::format(" {} lanes are outside of their array.",
                                                    grouped(traffic.outside)));
}

/// Whether an access touches what is outside of its array.
bool is_outside(const trace_launch& launch, const trace_access& access) {
  if (access.argument < 0) {
    return false;
  }
  const auto boxes = boxes_of(launch.argument(access.argument), access.runs);
  return std::any_of(boxes.begin(), boxes.end(), [](const auto& box) { return box.outside; });
}

bool is_plane(const trace_launch& launch) {
  return launch.grid[1] > 1 && launch.grid[2] == 1;
}

std::vector<values> programs_of(const trace_launch& launch) {
  std::set<std::int64_t> busy, wrong;
  for (const trace_access& access : launch.accesses) {
    busy.insert(access.program);
    if (is_outside(launch, access)) {
      wrong.insert(access.program);
    }
  }
  std::vector<values> buttons;
  for (std::int64_t p = 0; p < std::min(launch.programs(), kMostPrograms); ++p) {
    const std::string position = launch.position(p);
    const bool is_wrong = wrong.count(p) != 0;
    const auto place = [&] {
      return values{{"row", std::to_string(p % launch.grid[0] + 2)},
                    {"column", std::to_string(p / launch.grid[0] + 1)}};
    };
    const auto state = [&] {
      return values{
          {"class", is_wrong ? "wrong" : "idle"},
          {"label", position + (is_wrong ? ", with lanes outside" : ", touches nothing")}};
    };
    buttons.push_back({{"program", std::to_string(p)},
                       {"position", position},
                       {"place", values_if(is_plane(launch), place)},
                       {"state", values_if(is_wrong || busy.count(p) == 0, state)}});
  }
  return buttons;
}

values array_of(const trace_launch& launch, int argument) {
  const trace_argument& array = launch.argument(argument);
  const trace_traffic traffic = traffic_of(launch, argument);
  const std::string shape = array.shape();
  std::string words = shape.empty() ? array.type : array.type + ", " + shape + " elements";
  if (array.matrix() && array.row_stride() != array.columns()) {
    words += fmt::format(", rows {} elements apart", array.row_stride());
  }
  words += traffic.read > 0 ? fmt::format("; {} bytes read", grouped(traffic.read)) : "";
  words += traffic.written > 0 ? fmt::format("; {} bytes written", grouped(traffic.written)) : "";
  words += traffic.moved() > traffic.least
               ? fmt::format(", {} times what it takes", traffic.times())
               : "";
  return {{"name", array.name}, {"words", words}, {"picture", to_svg(launch, argument)}};
}

/// A row of the table, and the sentence that describes it.
values access_values(const trace_launch& launch, const trace_access& access, int order) {
  const trace_cost cost = cost_of(launch, access);
  const bool outside = is_outside(launch, access);
  const std::string place = describe_place(launch, access);
  const std::string position = launch.position(access.program);
  const char* verb = access.kind == "load"    ? "reads"
                     : access.kind == "store" ? "writes"
                                              : "changes";
  const auto line = launch.lines.find(access.line);
  const std::int64_t least = (cost.bytes + 31) / 32;
  return {{"program", std::to_string(access.program)},
          {"order", std::to_string(order)},
          {"say", fmt::format("Program {}, step {}: line {} {} {}, {} of {} lanes{}. {}", position,
                              order + 1, access.line, verb, place, access.active, access.lanes,
                              outside ? ", some outside of the array" : "",
                              line == launch.lines.end() ? "" : line->second)},
          {"colours", colours_of(launch, access, order)},
          {"position", position},
          {"step", std::to_string(order + 1)},
          {"line", std::to_string(access.line)},
          {"kind", access.kind},
          {"outside", outside},
          {"place", place + (outside ? " (outside)" : "")},
          {"lanes", fmt::format("{} of {}", access.active, access.lanes)},
          {"vector_percent", std::to_string(cost.vector_percent())},
          {"units", fmt::format("{} %, {}", cost.vector_percent(), cost.pattern)},
          {"sectors", fmt::format("{}{}", cost.sectors,
                                  cost.sectors > least ? fmt::format(" for {}", least) : "")}};
}

std::vector<values> accesses_of(const trace_launch& launch) {
  std::vector<values> rows;
  std::int64_t program = -1;
  int order = 0;
  for (const trace_access& access : launch.accesses) {
    order = access.program == program ? order + 1 : 0;
    program = access.program;
    rows.push_back(access_values(launch, access, order));
  }
  return rows;
}

values launch_values(const trace_launch& launch, std::size_t number) {
  std::vector<values> arrays;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    if (launch.arguments[i].array) {
      arrays.push_back(array_of(launch, static_cast<int>(i)));
    }
  }
  const std::int64_t hidden = launch.programs() - kMostPrograms;
  return {{"number", std::to_string(number)},
          {"name", launch.kernel},
          {"where", fmt::format("{}:{}", launch.file, launch.line)},
          {"summary", summary_of(launch)},
          {"findings", launch.findings},
          {"shape", is_plane(launch) ? "plane" : "row"},
          {"programs", programs_of(launch)},
          {"hidden", hidden > 0 ? std::to_string(hidden) : ""},
          {"arrays", std::move(arrays)},
          {"accesses", accesses_of(launch)},
          {"left_out", launch.left_out > 0 ? std::to_string(launch.left_out) : ""}};
}

/// What a page of several launches has to choose one of them.
values choice_of(const std::vector<trace_launch>& launches) {
  std::size_t number = 0;
  return {{"options", each(launches, [&](const trace_launch& launch) -> values {
             const std::string own = std::to_string(number++);
             return {
                 {"number", own},
                 {"words", fmt::format("{}. {}, {}", number, launch.kernel, grid_words(launch))}};
           })}};
}

}  // namespace

std::string to_page(const std::vector<trace_launch>& launches, const std::string& title,
                    const std::string& source) {
  static const page_template page(embedded_templates("trace.html"));
  std::size_t number = 0;
  return page
      .render({{"title", title},
               {"source", source},
               {"choice", values_if(launches.size() > 1, [&] { return choice_of(launches); })},
               {"launches",
                each(launches,
                     [&](const trace_launch& launch) { return launch_values(launch, number++); })}})
      .text();
}

}  // namespace kw::grader
