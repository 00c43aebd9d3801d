// Archives from outside: which are read, and which are refused.
#include "grader/class/archive.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "grader/test/class/packed_archive.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::map<std::string, std::string> read(const std::string& bytes, archive_limits limits = {}) {
  std::map<std::string, std::string> files;
  const temporary_folder folder;
  read_archive(
      folder.write("archive", bytes), limits,
      [](const packed_entry& entry) { return entry.path != "unwanted"; },
      [&](const packed_entry& entry, std::string content) {
        files[entry.path] = std::move(content);
      });
  return files;
}

std::string refusal(const std::string& bytes, archive_limits limits = {}) {
  try {
    read(bytes, limits);
  } catch (const archive_refused& reason) {
    return reason.what();
  }
  return "it was read";
}

class Archive : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Formats, Archive, testing::Bool(),
                         [](const auto& one) { return one.param ? "Zip" : "TarGz"; });

TEST_P(Archive, GivesTheFilesThatAreWanted) {
  const std::string bytes =
      archive_of({{"./a/./b.cpp", "text"}, {"unwanted", "x"}, {"c", ""}}, GetParam());
  EXPECT_THAT(read(bytes), ElementsAre(Pair("a/b.cpp", "text"), Pair("c", "")));
}

TEST_P(Archive, KeepsNamesInEveryScript) {
  const std::string bytes = archive_of({{"李小龍/ä.cpp", "x"}}, GetParam());
  EXPECT_THAT(read(bytes), ElementsAre(Pair("李小龍/ä.cpp", "x")));
}

/// Says that names are UTF-8, as Python, git, Moodle and 7-Zip do, and libarchive does not.
std::string with_utf8_flags(std::string zip) {
  for (const auto& [mark, place] : {std::pair("PK\3\4", 7U), std::pair("PK\1\2", 9U)}) {
    for (std::size_t at = zip.find(mark); at != std::string::npos; at = zip.find(mark, at + 1)) {
      zip[at + place] = static_cast<char>(zip[at + place] | 0x08);
    }
  }
  return zip;
}

TEST(ArchiveBytes, MaySayThatNamesAreUtf8) {
  const std::string bytes =
      with_utf8_flags(archive_of({{"Zoë Müller/ä.cpp", "x"}, {"李小龍/😀.cpp", "y"}}, true));
  EXPECT_THAT(read(bytes), ElementsAre(Pair("Zoë Müller/ä.cpp", "x"), Pair("李小龍/😀.cpp", "y")));
}

TEST(ArchiveBytes, MayHaveOneNameThatIsNoText) {
  archive_limits limits;
  std::vector<std::string> passed_over;
  limits.pass_over = [&](const std::string& path, const std::string&) {
    passed_over.push_back(path);
  };
  const std::string bytes = with_utf8_flags(archive_of({{"a\xFF.cpp", "x"}, {"b.cpp", "y"}}, true));
  EXPECT_THAT(read(bytes, limits), testing::Contains(Pair("b.cpp", "y")));
  EXPECT_THAT(passed_over, testing::SizeIs(testing::Le(1U)));
}

TEST_P(Archive, RefusesPathsThatLeadOut) {
  for (const char* path : {"../x", "a/../../x", "..", "a\\..\\..\\x"}) {
    EXPECT_THAT(refusal(archive_of({{path, "x"}}, GetParam())), HasSubstr("leads out of it"))
        << path;
  }
  for (const char* path : {"/tmp/x", "C:\\x", "\\x"}) {
    EXPECT_THAT(refusal(archive_of({{path, "x"}}, GetParam())), HasSubstr("absolute path")) << path;
  }
}

TEST_P(Archive, NeverGivesALinkAsAFile) {
  const std::string bytes = archive_of({{"x.cpp", "", "/etc/passwd"}, {"y.cpp", "y"}}, GetParam());
  EXPECT_THAT(read(bytes), ElementsAre(Pair("y.cpp", "y")));
}

TEST_P(Archive, RefusesTooMuch) {
  archive_limits limits;
  limits.total_bytes = 1000;
  limits.file_bytes = 500;
  limits.entries = 3;
  EXPECT_THAT(refusal(archive_of({{"unwanted", std::string(1001, 'x')}}, GetParam()), limits),
              HasSubstr("when it is unpacked"));
  EXPECT_THAT(refusal(archive_of({{"x", std::string(501, 'x')}}, GetParam()), limits),
              HasSubstr("larger than"));
  EXPECT_THAT(refusal(archive_of({{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}}, GetParam()), limits),
              HasSubstr("more than 3 files"));
  EXPECT_EQ(
      refusal(archive_of({{"a", std::string(500, 'x')}, {"b", std::string(500, 'x')}}, GetParam()),
              limits),
      "it was read");
}

TEST_P(Archive, RefusesWhatIsCutOff) {
  const std::string bytes = archive_of({{"a", std::string(5000, 'x')}, {"b", "y"}}, GetParam());
  EXPECT_THAT(refusal(bytes.substr(0, bytes.size() / 3)), HasSubstr("cannot be read"));
}

TEST(ArchiveBytes, OfAnythingElseAreRefused) {
  EXPECT_THAT(refusal(""), HasSubstr("cannot be read"));
  EXPECT_THAT(refusal("This is no archive."), HasSubstr("cannot be read"));
  EXPECT_THAT(refusal("PK\3\4"), HasSubstr("cannot be read"));
}

TEST(ArchiveName, DecidesWhatIsOne) {
  for (const char* name : {"a.zip", "A.ZIP", "a.tar", "a.tar.gz", "a.tgz", "a.b.tar.xz"}) {
    EXPECT_TRUE(is_archive_name(name)) << name;
  }
  for (const char* name : {"a.rar", "A.7Z", "a.cpp.gz"}) {
    EXPECT_TRUE(is_foreign_archive_name(name)) << name;
  }
  for (const char* name : {".zip", "zip", "a.gz", "a.cpp", "a.zip.cpp", ""}) {
    EXPECT_FALSE(is_archive_name(name)) << name;
    EXPECT_EQ(is_foreign_archive_name(name), std::string_view(name) == "a.gz") << name;
  }
}

}  // namespace
}  // namespace kw::grader
