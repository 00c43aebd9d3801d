#include "grader/test/class/check_options.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

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
  for (int i = 4; i < count; ++i) {
    const std::string word = arguments[i];
    const std::string value = word.substr(word.find('=') + 1);
    if (word.rfind("--count=", 0) == 0) {
      chosen.count = std::stoi(value);
    } else if (word.rfind("--kills=", 0) == 0) {
      chosen.kills = std::stoi(value);
    } else if (word.rfind("--call-seconds=", 0) == 0) {
      chosen.call_seconds = value;
    } else if (word.rfind("--device=", 0) == 0) {
      chosen.device = value;
    } else if (word.rfind("--lessons=", 0) == 0) {
      for (std::size_t at = 0; at <= value.size();) {
        const std::size_t end = std::min(value.find(',', at), value.size());
        chosen.lessons.push_back(value.substr(at, end - at));
        at = end + 1;
      }
    } else {
      chosen.distinct = chosen.distinct || word == "--distinct";
      chosen.only_mixes = chosen.only_mixes || word == "--only-mixes";
      chosen.only_broken = chosen.only_broken || word == "--only-broken";
      chosen.halves = chosen.halves || word == "--halves";
      chosen.solutions = chosen.solutions || word == "--solutions";
      chosen.once = chosen.once || word == "--once";
      chosen.faults = chosen.faults || word == "--faults";
      chosen.shards = chosen.shards || word == "--shards";
      chosen.slurm = chosen.slurm || word == "--slurm";
    }
  }
  return chosen;
}

}  // namespace kw::grader
