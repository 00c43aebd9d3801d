#include "common/checker/mistakes/telling_axes.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "common/base/pattern.hpp"
#include "common/checker/report/words.hpp"

namespace kw::runtime {

using lines_of_kernel = std::vector<numbered_line>;

std::vector<definition> definitions_in(const lines_of_kernel& lines, const std::string& file) {
  static const base::pattern kDefined(
      R"(^(?:const )?(?:auto|float|int|bool|double|std::int64_t) (\w+) = )");
  std::vector<definition> all;
  for (const numbered_line& l : lines) {
    const auto found = kDefined.find(l.text);
    if (!l.head && found) {
      const std::string statement = statement_at(file, l.number);
      const auto equals = statement.find(" = ");
      all.push_back(
          {l.number, (*found)[1], equals == std::string::npos ? "" : statement.substr(equals + 3)});
    }
  }
  return all;
}

namespace {

const definition* value_of(const std::vector<definition>& all, const std::string& name, int line) {
  const auto at = std::find_if(all.rbegin(), all.rend(), [&](const definition& d) {
    return d.name == name && d.line < line;
  });
  return at == all.rend() ? nullptr : &*at;
}

// `x + rows * stride + cols` with two ranges of one axis: lane i takes row i and column i.
telling_line diagonal(const lines_of_kernel& lines, const std::vector<definition>& known,
                      const std::string& file) {
  static const base::pattern kAddress(R"(\w+ \+ (\w+) \* (\w+) \+ (\w+)\b(?![(]))");
  const auto is_range = [&](const std::string& name, int line) {
    const definition* d = value_of(known, name, line);
    return d != nullptr && d->value.find("tl.arange(") != std::string::npos &&
           d->value.find("None") == std::string::npos;
  };
  for (const numbered_line& l : lines) {
    const std::string statement = l.head ? "" : statement_at(file, l.number);
    const auto found = kAddress.find(statement);
    if (found && is_range((*found)[1], l.number) && is_range((*found)[3], l.number)) {
      return {l.number, "`" + (*found)[1] + "` and `" + (*found)[3] +
                            "` have one axis each, so their lanes go together: lane 1 takes row 1 "
                            "and column 1, and only a diagonal is touched. Make a column of the "
                            "rows and a row of the columns: `" +
                            (*found)[1] + "(_, None) * " + (*found)[2] + " + " + (*found)[3] +
                            "(None, _)`."};
    }
  }
  return {};
}

telling_line row_for_column(int line, const std::string& numbers) {
  return {line, "`" + numbers +
                    "` is one number for each row, but without (_, None) it runs along the "
                    "columns, so column 3 gets the number of row 3. Make a column of it: `" +
                    numbers + "(_, None)`."};
}

// `p / tl.sum(p, axis<1>)` in a tile with as many rows as columns.
telling_line not_turned(const lines_of_kernel& lines, const std::vector<definition>& known,
                        const std::string& file) {
  static const base::pattern kReduced(R"([-+*/] (tl\.(?:sum|max|min)\(\w+, axis<1>\)))");
  static const base::pattern kNamed(R"(\b(\w+) [-+*/] (\w+)\b(?![(.]))");
  for (const numbered_line& l : lines) {
    const std::string statement = l.head ? "" : statement_at(file, l.number);
    const auto call = kReduced.find(statement);
    if (call && statement.substr(call->end, 1) != "(") {
      const std::string& text = (*call)[1];
      const auto reduced = call_arguments(text, text.substr(0, 6));
      if (!reduced.empty() && mentions(statement.substr(0, call->begin), reduced[0])) {
        return row_for_column(l.number, text);
      }
    }
    if (const auto found = kNamed.find(statement)) {
      const definition* d = value_of(known, (*found)[2], l.number);
      const bool by_row =
          d != nullptr && d->value.ends_with(", axis<1>);") && mentions(d->value, (*found)[1]);
      if (by_row) {
        return row_for_column(l.number, (*found)[2]);
      }
    }
  }
  return {};
}

enum class axis_of { unknown, rows, columns };

// Which axis the names of one axis run along: a range along the one that it is turned to where it
// is used, `rows(_, None)`, and what is loaded or computed with it along the same; a sum along
// axis<1> leaves one number for each row.
std::map<std::string, axis_of> axes_of_names(const lines_of_kernel& lines,
                                             const std::vector<definition>& known) {
  std::map<std::string, axis_of> axes;
  for (const definition& d : known) {
    const bool range = d.value.find("tl.arange(") != std::string::npos;
    if (d.value.find("None") != std::string::npos && d.value.find("axis<") == std::string::npos) {
      continue;  // a tile of two axes
    }
    axis_of found = axis_of::unknown;
    if (range) {
      int rows = 0, columns = 0;
      for (const numbered_line& l : lines) {
        rows += l.text.find(d.name + "(_, None)") != std::string::npos ? 1 : 0;
        columns += l.text.find(d.name + "(None, _)") != std::string::npos ? 1 : 0;
      }
      found = rows > 0 && columns == 0   ? axis_of::rows
              : columns > 0 && rows == 0 ? axis_of::columns
                                         : axis_of::unknown;
    } else if (d.value.find("axis<1>)") != std::string::npos) {
      found = axis_of::rows;
    } else if (d.value.find("axis<0>)") != std::string::npos) {
      found = axis_of::columns;
    } else {
      for (const auto& [name, axis] : axes) {
        const bool used = mentions(d.value, name);
        found = !used                                        ? found
                : found == axis_of::unknown || found == axis ? axis
                                                             : axis_of::unknown;
      }
    }
    if (found != axis_of::unknown) {
      axes[d.name] = found;
    } else {
      axes.erase(d.name);
    }
  }
  return axes;
}

// `bias(_, None)`, where `bias` was loaded with the columns.
telling_line along_the_other_axis(const lines_of_kernel& lines,
                                  const std::vector<definition>& known) {
  for (const auto& [name, axis] : axes_of_names(lines, known)) {
    const bool by_rows = axis == axis_of::rows;
    const std::string wrong = name + (by_rows ? "(None, _)" : "(_, None)");
    for (const numbered_line& l : lines) {
      if (l.text.find(wrong) != std::string::npos) {
        return {l.number, "`" + name + "` has one number for each " + (by_rows ? "row" : "column") +
                              ", and `" + wrong + "` lays them along the " +
                              (by_rows ? "columns" : "rows") + ": `" + name +
                              (by_rows ? "(_, None)" : "(None, _)") + "` is meant."};
      }
    }
  }
  return {};
}

}  // namespace

telling_line find_telling_axis(const lines_of_kernel& lines, const std::vector<definition>& known,
                               const std::string& file) {
  for (const telling_line& found : {diagonal(lines, known, file), not_turned(lines, known, file),
                                    along_the_other_axis(lines, known)}) {
    if (found.line > 0) {
      return found;
    }
  }
  return {};
}

}  // namespace kw::runtime
