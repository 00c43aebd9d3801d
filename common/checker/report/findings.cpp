#include "kernelwright/runtime/findings.hpp"

#include <cstdio>
#include <iterator>
#include <mutex>
#include <utility>

#include "common/base/cpp_text.hpp"
#include "common/base/json.hpp"
#include "common/checker/report/findings_list.hpp"

namespace kw {
namespace {

std::mutex findings_mutex;  // of what follows
bool collecting = false;
std::vector<finding> waiting;
std::int64_t delivered = 0;

std::string message_of(const finding& f) {
  return f.facts + (f.code.empty() ? "" : "\n" + f.code) +
         (f.advice.empty() ? "" : "\n  " + f.advice);
}

}  // namespace

namespace runtime {

void deliver(std::vector<finding> findings) {
  const std::lock_guard lock(findings_mutex);
  delivered += static_cast<std::int64_t>(findings.size());
  if (collecting) {
    waiting.insert(waiting.end(), std::make_move_iterator(findings.begin()),
                   std::make_move_iterator(findings.end()));
    return;
  }
  for (const finding& f : findings) {
    std::fprintf(stderr, "%s\n\n", to_text(f).c_str());
  }
}

std::int64_t delivered_findings() {
  const std::lock_guard lock(findings_mutex);
  return delivered;
}

}  // namespace runtime

std::vector<finding> take_findings() {
  const std::lock_guard lock(findings_mutex);
  return std::exchange(waiting, {});
}

void collect_findings(bool on) {
  const std::lock_guard lock(findings_mutex);
  collecting = on;
}

std::string to_text(const finding& f) {
  return "[" + f.kind + "] " + message_of(f);
}

std::string to_json(const finding& f, const std::string& test) {
  base::json_writer json;
  json.object().field("test", test).field("kind", f.kind).field("kernel", f.kernel);
  json.field("file", f.file).field("line", f.line).field("source_text", base::trimmed(f.code));
  json.field("buffer", f.buffer).field("count", f.count);
  json.field("message", message_of(f)).field("advice", f.advice).end();
  return json.text();
}

}  // namespace kw
