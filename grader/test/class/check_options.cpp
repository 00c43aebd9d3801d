#include "grader/test/class/check_options.hpp"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "common/base/options.hpp"
#include "common/base/split.hpp"

namespace kw::grader {

class_check_options parse_class_check(int count, char** arguments) {
  if (count < 4) {
    fmt::print(stderr,
               "usage: class_check <grader> <course> <build folder> [--count=N] "
               "[--kills=N] [--lessons=1,2] [--distinct] [--only-mixes] [--only-broken] [--halves] "
               "[--solutions] [--once] [--faults] [--shards] [--slurm]\n");
    std::exit(2);
  }
  class_check_options chosen;
  chosen.program = arguments[1];
  chosen.root = arguments[2];
  chosen.build = arguments[3];
  std::string lessons;
  base::option_reader reader;
  reader.value("--count", "a number",
               [&](const std::string& text) { return base::read_number(text, chosen.count); });
  reader.positive("--kills", chosen.kills);
  reader.text("--call-seconds", chosen.call_seconds).text("--device", chosen.device);
  reader.text("--lessons", lessons);
  reader.flag("--distinct", chosen.distinct).flag("--only-mixes", chosen.only_mixes);
  reader.flag("--only-broken", chosen.only_broken).flag("--halves", chosen.halves);
  reader.flag("--solutions", chosen.solutions).flag("--once", chosen.once);
  reader.flag("--faults", chosen.faults).flag("--shards", chosen.shards);
  reader.flag("--slurm", chosen.slurm);
  reader.take_all(count - 3, arguments + 3);
  if (!lessons.empty()) {
    chosen.lessons = base::split(lessons, ',');
  }
  return chosen;
}

}  // namespace kw::grader
