#include "common/base/json.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

TEST(Json, QuotesWhatAStringCannotHold) {
  EXPECT_EQ(quoted(""), "\"\"");
  EXPECT_EQ(quoted("a \"b\" \\c"), "\"a \\\"b\\\" \\\\c\"");
  EXPECT_EQ(quoted("a\nb\tc\x1f"), "\"a\\nb\\u0009c\\u001f\"");
  EXPECT_EQ(quoted("µ \x7f"), "\"µ \x7f\"");
  EXPECT_EQ(quoted("\xC2 \xFF"), "\"\uFFFD \uFFFD\"");
}

TEST(Json, WritesNestedValuesWithCommasBetweenThem) {
  json_writer json;
  json.object().field("text", "a,").field("number", -3).field("yes", true);
  json.field("numbers", {1, 2}).key("none").array().end();
  json.key("objects").array();
  json.object().field("a", 1).end().object().end();
  json.end().key("copied").written("{}").end();
  EXPECT_EQ(json.text(),
            "{\"text\":\"a,\",\"number\":-3,\"yes\":true,\"numbers\":[1,2],\"none\":[],"
            "\"objects\":[{\"a\":1},{}],\"copied\":{}}");
}

TEST(Json, TextsThatEndInBracketsAreSeparatedToo) {
  json_writer json;
  json.array().value("[").value("{").value(":").end();
  EXPECT_EQ(json.text(), "[\"[\",\"{\",\":\"]");
}

}  // namespace
}  // namespace kw::base
