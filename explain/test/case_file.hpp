// Cases of rules, as explain/test/cases/*.txt hold them:
//
//     # the rule's name
//     ^ a line of the lesson's header
//     | a line of the learner's file, which compilers call KERNEL
//     a line of what the compiler says
//     > what is wrong
//     > what to try, if there is something
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kw::explain {

struct rule_case {
  std::string rule;
  std::string contract, source, output;
  std::vector<std::string> expected;
};

std::vector<rule_case> read_cases(const std::filesystem::path& file);

}  // namespace kw::explain
