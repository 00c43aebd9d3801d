// What class_check is asked to do.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace kw::grader {

struct class_check_options {
  std::filesystem::path program, root, build;
  int count = 200;
  int kills = 10;
  std::vector<std::string> lessons;
  bool distinct = false;
  bool only_mixes = false;
  bool only_broken = false;
  bool halves = false;
  bool solutions = false;  // no skeletons, and no wrong kernels
  bool once = false;
  bool faults = false;
  std::string call_seconds = "2";
  std::string device = "cpu";
  bool shards = false;
  bool slurm = false;
};

/// Ends the program with a word about its use if too few arguments are there.
class_check_options parse_class_check(int count, char** arguments);

}  // namespace kw::grader
