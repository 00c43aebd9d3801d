#include "grader/class/audit_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class AuditLog : public testing::Test {
 protected:
  std::filesystem::path file() const { return folder_.path() / "audit.jsonl"; }

  void write_three() const {
    audit_log log(file());
    log.add("run", {{"seed", 7}});
    log.add("result", {{"id", "ann"}, {"sha256", "aa"}});
    log.add("result", {{"id", "bob"}, {"sha256", "bb"}});
  }

  std::string text() const { return base::read_text_file(file()); }

  void replace(const std::string& what, const std::string& by) const {
    std::string changed = text();
    changed.replace(changed.find(what), what.size(), by);
    std::ofstream(file()) << changed;
  }

  temporary_folder folder_;
};

TEST_F(AuditLog, KeepsWhatHappened) {
  write_three();
  const audit_record record = read_audit_log(file());
  EXPECT_THAT(record.problems, testing::IsEmpty());
  EXPECT_EQ(record.entries, 3);
  EXPECT_EQ(record.results.at("ann"), "aa");
  EXPECT_EQ(record.results.at("bob"), "bb");
  EXPECT_THAT(record.last_run, HasSubstr("7"));
}

TEST_F(AuditLog, GoesOnWhereItWas) {
  write_three();
  {
    audit_log again(file());
    again.add("result", {{"id", "ann"}, {"sha256", "cc"}});
  }
  const audit_record record = read_audit_log(file());
  EXPECT_THAT(record.problems, testing::IsEmpty());
  EXPECT_EQ(record.entries, 4);
  EXPECT_EQ(record.results.at("ann"), "cc");
}

TEST_F(AuditLog, ShowsAChangedLine) {
  write_three();
  replace("\"aa\"", "\"dd\"");
  EXPECT_THAT(read_audit_log(file()).problems, ElementsAre(HasSubstr("Line 2 of the log was")));
}

TEST_F(AuditLog, ShowsALineThatIsGone) {
  write_three();
  const std::string all = text();
  const std::size_t first = all.find('\n') + 1;
  const std::size_t second = all.find('\n', first) + 1;
  std::ofstream(file()) << all.substr(0, first) << all.substr(second);
  EXPECT_THAT(read_audit_log(file()).problems, ElementsAre(HasSubstr("Line 2")));
}

// Cut at its end, the chain is still valid: only a saved copy of its last hash shows the cut.
TEST_F(AuditLog, EndsWithAnotherHashWhereTheEndIsGone) {
  write_three();
  const std::string last = read_audit_log(file()).last_hash;
  const std::string all = text();
  std::ofstream(file()) << all.substr(0, all.rfind('\n', all.size() - 2) + 1);
  EXPECT_NE(read_audit_log(file()).last_hash, last);
}

TEST_F(AuditLog, OutlivesARunThatWasKilledInALine) {
  write_three();
  std::ofstream(file(), std::ios::app) << "{\"n\": 4, \"ti";
  {
    audit_log again(file());
    again.add("end", nlohmann::json::object());
  }
  const audit_record record = read_audit_log(file());
  EXPECT_THAT(record.problems, testing::IsEmpty());
  EXPECT_EQ(record.entries, 5);
  EXPECT_THAT(text(), HasSubstr("\"recovered\""));
}

TEST_F(AuditLog, MustBeThere) {
  EXPECT_THROW(read_audit_log(file()), usage_error);
}

}  // namespace
}  // namespace kw::grader
