// Which student handed in what, in the layouts that learning management systems export.
#include "grader/class/submissions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "common/base/process.hpp"
#include "grader/class/layouts.hpp"
#include "grader/model/error.hpp"
#include "grader/test/class/submissions_on_disk.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class Submissions : public submissions_on_disk {};

TEST_F(Submissions, OfOneStudentMayHaveAnyNames) {
  folder_.write("work/a_submission.cpp/1_warm.cpp", "a");
  folder_.write("work/lessons/x/y.txt", "");
  folder_.write("work/exercises/02_second/1_only.cpp", "b");
  const class_submission one = find_submission(folder_.path() / "work/");
  EXPECT_EQ(one.who.name, "work");
  const kernel_sources found = read_kernels(one, course_.lessons, course_.lessons);
  EXPECT_EQ(found.kernels.at("lesson01.1").content, "a");
  EXPECT_EQ(found.kernels.at("lesson02.1").content, "b");
  EXPECT_THAT(found.notes, IsEmpty());
  const class_submission file =
      find_submission(folder_.path() / "work/exercises/02_second/1_only.cpp");
  EXPECT_EQ(file.who.name, "1_only.cpp");
  EXPECT_EQ(read_kernels(file, course_.lessons, course_.lessons).kernels.at("lesson02.1").content,
            "b");
}

TEST_F(Submissions, FilesOfLessonsThatAreNotGradedArePassedOver) {
  folder_.write("work/1_warm.cpp", "a");
  folder_.write("work/1_only.cpp", "b");
  folder_.write("work/notes.cpp", "c");
  const kernel_sources found = read_kernels(find_submission(folder_.path() / "work"),
                                            {course_.lessons.front()}, course_.lessons);
  EXPECT_THAT(found.kernels, ElementsAre(Pair("lesson01.1", testing::_)));
  EXPECT_THAT(found.ignored, ElementsAre("notes.cpp"));
}

TEST_F(Submissions, AreSaidToBeInArchivesThatAreNotOpened) {
  folder_.write("ann/kernels.rar", "Rar!");
  folder_.write("bob.7z", "7z");
  folder_.write("eve/1_warm.cpp", "a");
  folder_.write("eve/more.zip", archive_of({{"inner.zip", archive_of({{"2_main.cpp", "b"}})}}));
  const class_input input = find();
  EXPECT_THAT(names(input), UnorderedElementsAre("ann", "bob", "eve"));
  EXPECT_THAT(kernels(input, "ann").notes,
              ElementsAre(HasSubstr("kernels.rar is an archive of a kind")));
  EXPECT_THAT(kernels(input, "bob").notes,
              ElementsAre(HasSubstr("bob.7z is an archive of a kind")));
  EXPECT_THAT(kernels(input, "eve").notes,
              ElementsAre(HasSubstr("more.zip: inner.zip is an archive in an archive")));
}

TEST_F(Submissions, InLinkedFoldersAreMissedInWords) {
  folder_.write("secret/text", "x");
  folder_.write("ann/1_warm.cpp", "a");
  fs::create_directory_symlink("ann", folder_.path() / "bob");
  fs::create_directory_symlink("..", folder_.path() / "ann" / "more");
  const class_input input = find();
  EXPECT_THAT(kernels(input, "bob").refused, HasSubstr("symbolic link"));
  EXPECT_EQ(kernels(input, "ann").kernels.at("lesson01.1").content, "a");
  EXPECT_THAT(kernels(input, "ann").notes,
              ElementsAre("more/ is a symbolic link, which is not followed"));
}

TEST_F(Submissions, OfAnArchiveAreNotRefusedForOneFile) {
  folder_.write("class/honest/1_warm.cpp", "a");
  folder_.write("class/mallory/1_warm.cpp", "b");
  folder_.write("class/mallory/..\\notes.cpp", "c");
  base::process_request request;
  request.command = {"tar", "-cf", "class.tar", "class"};
  request.working_folder = folder_.path();
  ASSERT_TRUE(base::run_process(request).succeeded());
  const class_input input =
      find_submissions(folder_.path() / "class.tar", course_, {}, scratch_.path() / "files");
  EXPECT_THAT(names(input), UnorderedElementsAre("honest", "mallory"));
  EXPECT_EQ(kernels(input, "honest").kernels.at("lesson01.1").content, "a");
  EXPECT_THAT(kernels(input, "mallory").refused, HasSubstr("leads out of it"));
  int copies = 0;
  for (const auto& entry : fs::directory_iterator(scratch_.path() / "files")) {
    EXPECT_EQ(entry.file_size(), 1U) << "a class need not fit in memory";
    ++copies;
  }
  EXPECT_EQ(copies, 2);
}

TEST_F(Submissions, AreReadQuicklyWhateverTheirNamesAre) {
  std::string name = "9";
  for (int i = 0; i < 50; ++i) {
    name += ".cpp";
  }
  for (int i = 0; i < 3000; ++i) {
    folder_.write("jane/" + std::to_string(i) + name + "x.cpp", "");
  }
  folder_.write("jane/1_warm.cpp", "a");
  const class_input input = find();
  EXPECT_EQ(kernels(input, "jane").kernels.at("lesson01.1").content, "a");
  EXPECT_THAT(kernels(input, "jane").notes, SizeIs(testing::Le(20U)));
}

TEST_F(Submissions, SayWhichFilesWereIgnored) {
  folder_.write("jane/1_wram.cpp", "misspelt");
  folder_.write("jane/3_more.cpp.txt", "a browser's ending");
  folder_.write("jane/exercises/01_first/first.cpp", "all tasks in one");
  folder_.write("jane/notes.cu", "nothing like a task's");
  folder_.write("jane/2_main.cpp", "b");
  folder_.write("jane/2_main-1.cpp", "later");
  folder_.write("jane/build/x.cpp", "of a tool");
  const kernel_sources jane = kernels(find(), "jane");
  EXPECT_THAT(jane.ignored, UnorderedElementsAre("1_wram.cpp", "2_main.cpp", "3_more.cpp.txt",
                                                 "exercises/01_first/first.cpp"));
  EXPECT_THAT(jane.notes, testing::Contains(HasSubstr("Rename it to 1_warm.cpp")));
  EXPECT_THAT(jane.notes, testing::Contains(HasSubstr("Rename it to 3_more.cpp if it is meant")));
}

TEST_F(Submissions, NeverFollowLinks) {
  folder_.write("secret/text", "x");
  fs::create_directories(folder_.path() / "jane");
  fs::create_symlink("/etc/passwd", folder_.path() / "jane" / "1_warm.cpp");
  fs::create_directory_symlink("/", folder_.path() / "jane" / "root");
  const class_input input = find();
  const kernel_sources jane = kernels(input, "jane");
  EXPECT_THAT(jane.kernels.at("lesson01.1").problem, HasSubstr("symbolic link"));
  EXPECT_EQ(jane.kernels.at("lesson01.1").content, "");
}

TEST_F(Submissions, HaveIdsThatAreFileNamesAndDiffer) {
  EXPECT_EQ(file_id("Ann Lee").size(), std::string("ann-lee-").size() + 16);
  EXPECT_NE(file_id("Ann Lee"), file_id("ann lee"));
  for (const char* name : {"李小龍", "李小明", "a b", "a-b", "-rf", "A", "a"}) {
    folder_.write(std::string(name) + "/1_warm.cpp", "x");
  }
  std::set<std::string> ids;
  for (const class_submission& one : find().submissions) {
    EXPECT_EQ(one.who.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
              std::string::npos);
    EXPECT_NE(one.who.id.front(), '-');
    ids.insert(one.who.id);
  }
  EXPECT_THAT(ids, SizeIs(7));
}

/// Root may read everything, so this runs as another user.
TEST_F(Submissions, ThatCannotBeReadDoNotHideTheOthers) {
  folder_.write("jane/1_warm.cpp", "a");
  folder_.write("locked/1_warm.cpp", "b");
  folder_.write("secret/1_warm.cpp", "c");
  folder_.write("tidy/build/1_warm.cpp", "d");
  folder_.write("tidy/solutions/1_warm.cpp", "d");
  folder_.write("tidy/1_warm.cpp", "e");
  fs::permissions(folder_.path(), fs::perms::all);
  for (const char* closed : {"locked", "secret/1_warm.cpp", "tidy/build", "tidy/solutions"}) {
    fs::permissions(folder_.path() / closed, fs::perms::none);
  }
  const uid_t user = geteuid();
  if (user == 0) {
    ASSERT_EQ(seteuid(65534), 0);
  }
  const class_input input = find();
  EXPECT_THAT(names(input), UnorderedElementsAre("jane", "locked", "secret", "tidy"));
  EXPECT_EQ(kernels(input, "jane").kernels.at("lesson01.1").content, "a");
  EXPECT_EQ(kernels(input, "tidy").kernels.at("lesson01.1").content, "e");
  EXPECT_THROW(kernels(input, "secret"), machine_error);
  EXPECT_THAT([&] { kernels(input, "locked"); },
              testing::ThrowsMessage<machine_error>(testing::AllOf(
                  testing::HasSubstr("Permission denied"), testing::HasSubstr("locked"))));
  ASSERT_EQ(seteuid(user), 0);
  for (const char* closed : {"locked", "secret/1_warm.cpp", "tidy/build", "tidy/solutions"}) {
    fs::permissions(folder_.path() / closed, fs::perms::owner_all);
  }
}

TEST_F(Submissions, AreMissedInWords) {
  EXPECT_THROW(find(), usage_error);
  EXPECT_THROW(find_submissions("nowhere", course_, {}, {}), usage_error);
  folder_.write("1_warm.cpp", "x");
  EXPECT_THROW(find(), usage_error) << "one student's folder is no class";
  EXPECT_THROW(find_submissions(fake_.root(), course_, {}, {}), usage_error);
}

}  // namespace
}  // namespace kw::grader
