// What an earlier run into the same folder allows a later one.
#include "grader/class/run_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/score/scoring.hpp"
#include "grader/test/fake_course.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class RunFolder : public testing::Test {
 protected:
  RunFolder() {
    options_.output = folder_.path();
    folder_.write("results/a.json", "1");
    json earlier = now({{"lesson01", "one"}, {"lesson02", "two"}});
    earlier["seed"] = 42;
    folder_.write("run.json", earlier.dump());
  }

  json now(const std::map<std::string, std::string>& kits, const std::string& device = "cpu") {
    std::vector<std::string> tasks;
    for (const auto& [lesson, print] : kits) {
      tasks.push_back(lesson + ".1");
    }
    return {{"schema_version", 2},
            {"tasks", tasks},
            {"tests", kits},
            {"device", device},
            {"sandbox", true}};
  }

  earlier_run agree(const json& run) {
    return agree_with_earlier_run(folder_.path() / "run.json", run, options_, where_);
  }

  std::string complaint(const json& run) {
    try {
      agree(run);
    } catch (const usage_error& error) {
      return error.what();
    }
    return "none";
  }

  environment where_;
  temporary_folder folder_;
  class_options options_;
};

TEST_F(RunFolder, MayBeUsedAgainAndWithMoreLessons) {
  EXPECT_EQ(agree(now({{"lesson01", "one"}, {"lesson02", "two"}})).seed, 42U);
  const earlier_run more =
      agree(now({{"lesson01", "one"}, {"lesson02", "two"}, {"lesson03", "three"}}));
  EXPECT_EQ(more.seed, 42U);
  EXPECT_EQ(more.before, "");
  EXPECT_THAT(complaint(now({{"lesson01", "one"}})),
              HasSubstr("with lesson02.1: name its lessons"));
  EXPECT_THAT(complaint(now({{"lesson01", "one"}, {"lesson02", "two"}}, "cuda")),
              HasSubstr("its device differ"));
}

TEST_F(RunFolder, RegradesTheLessonsThatAreNamed) {
  const json changed = now({{"lesson01", "one"}, {"lesson02", "fixed"}});
  EXPECT_THAT(complaint(changed), HasSubstr("Add `--regrade lesson02`"));
  options_.regrade = {"lesson01"};
  EXPECT_THAT(complaint(changed), HasSubstr("Add `--regrade lesson02`"));
  EXPECT_FALSE(fs::exists(folder_.path() / "before-1"));
  options_.regrade = {"lesson02"};
  EXPECT_EQ(agree(changed).before, "before-1");
  EXPECT_TRUE(fs::exists(folder_.path() / "before-1/a.json"));
  EXPECT_EQ(agree(changed).before, "before-2") << "never into one that is there";
}

TEST_F(RunFolder, GoesOnWithARegradeThatWasStopped) {
  json stopped = now({{"lesson01", "one"}, {"lesson02", "fixed"}});
  stopped["seed"] = 42;
  stopped["before"] = "before-1";
  folder_.write("run.json", stopped.dump());
  EXPECT_EQ(agree(now({{"lesson01", "one"}, {"lesson02", "fixed"}})).before, "before-1");
}

TEST_F(RunFolder, KeepsItsSeed) {
  const json same = now({{"lesson01", "one"}, {"lesson02", "two"}});
  options_.seed = 42;
  EXPECT_EQ(complaint(same), "none");
  options_.seed = 43;
  EXPECT_THAT(complaint(same), HasSubstr("with the seed 42"));
  folder_.write("run.json", R"({"schema_version": 2, "device": "cpu", "sandbox": true})");
  EXPECT_THAT(complaint(same), HasSubstr("was changed"));
}

TEST_F(RunFolder, KnowsWhetherTheSolutionsWereJudged) {
  json earlier = now({{"lesson01", "one"}, {"lesson02", "two"}});
  const json same = earlier;
  const std::map<std::string, std::vector<std::string>> given = {{"lesson01.1", {"Sum.OfNothing"}},
                                                                 {"lesson02.1", {}}};
  EXPECT_FALSE(agree(same).given) << "a run that was stopped before";
  earlier["seed"] = 42;
  earlier["solutions"] = describe_solutions(given, options_, where_);
  folder_.write("run.json", earlier.dump());
  EXPECT_EQ(agree(same).given, given);

  EXPECT_FALSE(agree(now({{"lesson01", "one"}, {"lesson02", "two"}, {"lesson03", "new"}})).given);
  options_.memory_megabytes += 1;
  EXPECT_FALSE(agree(same).given) << "a solution may need more memory than it may take now";
  options_.memory_megabytes -= 1;
  where_.compiler = "another";
  EXPECT_FALSE(agree(same).given);
  where_.compiler.clear();
  options_.restart = true;
  EXPECT_FALSE(agree(same).given);
}

TEST_F(RunFolder, TellsWhatARegradeChanged) {
  report one = make_sample_report();
  folder_.write("before/lee.json", to_json(one));
  folder_.write("before/same.json", to_json(one));
  folder_.write("after/same.json", to_json(one));
  one.lessons[0].checks[1].tests[1].status = test_status::passed;
  one.lessons[0].checks[1].passed = 2;
  settle_lesson(one.lessons[0]);
  settle(one);
  folder_.write("after/lee.json", to_json(one));
  folder_.write("after/new.json", to_json(one));
  folder_.write("after/broken.json", "{");
  const auto changes = compare_results(folder_.path() / "before", folder_.path() / "after");
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].lesson, "lesson01");
  EXPECT_EQ(changes[0].after - changes[0].before, 3);
  EXPECT_EQ(changes[0].what, "main 3 -> 6");
  EXPECT_THAT(compare_results(folder_.path() / "after", folder_.path() / "after"), IsEmpty());
}

}  // namespace
}  // namespace kw::grader
