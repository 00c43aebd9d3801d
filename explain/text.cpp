#include "explain/text.hpp"

#include <regex.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace kw::explain {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool contains_any(std::string_view text, const std::vector<std::string_view>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return contains(text, part); });
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  const std::size_t last = text.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? std::string()
                                         : std::string(text.substr(first, last - first + 1));
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::size_t find_word(std::string_view text, std::string_view name, std::size_t from) {
  for (std::size_t at = from; (at = text.find(name, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_name_character(text[at - 1]);
    if (begins && (end == text.size() || !is_name_character(text[end]))) {
      return at;
    }
  }
  return std::string_view::npos;
}

bool search(const std::string& text, const std::string& expression, groups* match) {
  std::string posix;
  std::vector<std::size_t> capturing = {0};
  std::size_t opened = 0;
  bool in_brackets = false;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    posix += c;
    if (c == '\\' && !in_brackets && i + 1 < expression.size()) {
      posix += expression[++i];
    } else if (c == '[' && !in_brackets) {
      in_brackets = true;
      if (expression.compare(i + 1, 1, "^") == 0) {
        posix += expression[++i];
      }
      if (expression.compare(i + 1, 1, "]") == 0) {
        posix += expression[++i];
      }
    } else if (in_brackets && c == '[' && expression.compare(i + 1, 1, ":") == 0) {
      const std::size_t end = expression.find(":]", i);
      posix += expression.substr(i + 1, end + 1 - i);
      i = end + 1;
    } else if (c == ']') {
      in_brackets = false;
    } else if (c == '(' && !in_brackets) {
      ++opened;
      if (expression.compare(i + 1, 2, "?:") == 0) {
        i += 2;
      } else {
        capturing.push_back(opened);
      }
    }
  }
  regex_t compiled;
  if (regcomp(&compiled, posix.c_str(), REG_EXTENDED | REG_NEWLINE) != 0) {
    return false;
  }
  std::vector<regmatch_t> at(opened + 1);
  const bool found = regexec(&compiled, text.c_str(), at.size(), at.data(), 0) == 0;
  regfree(&compiled);
  if (found && match != nullptr) {
    groups result;
    for (const std::size_t group : capturing) {
      const regmatch_t& m = at[group];
      result.found.push_back(m.rm_so < 0
                                 ? ""
                                 : text.substr(static_cast<std::size_t>(m.rm_so),
                                               static_cast<std::size_t>(m.rm_eo - m.rm_so)));
    }
    result.rest = text.substr(static_cast<std::size_t>(at[0].rm_eo));
    *match = std::move(result);
  }
  return found;
}

std::string first_match(const std::string& text, const char* expression) {
  groups match;
  return search(text, expression, &match) ? match[1] : std::string();
}

std::string first_match(const std::string& text, const std::vector<const char*>& expressions) {
  for (const char* expression : expressions) {
    std::string found = first_match(text, expression);
    if (!found.empty()) {
      return found;
    }
  }
  return {};
}

std::size_t closing_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[' || text[i] == '{';
    depth -= text[i] == ')' || text[i] == ']' || text[i] == '}';
    if (depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

std::vector<std::string> arguments_of(std::string_view text, std::size_t open) {
  const std::size_t close =
      open < text.size() ? closing_bracket(text, open) : std::string_view::npos;
  std::vector<std::string> arguments;
  if (close == std::string_view::npos) {
    return arguments;
  }
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t i = open + 1; i <= close; ++i) {
    const bool angle_open = text[i] == '<' && i > 0 && is_name_character(text[i - 1]);
    const bool angle_close = text[i] == '>' && depth > 0 && text[i - 1] != '-';
    if (i == close || (text[i] == ',' && depth == 0)) {
      const std::string argument = trimmed(text.substr(begin, i - begin));
      if (!argument.empty()) {
        arguments.push_back(argument);
      }
      begin = i + 1;
    } else if (text[i] == '(' || text[i] == '[' || text[i] == '{' || angle_open) {
      ++depth;
    } else if (text[i] == ')' || text[i] == ']' || text[i] == '}' || angle_close) {
      --depth;
    }
  }
  return arguments;
}

std::string without_comment(std::string_view line) {
  const std::size_t comment = line.find("//");
  return trimmed(line.substr(0, comment));
}

namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      // Two letters exchanged count once.
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      row[j] = swapped ? std::min(row[j], diagonal) : row[j];
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t d = candidate == name ? least : distance(name, candidate);
    if (d < least) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
    text.remove_prefix(std::min(space + 1, text.size()));
  }
  if (!line.empty()) {
    lines.push_back(line);
  }
  return lines;
}

namespace {

/// The end of the template arguments that open at `open`, an index of '<'.
std::size_t closing_angle(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '<';
    depth -= text[i] == '>';
    if (depth == 0) {
      return i;
    }
  }
  return std::string::npos;
}

/// Every `name<...>` becomes `words [64, 32]`, with the shape that stands in it.
std::string shortened(std::string text, const std::string& name, const std::string& words) {
  for (std::size_t at = 0; (at = find_word(text, name, at)) != std::string::npos;) {
    const std::size_t open = at + name.size();
    const std::size_t close =
        open < text.size() && text[open] == '<' ? closing_angle(text, open) : std::string::npos;
    if (close == std::string::npos) {
      at = open;
      continue;
    }
    const std::string inside = text.substr(open, close - open);
    const std::string shape = first_match(inside, "tile_shape<([0-9, ]*)>");
    const std::string put = words + (shape.empty() ? "" : " [" + shape + "]");
    text.replace(at, close + 1 - at, put);
    at += put.size();
  }
  return text;
}

constexpr std::size_t kReadable = 160;       // characters of a message
constexpr std::size_t kShortArguments = 24;  // of a template, that need not be left out

/// A long message without what stands in the angle brackets, or only its beginning.
std::string without_arguments(std::string text) {
  if (text.size() <= kReadable) {
    return text;
  }
  text = text.substr(0, text.find(" [with "));
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos; ++at) {
    const std::size_t close =
        at > 0 && is_name_character(text[at - 1]) ? closing_angle(text, at) : std::string::npos;
    if (close != std::string::npos && close - at > kShortArguments) {
      text.replace(at + 1, close - at - 1, "...");
    }
  }
  if (text.size() > kReadable) {
    const std::size_t space = text.rfind(' ', kReadable);
    text = text.substr(0, space == std::string::npos ? kReadable : space) + " ...";
  }
  return text;
}

}  // namespace

std::string plain_types(std::string text) {
  text = replaced(std::move(text), "kw::core::", "");
  text = replaced(std::move(text), "kw::cpu::", "");
  text = replaced(std::move(text), "kw::cuda::", "");
  text = shortened(std::move(text), "pointer_tile", "pointers");
  text = shortened(std::move(text), "bound_mask", "mask");
  text = shortened(std::move(text), "both_masks", "mask");
  text = shortened(std::move(text), "tile", "tile");
  return without_arguments(shortened(std::move(text), "index_tile", "indices"));
}

}  // namespace kw::explain
