#include "grader/model/stored_result.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "grader/model/error.hpp"
#include "grader/test/fake_course.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;

json read_schema() {
  return json::parse(result_schema());
}

/// How a document violates the published schema; empty when it does not.
std::string complaints(const json& document) {
  const json text = read_schema();
  valijson::Schema schema;
  valijson::SchemaParser parser;
  valijson::adapters::NlohmannJsonAdapter adapted_schema(text);
  parser.populateSchema(adapted_schema, schema);
  valijson::Validator validator;
  valijson::ValidationResults results;
  valijson::adapters::NlohmannJsonAdapter adapted(document);
  if (validator.validate(schema, adapted, &results)) {
    return {};
  }
  std::string all;
  for (valijson::ValidationResults::Error error; results.popError(error);) {
    for (const std::string& step : error.context) {
      all += step;
    }
    all += ": " + error.description + "\n";
  }
  return all;
}

/// Keys that the first results of version 2 did not have.
const std::set<std::string> kLater = {
    "elective",         "handed_in", "time_source", "marked_late", "by_lesson", "hidden",
    "file_hash",        "marks",     "kit",         "ignored",     "change",    "unusual",
    "marks_of_solution"};

/// Every key that is written is in the schema, and required unless it came later.
void expect_described(const json& part, const json& value, const std::string& place) {
  const json& known = part.contains("oneOf") ? part["oneOf"][1] : part;
  if (value.is_object() && known.contains("properties")) {
    const json& needed = known["required"];
    for (const auto& [key, inner] : value.items()) {
      ASSERT_TRUE(known["properties"].contains(key)) << place << "." << key;
      EXPECT_EQ(std::count(needed.begin(), needed.end(), key), kLater.count(key) != 0 ? 0 : 1)
          << place << "." << key;
      expect_described(known["properties"][key], inner, place + "." + key);
    }
  } else if (value.is_array() && known.contains("items")) {
    for (const json& element : value) {
      expect_described(known["items"], element, place + "[]");
    }
  }
}

TEST(ResultSchema, DescribesWhatIsWritten) {
  for (const std::string& text : {std::string("text"), hostile_text()}) {
    const json document = json::parse(to_json(make_sample_report(text)));
    EXPECT_EQ(complaints(document), "");
    expect_described(read_schema(), document, "");
  }
  report nothing;
  nothing.where.tree = "submission";
  nothing.gradable = false;
  nothing.reason = "The disk is full.";
  EXPECT_EQ(complaints(json::parse(to_json(nothing))), "");
}

TEST(ResultSchema, RefusesWhatIsNoResult) {
  const json sound = json::parse(to_json(make_sample_report()));
  const auto broken = [&](const char* pointer, json value) {
    json document = sound;
    document[json::json_pointer(pointer)] = std::move(value);
    return complaints(document);
  };
  EXPECT_NE(broken("/points", "7"), "");
  EXPECT_NE(broken("/points", -1), "");
  EXPECT_NE(broken("/schema_version", 1), "");
  EXPECT_NE(broken("/lessons/0/checks/0/visibility", "secret"), "");
  EXPECT_NE(broken("/lessons/0/checks/4/speed/samples/0/seconds", json::array({"1"})), "");
  EXPECT_NE(broken("/late/points", 1), "");
  json incomplete = sound;
  incomplete.erase("gradable");
  EXPECT_NE(complaints(incomplete), "");
}

TEST(ResultSchema, SaysWhatValuesAreAllowed) {
  const json checks =
      read_schema()["/properties/lessons/items/properties/checks/items/properties"_json_pointer];
  EXPECT_EQ(checks["kind"]["enum"], json({"warm-up", "core", "stretch", "speed"}));
  EXPECT_EQ(checks["points"], json({{"type", "number"}, {"minimum", 0.0}}));
  EXPECT_EQ(checks["speed"]["oneOf"][0], json({{"type", "null"}}));
  EXPECT_EQ(checks["speed"]["oneOf"][1]["properties"]["credit"]["maximum"], 1);
  EXPECT_EQ(checks["file_hash"]["description"],
            "Of a submitted kernel file; empty where it is the untouched exercise.");
}

TEST(StoredResult, ComesBackAsItWas) {
  for (const std::string& text : {std::string("text"), hostile_text()}) {
    const std::string once = to_json(make_sample_report(text));
    const report back = parse_report(once);
    EXPECT_EQ(to_json(back), once);
  }
  const report back = parse_report(to_json(make_sample_report()));
  EXPECT_EQ(back.lessons[0].checks[2].definition.shown, visibility::hidden);
  EXPECT_EQ(back.lessons[0].checks[4].speed->samples[0].seconds[2], 3.5);
  EXPECT_EQ(back.lessons[0].checks[4].definition.of, "main");
  EXPECT_EQ(back.lessons[1].checks[0].definition.task, 1);
  EXPECT_EQ(back.lessons[1].checks[0].state, task_state::compile_failed);
  EXPECT_EQ(back.lessons[1].checks[0].error->column, 9);
  EXPECT_EQ(back.lessons[1].checks[1].state, task_state::file_missing);
  EXPECT_EQ(back.who.roster[0].first, "Section");
  EXPECT_EQ(back.late->percent, 10);
}

std::string complaint_about(const std::string& text) {
  try {
    parse_report(text);
  } catch (const usage_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(StoredResult, SaysWhatIsWrongWithAFile) {
  EXPECT_THAT(complaint_about("{\"schema_version\": 2, "), HasSubstr("cut short"));
  EXPECT_THAT(complaint_about("[1]"), HasSubstr("no schema_version"));
  EXPECT_THAT(complaint_about("{\"schema_version\": 9}"), HasSubstr("a newer grader wrote it"));
  EXPECT_THAT(complaint_about("{\"schema_version\": 1}"), HasSubstr("Grade again"));
  EXPECT_THAT(complaint_about("{\"schema_version\": 2}"), HasSubstr("course_version is missing"));
  json document = json::parse(to_json(make_sample_report()));
  document["lessons"][0]["checks"][1]["points"] = "many";
  EXPECT_THAT(complaint_about(document.dump()),
              HasSubstr("lessons[0].checks[1].points must be a number, but is string"));
  document["lessons"][0]["checks"][1]["points"] = 1;
  document["lessons"][1]["state"] = "fine";
  EXPECT_THAT(complaint_about(document.dump()), HasSubstr("lessons[1].state cannot be \"fine\""));
  document["lessons"] = json::object();
  EXPECT_THAT(complaint_about(document.dump()), HasSubstr("lessons must be a list"));
}

/// A reader computes these keys itself, and does not look at them.
const std::set<std::string> kDerived = {".generator", ".next", ".lessons.id",
                                        ".lessons.checks.status"};

/// Takes one key after the other out of a result, and puts it back.
void without_each_key(json& root, json& part, const std::string& place) {
  for (std::size_t i = 0; part.is_array() && i < part.size(); ++i) {
    without_each_key(root, part[i], place);
  }
  if (!part.is_object() || place == ".submission.roster") {
    return;
  }
  const json whole = part;
  for (const auto& [key, value] : whole.items()) {
    part.erase(key);
    const std::string complaint = complaint_about(root.dump());
    if (kLater.count(key) != 0) {
      EXPECT_EQ(complaint, "nothing") << place << "." << key;
      EXPECT_EQ(complaints(root), "") << place << "." << key;
    } else if (kDerived.count(place + "." + key) == 0) {
      EXPECT_THAT(complaint, AnyOf(HasSubstr(key + " is missing"), HasSubstr("no " + key)))
          << place << "." << key;
    }
    part[key] = value;
    if (key != "next") {
      without_each_key(root, part[key], place + "." + key);
    }
  }
}

TEST(StoredResult, NeedsEveryKeyThatResultsAlwaysHad) {
  json document = json::parse(to_json(make_sample_report()));
  without_each_key(document, document, "");
}

TEST(StoredResult, NamesTheFileThatCannotBeRead) {
  const temporary_folder folder;
  const auto file = folder.write("a.json", "{}");
  EXPECT_THROW(read_report(folder.path() / "none.json"), usage_error);
  EXPECT_THAT([&] { read_report(file); },
              testing::ThrowsMessage<usage_error>(testing::HasSubstr("a.json")));
}

TEST(StoredResult, HoldsNoNumberThatJsonDoesNotKnow) {
  report odd = make_sample_report();
  odd.lessons[0].benchmarks[0].rows[0].rate = 1.0 / 0.0;
  EXPECT_EQ(parse_report(to_json(odd)).lessons[0].benchmarks[0].rows[0].rate, 0);
}

}  // namespace
}  // namespace kw::grader
