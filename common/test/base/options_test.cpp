#include "common/base/options.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

using words = std::vector<std::string>;

class Options : public testing::Test {
 protected:
  Options() {
    reader_.positive("--seconds", seconds_).text("--events", events_).flag("--table", table_);
    reader_.value("--check", "on or off",
                  [](const std::string& value) { return value == "on" || value == "off"; });
    reader_.command("--worker", worker_);
  }

  /// What is left of a command line.
  words take(words line, bool all = false) {
    line.insert(line.begin(), "program");
    std::vector<char*> argv;
    for (std::string& word : line) {
      argv.push_back(word.data());
    }
    int argc = static_cast<int>(argv.size());
    all ? reader_.take_all(argc, argv.data()) : reader_.take(argc, argv.data());
    return words(argv.begin() + 1, argv.begin() + argc);
  }

  std::string error_of(const words& line, bool all = false) {
    try {
      take(line, all);
      return "";
    } catch (const option_error& problem) {
      return problem.argument + ": " + problem.what();
    }
  }

  option_reader reader_;
  double seconds_ = 1;
  std::string events_;
  bool table_ = false;
  words worker_;
};

TEST_F(Options, TakesItsOwnAndLeavesTheOthers) {
  EXPECT_EQ(take({"--a=1", "--seconds=0.5", "b", "--events", "file", "--table", "--eventsx=2"}),
            (words{"--a=1", "b", "--eventsx=2"}));
  EXPECT_EQ(seconds_, 0.5);
  EXPECT_EQ(events_, "file");
  EXPECT_TRUE(table_);
}

TEST_F(Options, ACommandHasOptionsOfItsOwn) {
  EXPECT_EQ(take({"--events=", "--worker", "sandbox", "--seconds=x"}), words());
  EXPECT_EQ(worker_, (words{"sandbox", "--seconds=x"}));
  EXPECT_EQ(seconds_, 1);
}

TEST_F(Options, SaysWhatItTakes) {
  EXPECT_EQ(error_of({"--check=x"}), "--check=x: --check takes on or off, not 'x'");
  for (const char* useless : {"", "0", "-1", "1s", "s", "nan"}) {
    EXPECT_NE(error_of({"--seconds=" + std::string(useless)}), "") << useless;
  }
  EXPECT_EQ(seconds_, 1);
}

TEST_F(Options, RefusesOthersWhereThereAreNone) {
  EXPECT_EQ(error_of({"--table", "--tables"}, true), "--tables: there is no option --tables");
  EXPECT_EQ(error_of({"--events"}, true), "--events: there is no option --events");
  EXPECT_EQ(error_of({"--table", "--check=on"}, true), "");
}

TEST(ReadNumber, TakesTheWholeText) {
  std::int64_t whole = 0;
  EXPECT_TRUE(read_number("-12", whole));
  EXPECT_EQ(whole, -12);
  EXPECT_FALSE(read_number("12 ", whole));
  EXPECT_FALSE(read_number("", whole));
  std::uint64_t seed = 0;
  EXPECT_TRUE(read_number("18446744073709551615", seed));
  EXPECT_FALSE(read_number("18446744073709551616", seed));
}

}  // namespace
}  // namespace kw::base
