#include "grader/class/slurm_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/test/base/temporary_folder.hpp"
#include "grader/class/slurm_chunks.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

TEST(SlurmQueue, FindsTheTasksOfItsRunAlone) {
  const auto tasks = parse_queue(
      "7_0|kw-ab-2|0|RUNNING|None\n"
      "7_1|kw-ab-2|1|PENDING|Resources\n"
      "7_2|kw-ab-2|2|COMPLETING|None\n"
      "7_3|kw-ab-2|3|PENDING|launch failed requeued held\n"
      "8|kw-abc-2|N/A|RUNNING|None\n"
      "9_0|kw-ab-x|0|RUNNING|None\n"
      "10|somebody's|N/A|PENDING|(Priority)\n"
      "nonsense\n\n",
      "kw-ab");
  ASSERT_EQ(tasks.size(), 3U);
  EXPECT_EQ(tasks[0].job, "7_0");
  EXPECT_EQ(tasks[0].array, 2);
  EXPECT_TRUE(tasks[0].runs);
  EXPECT_EQ(tasks[0].reason, "");
  EXPECT_EQ(tasks[1].index, 1);
  EXPECT_FALSE(tasks[1].runs);
  EXPECT_EQ(tasks[1].reason, "Resources");
  EXPECT_FALSE(tasks[1].stuck);
  EXPECT_TRUE(tasks[2].stuck);
}

TEST(SlurmChunks, AreManyEnoughForAClusterAndShortEnough) {
  EXPECT_EQ(default_chunk_size(1, 3), 1U);
  EXPECT_EQ(default_chunk_size(64, 3), 2U);
  EXPECT_EQ(default_chunk_size(65, 3), 3U);
  EXPECT_EQ(default_chunk_size(5000, 3), 157U);
  EXPECT_EQ(default_chunk_size(5000, 45), 20U);
  EXPECT_EQ(default_chunk_size(5000, 2000), 1U);
}

chunk_entry sample_entry() {
  chunk_entry entry;
  entry.id = "lee-ann-4711";
  entry.sources.kernels["lesson01.1"] = {"1_a.cpp", std::string("a\0\xff\xc3\xa4\n\x80", 7), ""};
  entry.sources.kernels["lesson01.2"] = {"b\xfe.cpp", "", "it is a link"};
  entry.sources.whole_lessons["lesson01"] = "vector_add.cpp";
  entry.sources.notes = {"one \xe9", "two"};
  entry.sources.ignored = {"other.cpp"};
  return entry;
}

TEST(ChunkFile, HoldsFilesByteForByte) {
  const chunk_entry entry = sample_entry();
  const auto read = parse_chunk(to_json(std::vector<chunk_entry>{entry, {}}));
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].id, entry.id);
  EXPECT_EQ(read[0].sources.kernels.at("lesson01.1").content,
            entry.sources.kernels.at("lesson01.1").content);
  EXPECT_EQ(read[0].sources.kernels.at("lesson01.2").path, "b\xfe.cpp");
  EXPECT_EQ(read[0].sources.kernels.at("lesson01.2").problem, "it is a link");
  EXPECT_EQ(read[0].sources.whole_lessons, entry.sources.whole_lessons);
  EXPECT_EQ(read[0].sources.notes, entry.sources.notes);
  EXPECT_EQ(read[0].sources.ignored, entry.sources.ignored);
  EXPECT_EQ(name_of(read[0]), name_of(entry));
  EXPECT_EQ(fingerprint_of(read[0].sources), fingerprint_of(entry.sources));
  EXPECT_THROW(parse_chunk("[{\"id\": 1}]"), machine_error);
  EXPECT_THROW(parse_chunk("[{"), machine_error);
}

TEST(ChunkFile, NamesAResultByAllThatIsGraded) {
  const chunk_entry entry = sample_entry();
  chunk_entry other = entry;
  other.sources.kernels["lesson01.1"].content += " ";
  EXPECT_NE(name_of(other), name_of(entry));
  other = entry;
  other.sources.notes.clear();  // they are part of the result
  EXPECT_NE(name_of(other), name_of(entry));
}

TEST(ChunkFile, DoesNotTakeAResultThatIsCutOff) {
  const base::temporary_folder folder;
  const plan_folder plan = {folder.path()};
  report result;
  result.who.id = "lee";
  write_result(plan, "lee.json", result);
  bool damaged = false;
  ASSERT_TRUE(read_result(plan, "lee.json", &damaged));
  EXPECT_EQ(to_json(*read_result(plan, "lee.json")), to_json(result));
  const std::uintmax_t size = fs::file_size(plan.result("lee.json"));
  for (const std::uintmax_t kept : {size - 1, size / 2, std::uintmax_t{64}, std::uintmax_t{0}}) {
    damaged = false;
    fs::resize_file(plan.result("lee.json"), kept);
    EXPECT_FALSE(read_result(plan, "lee.json", &damaged)) << kept;
    EXPECT_TRUE(damaged) << kept;
  }
  damaged = false;
  EXPECT_FALSE(read_result(plan, "nobody.json", &damaged));
  EXPECT_FALSE(damaged);
}

}  // namespace
}  // namespace kw::grader
