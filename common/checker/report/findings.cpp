#include "kernelwright/runtime/findings.hpp"

#include <cstdio>
#include <iterator>
#include <mutex>
#include <utility>

#include "common/checker/report/findings_list.hpp"

namespace kw {
namespace {

struct findings_list {
  std::mutex mutex;
  bool collecting = false;
  std::vector<finding> waiting;
  std::int64_t delivered = 0;
};

findings_list& the_list() {
  static findings_list instance;
  return instance;
}

}  // namespace

namespace runtime {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      result += code;
    } else {
      result += c;
    }
  }
  return result + '"';
}

void deliver(std::vector<finding> findings) {
  findings_list& list = the_list();
  const std::lock_guard lock(list.mutex);
  list.delivered += static_cast<std::int64_t>(findings.size());
  if (list.collecting) {
    list.waiting.insert(list.waiting.end(), std::make_move_iterator(findings.begin()),
                        std::make_move_iterator(findings.end()));
    return;
  }
  for (const finding& f : findings) {
    std::fprintf(stderr, "%s\n\n", to_text(f).c_str());
  }
}

std::int64_t delivered_findings() {
  findings_list& list = the_list();
  const std::lock_guard lock(list.mutex);
  return list.delivered;
}

}  // namespace runtime

std::vector<finding> take_findings() {
  findings_list& list = the_list();
  const std::lock_guard lock(list.mutex);
  return std::exchange(list.waiting, {});
}

void collect_findings(bool on) {
  findings_list& list = the_list();
  const std::lock_guard lock(list.mutex);
  list.collecting = on;
}

std::string to_text(const finding& f) {
  return "[" + f.kind + "] " + f.message;
}

std::string to_json(const finding& f, const std::string& test) {
  std::string json = "{\"test\":" + runtime::quoted(test);
  const auto text = [&](const char* key, const std::string& value) {
    json += std::string(",\"") + key + "\":" + runtime::quoted(value);
  };
  const auto number = [&](const char* key, std::int64_t value) {
    json += std::string(",\"") + key + "\":" + std::to_string(value);
  };
  text("kind", f.kind);
  text("kernel", f.kernel);
  text("file", f.file);
  number("line", f.line);
  text("source_text", f.source_text);
  text("buffer", f.buffer);
  json += ",\"program\":[" + std::to_string(f.program[0]) + "," + std::to_string(f.program[1]) +
          "," + std::to_string(f.program[2]) + "]";
  number("first", f.first);
  number("last", f.last);
  number("count", f.count);
  text("message", f.message);
  text("advice", f.advice);
  return json + "}";
}

}  // namespace kw
