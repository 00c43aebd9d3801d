#include "common/judge/rehearsal.hpp"

#include <cstring>
#include <utility>

namespace kw::remote {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{256} << 20;

}  // namespace

void rehearsal::keep_memory() {
  before_.pieces.clear();
  if (memory_.bytes_in_use() > kMostBytes || !before_.take(memory_)) {
    return;
  }
  for (const memory_copy::piece& one : before_.pieces) {
    std::memcpy(memory_.twin_of(one.data), one.data, one.bytes);
  }
}

std::string rehearsal::problem_with(const message& request, int functions, bool wrong,
                                    std::optional<worker_failure>& unstarted) {
  worker_failure failure;
  message answer;
  said_.reset();
  if (before_.pieces.empty()) {
    return {};
  }
  if (!worker_.running() && !worker_.start(functions, failure)) {
    unstarted = failure;
    return {};
  }
  if (!worker_.ask(request, answer, failure)) {
    if (wrong) {
      return {};
    }
    return "it did not return when it was called once more, where the host does not see what "
           "kernels load and store";
  }
  comparison sum;
  for (const memory_copy::piece& one : before_.pieces) {
    sum.add(one.held.get(), one.bytes, one.data,
            static_cast<const char*>(memory_.twin_of(one.data)));
  }
  const std::string thrown = read(answer);
  if (!sum.suspicious()) {
    for (const memory_copy::piece& one : before_.pieces) {
      std::memcpy(one.data, memory_.twin_of(one.data), one.bytes);
    }
    return {};
  }
  return "its results are not what kernels computed from what they loaded: when it was called once "
         "more, where the host does not see what kernels load and store, as on a GPU, and programs "
         "run in another order (or, if they wait for each other, with other numbers in lanes that "
         "have no value), it came to other results (about " +
         std::to_string(sum.others) + " of " + std::to_string(sum.changed) + ")" +
         (thrown.empty() ? "" : " and threw an error, \"" + thrown + "\"") +
         ". Results are computed on tiles, in a kernel, and stored with tl.store";
}

/// \returns what the second call threw
std::string rehearsal::read(message& answer) {
  constexpr std::size_t kLongest = 400;
  try {
    const auto end = answer.take<call_end>();
    const std::string text = printable(answer.take<std::string>(), kLongest);
    report all;
    all.own_bytes = answer.take<std::int64_t>();
    all.stream_steps = answer.take<std::int64_t>();
    all.moved = answer.take<runtime::traffic>();
    all.findings = take_findings_from(answer);
    said_ = std::move(all);
    return end == call_end::returned ? "" : text;
  } catch (const error&) {
    return "an answer that makes no sense";
  }
}

}  // namespace kw::remote
