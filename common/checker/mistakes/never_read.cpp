// No program reads an input, and nothing in the kernel could: mostly a line that was copied, and
// loads the first input twice. An input that some branch of the kernel reads may well stay unread.
#include <algorithm>
#include <string>
#include <vector>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

// Two loads of the same: one may be meant for another input.
struct twins {
  int first = 0, second = 0;  // lines, which may be one; 0 where there are none
  std::string address;
};

twins find_twins(const kernel_text& kernel) {
  const std::vector<kernel_text::call> loads = kernel.calls("tl.load");
  for (auto b = loads.begin(); b != loads.end(); ++b) {
    const auto a = std::find_if(loads.begin(), b, [&](const kernel_text::call& other) {
      return other.arguments == b->arguments;
    });
    if (a != b && !b->arguments.empty()) {
      return {a->in.line, b->in.line, b->arguments[0]};
    }
  }
  return {};
}

words explain_never_read(const site& s) {
  const auto& same = s.e.as<twins>();
  return {
      sentence("the kernel never reads {}, an input{}, so the result cannot depend on it.",
               s.buffer, s.where->bounded ? " with " + counted(s.where->extent, "element") : ""),
      same.second == 0
          ? "Load it where its values are needed, or remove it from the parameters of the kernel "
            "and from the arguments of launch."
          : sentence("This line loads `{}`{}: is one of them meant to load `{}`?", same.address,
                     same.first == same.second ? " twice"
                                               : sentence(", and so does line {}", same.first),
                     s.buffer)};
}

void find_never_read(const launch_monitor& monitor, std::vector<event>& events) {
  std::uint64_t read = 0;
  const char* file = nullptr;  // of the kernel: where a program stores
  for (const worker_log& log : monitor.logs()) {
    read |= log.read_targets;
    file = log.stores.empty() ? file : log.stores.front().place.file;
  }
  const launch_description& launch = monitor.launch();
  for (std::size_t i = 0; file != nullptr && i < monitor.targets().size() && i < 64; ++i) {
    const target& t = monitor.targets()[i];
    if (t.argument < 0 || !t.is_const || (read >> i & 1) != 0 || (t.bounded && t.extent == 0)) {
      continue;
    }
    const kernel_text kernel(file, kernel_name(launch.kernel_signature));
    const auto parameters = kernel.parameters();
    if (!kernel.found() || static_cast<int>(parameters.size()) != launch.argument_count) {
      continue;
    }
    const parameter& own = parameters[static_cast<std::size_t>(t.argument)];
    if (own.name.empty() || mentions(own.type, "maybe_unused") || kernel.uses(own.name)) {
      continue;
    }
    const twins same = find_twins(kernel);
    event e(never_read, {file, same.second != 0 ? same.second : kernel.head_line()});
    e.target = static_cast<int>(i);
    e.last = t.extent - 1;
    e.count = t.extent;
    e.facts = same;
    events.push_back(std::move(e));
  }
}

}  // namespace

const mistake never_read{
    .name = "never-read",
    .explain = explain_never_read,
    .after_launch = find_never_read,
    .about_launch = true,
};

}  // namespace kw::runtime
