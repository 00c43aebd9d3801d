#include "common/base/files.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/base/error.hpp"
#include "common/test/base/temporary_folder.hpp"

namespace kw::base {
namespace {

namespace fs = std::filesystem;

int files_in(const fs::path& folder) {
  return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string error_of_commit(const fs::path& folder, std::size_t size) {
  try {
    staged_files files;
    files.add(folder / "report.json", "new");
    files.add(folder / "report.html", std::string(size, 'x'));
    files.commit();
  } catch (const machine_error& error) {
    return error.what();
  }
  return {};
}

TEST(Files, AreFoundInAnOrderOfTheirNames) {
  const temporary_folder folder;
  for (const char* file : {"b/c.hpp", "a.hpp", "b/a.hpp"}) {
    write_file_atomically(folder.path() / file, "x");
  }
  const std::vector<fs::path> expected = {folder.path() / "a.hpp", folder.path() / "b" / "a.hpp",
                                          folder.path() / "b" / "c.hpp"};
  EXPECT_EQ(files_below(folder.path()), expected);
}

TEST(Files, AppearTogether) {
  const temporary_folder folder;
  EXPECT_EQ(error_of_commit(folder.path() / "deep" / "er", 10), "");
  EXPECT_EQ(read_text_file(folder.path() / "deep" / "er" / "report.json"), "new");
  EXPECT_EQ(files_in(folder.path() / "deep" / "er"), 2);
}

TEST(Files, NothingAppearsWithoutCommit) {
  const temporary_folder folder;
  {
    staged_files files;
    files.add(folder.path() / "report.json", "new");
  }
  EXPECT_EQ(files_in(folder.path()), 0);
}

/// Writes past a limit on file sizes, where write() fails as it does on a full disk.
TEST(Files, AFullDiskLeavesTheOldFilesAsTheyWere) {
  const temporary_folder folder;
  folder.write("report.json", "old");
  folder.write("report.html", "old");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string error = error_of_commit(folder.path(), 200000);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, old_handler);
  EXPECT_NE(error.find("cannot write"), std::string::npos) << error;
  EXPECT_NE(error.find("Free some space"), std::string::npos) << error;
  EXPECT_EQ(read_text_file(folder.path() / "report.json"), "old");
  EXPECT_EQ(read_text_file(folder.path() / "report.html"), "old");
  EXPECT_EQ(files_in(folder.path()), 2) << "a temporary file was left behind";
}

TEST(Files, AReallyFullDiskIsToldBeforeAndDuring) {
  const temporary_folder folder;
  if (mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "mounting a small file system needs more rights";
  }
  std::string before;
  try {
    require_writable(folder.path());
  } catch (const machine_error& error) {
    before = error.what();
  }
  const std::string during = error_of_commit(folder.path(), 200000);
  const int left = files_in(folder.path());
  umount(folder.path().c_str());
  EXPECT_NE(before.find("No space left on device"), std::string::npos) << before;
  EXPECT_NE(during.find("No space left on device"), std::string::npos) << during;
  EXPECT_EQ(left, 0);
}

TEST(Files, AFolderThatCannotBeMadeIsTheMachinesFault) {
  const temporary_folder folder;
  folder.write("file", "");
  EXPECT_THROW(require_writable(folder.path() / "file" / "inside"), machine_error);
  EXPECT_THROW(write_file_atomically("/proc/nothing/report.html", "x"), machine_error);
}

TEST(Files, ScratchFoldersGoAway) {
  const temporary_folder folder;
  {
    const scratch_folder scratch(folder.path() / "grader");
    write_file_atomically(scratch.path() / "sub" / "x", "x");
    EXPECT_EQ(files_in(folder.path() / "grader"), 1);
  }
  EXPECT_EQ(files_in(folder.path() / "grader"), 0);
}

TEST(Files, AMissingFileReadsAsNothing) {
  EXPECT_EQ(read_text_file("/no/such/file"), "");
}

}  // namespace
}  // namespace kw::base
