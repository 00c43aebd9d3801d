// Every planted mistake gives exactly the text in its table, and a kernel that is right gives none.
// After a change of wording, KW_UPDATE_CORPUS=1 writes the texts beside the kernels again, and
// `cases.py --take` puts them into the tables. Read them as a beginner would who has just written a
// first kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "../corpus/planted.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace {

struct known_mistake {
  std::string source;  // the file, without its ending
  std::function<void()> run;
  friend void PrintTo(const known_mistake& m, std::ostream* to) { *to << m.source; }
};

std::vector<known_mistake>& known_mistakes() {
  static std::vector<known_mistake> all;
  return all;
}

std::string told(const known_mistake& mistake) {
  kw::collect_findings(true);
  (void)kw::take_findings();
  mistake.run();
  std::string text;
  for (const kw::finding& f : kw::take_findings()) {
    text += to_text(f) + "\n";
  }
  kw::collect_findings(false);
  // Where the file is made says nothing.
  const std::string name = mistake.source.substr(mistake.source.rfind('/')) + ".cpp";
  for (std::size_t at = 0; (at = text.find(name)) != std::string::npos;) {
    const std::size_t begin = text.find_last_of(" (", at) + 1;
    text.replace(begin, at + name.size() - begin, "kernel.cpp");
  }
  return text;
}

class Corpus : public ::testing::TestWithParam<known_mistake> {};

TEST_P(Corpus, SaysWhatIsExpected) {
  const std::string file = GetParam().source + ".txt";
  const std::string text = told(GetParam());
  if (const char* update = std::getenv("KW_UPDATE_CORPUS"); update != nullptr && *update != '\0') {
    std::ofstream(file) << text;
  }
  std::ifstream in(file);
  std::ostringstream expected;
  expected << in.rdbuf();
  EXPECT_EQ(text, expected.str());
}

// A mistake is found the same way in every run, however the threads take turns.
TEST_P(Corpus, SaysItAgain) {
  const std::string first = told(GetParam());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(told(GetParam()), first);
  }
}

std::string name_of(const ::testing::TestParamInfo<known_mistake>& info) {
  return info.param.source.substr(info.param.source.rfind('/') + 1);
}

INSTANTIATE_TEST_SUITE_P(Planted, Corpus, ::testing::ValuesIn([] {
                           auto all = known_mistakes();
                           std::sort(all.begin(), all.end(),
                                     [](auto& a, auto& b) { return a.source < b.source; });
                           return all;
                         }()),
                         name_of);

}  // namespace

corpus::planted::planted(std::function<void()> run, const char* file) {
  const std::string name = file;
  known_mistakes().push_back({name.substr(0, name.rfind('.')), std::move(run)});
}
