#include "grader/pages/trace_page.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "grader/pages/html.hpp"
#include "grader/pages/templates.hpp"
#include "grader/pages/trace_picture.hpp"

namespace kw::grader {
namespace {

constexpr std::int64_t kMostPrograms = 256;  // buttons; the recorder keeps no more either

html trusted(std::string text) {
  return html::trusted(std::move(text));
}

html number(std::int64_t n) {
  return escape(std::to_string(n));
}

std::string times(std::int64_t moved, std::int64_t least) {
  return least == 0
             ? ""
             : fmt::format("{:.2f}", static_cast<double>(moved) / static_cast<double>(least));
}

std::string grid_words(const trace_launch& launch) {
  const std::int64_t n = launch.programs();
  const std::string count = fmt::format("{} program{}", n, n == 1 ? "" : "s");
  if (launch.grid[2] > 1) {
    return fmt::format("{} in a grid of {} x {} x {}", count, launch.grid[0], launch.grid[1],
                       launch.grid[2]);
  }
  return launch.grid[1] > 1
             ? fmt::format("{} in a grid of {} x {}", count, launch.grid[0], launch.grid[1])
             : count;
}

std::string summary_of(const trace_launch& launch) {
  std::int64_t moved = 0, least = 0, outside = 0;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    if (launch.arguments[i].array) {
      const trace_traffic traffic = traffic_of(launch, static_cast<int>(i));
      moved += traffic.read + traffic.written;
      least += traffic.least;
      outside += traffic.outside;
    }
  }
  std::string text = grid_words(launch) + ". ";
  if (launch.programs() == 0) {
    return text + "A grid without programs does nothing: does its size round down to 0?";
  }
  text += fmt::format("Their loads and stores ask for {} bytes", grouped(moved));
  text += least == 0 || moved == least
              ? ", each element once."
              : fmt::format(": {} times the {} bytes that touching each element once would take.",
                            times(moved, least), grouped(least));
  return text + (outside == 0
                     ? ""
                     : fmt::format(" {} lanes are outside of their array.", grouped(outside)));
}

html programs_of(const trace_launch& launch) {
  std::set<std::int64_t> busy, wrong;
  for (const trace_access& access : launch.accesses) {
    busy.insert(access.program);
    if (access.argument >= 0) {
      const auto& array = launch.arguments[static_cast<std::size_t>(access.argument)];
      for (const trace_box& box : boxes_of(array, access.runs)) {
        if (box.outside) {
          wrong.insert(access.program);
        }
      }
    }
  }
  html buttons;
  for (std::int64_t p = 0; p < std::min(launch.programs(), kMostPrograms); ++p) {
    const bool plane = launch.grid[1] > 1 && launch.grid[2] == 1;
    const std::string at = plane ? fmt::format(" style=\"grid-row: {}; grid-column: {}\"",
                                               p % launch.grid[0] + 2, p / launch.grid[0] + 1)
                                 : "";
    const char* state = wrong.count(p) != 0 ? " wrong" : busy.count(p) == 0 ? " idle" : "";
    buttons += trusted(fmt::format(
        "          <button type=\"button\" class=\"program{}\" data-program=\"{}\" "
        "aria-pressed=\"false\" tabindex=\"-1\"{}{}>{}</button>\n",
        state, p, at,
        wrong.count(p) != 0  ? " aria-label=\"" + launch.position(p) + ", with lanes outside\""
        : busy.count(p) == 0 ? " aria-label=\"" + launch.position(p) + ", touches nothing\""
                             : "",
        launch.position(p)));
  }
  return buttons;
}

html array_of(const trace_launch& launch, int argument) {
  const trace_argument& array = launch.arguments[static_cast<std::size_t>(argument)];
  const trace_traffic traffic = traffic_of(launch, argument);
  std::string shape;
  for (const std::int64_t extent : array.extents) {
    shape += (shape.empty() ? "" : " x ") + std::to_string(extent);
  }
  std::string words = shape.empty() ? array.type : array.type + ", " + shape + " elements";
  if (array.matrix() && array.strides[0] != array.extents[1]) {
    words += fmt::format(", rows {} elements apart", array.strides[0]);
  }
  words += traffic.read > 0 ? fmt::format("; {} bytes read", grouped(traffic.read)) : "";
  words += traffic.written > 0 ? fmt::format("; {} bytes written", grouped(traffic.written)) : "";
  const std::int64_t moved = traffic.read + traffic.written;
  words += moved > traffic.least
               ? fmt::format(", {} times what it takes", times(moved, traffic.least))
               : "";
  return trusted("    <figure>\n      <figcaption><strong>") + escape(array.name) +
         trusted("</strong> ") + escape(words) +
         trusted(
             "</figcaption>\n      <div class=\"drawing\" tabindex=\"0\" role=\"group\" "
             "aria-label=\"Picture of ") +
         escape(array.name) + trusted("\">") + to_svg(launch, argument) +
         trusted("</div>\n    </figure>\n");
}

html rows_of(const trace_launch& launch) {
  html rows;
  std::int64_t program = -1;
  int order = 0;
  for (const trace_access& access : launch.accesses) {
    order = access.program == program ? order + 1 : 0;
    program = access.program;
    trace_cost cost;
    bool outside = false;
    if (access.argument >= 0) {
      const auto& array = launch.arguments[static_cast<std::size_t>(access.argument)];
      cost = cost_of(array, access);
      const auto boxes = boxes_of(array, access.runs);
      outside =
          std::any_of(boxes.begin(), boxes.end(), [](const auto& box) { return box.outside; });
    }
    const std::string place = describe_place(launch, access);
    const char* verb = access.kind == "load"    ? "reads"
                       : access.kind == "store" ? "writes"
                                                : "changes";
    const auto line = launch.lines.find(access.line);
    const std::string say =
        fmt::format("Program {}, step {}: line {} {} {}, {} of {} lanes{}. {}",
                    launch.position(program), order + 1, access.line, verb, place, access.active,
                    access.lanes, outside ? ", some outside of the array" : "",
                    line == launch.lines.end() ? "" : line->second);
    const std::int64_t least = (cost.bytes + 31) / 32;
    rows += trusted(fmt::format("        <tr data-program=\"{}\" data-order=\"{}\" data-say=\"",
                                program, order)) +
            escape(say) + trusted("\"><td>") + escape(launch.position(program)) +
            trusted("</td><td><button type=\"button\">") + number(order + 1) +
            trusted("</button></td><td>") + number(access.line) + trusted("</td><td>") +
            escape(access.kind) + trusted(outside ? "</td><td class=\"wrong\">" : "</td><td>") +
            escape(place + (outside ? " (outside)" : "")) + trusted("</td><td>") +
            escape(fmt::format("{} of {}", access.active, access.lanes)) +
            trusted(fmt::format("</td><td><span class=\"bar\" style=\"--part: {}%\"></span>",
                                cost.vector_percent())) +
            escape(fmt::format("{} %, {}", cost.vector_percent(), cost.pattern)) +
            trusted("</td><td>") +
            escape(fmt::format("{}{}", cost.sectors,
                               cost.sectors > least ? fmt::format(" for {}", least) : "")) +
            trusted("</td></tr>\n");
  }
  return rows;
}

html launch_of(const trace_launch& launch, std::size_t number_of) {
  html arrays, findings;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    if (launch.arguments[i].array) {
      arrays += array_of(launch, static_cast<int>(i));
    }
  }
  for (const std::string& finding : launch.findings) {
    findings += trusted("    <p class=\"finding\">") + escape(finding) + trusted("</p>\n");
  }
  const bool plane = launch.grid[1] > 1 && launch.grid[2] == 1;
  const std::int64_t hidden = launch.programs() - kMostPrograms;
  return fill(
      templates::trace_launch_html,
      {{"number", number(static_cast<std::int64_t>(number_of))},
       {"name", escape(launch.kernel)},
       {"where", escape(fmt::format("{}:{}", launch.file, launch.line))},
       {"summary", escape(summary_of(launch))},
       {"findings", findings},
       {"shape", trusted(plane ? "plane" : "row")},
       {"columns", html()},
       {"programs", programs_of(launch)},
       {"more", escape(hidden > 0 ? fmt::format("{} more are not shown. ", hidden) : "")},
       {"arrays", arrays},
       {"rows", rows_of(launch)},
       {"left", launch.left_out == 0
                    ? html()
                    : trusted("    <p class=\"note\">") +
                          escape(fmt::format("{} accesses of later programs were not recorded.",
                                             launch.left_out)) +
                          trusted("</p>\n")}});
}

}  // namespace

std::string to_page(const std::vector<trace_launch>& launches, const std::string& title,
                    const std::string& source) {
  html all, choice;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    all += launch_of(launches[i], i);
    choice +=
        trusted(fmt::format("      <option value=\"launch-{}\">", i)) +
        escape(fmt::format("{}. {}, {}", i + 1, launches[i].kernel, grid_words(launches[i]))) +
        trusted("</option>\n");
  }
  if (launches.size() < 2) {
    choice = html();
  } else {
    choice = trusted("  <label class=\"choice\">Launch <select id=\"launch\">\n") + choice +
             trusted("    </select></label>\n");
  }
  return fill(templates::trace_html, {{"title", escape(title)},
                                      {"css", trusted(std::string(templates::trace_css) +
                                                      std::string(templates::trace_figure_css))},
                                      {"source", escape(source)},
                                      {"choice", choice},
                                      {"launches", all},
                                      {"script", trusted(std::string(templates::trace_js))}})
      .text();
}

}  // namespace kw::grader
