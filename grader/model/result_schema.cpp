// The schema of a stored result.
#include <cmath>

#include <nlohmann/json.hpp>

#include "grader/model/fields.hpp"
#include "grader/model/stored_result.hpp"

namespace kw::grader {
namespace {

using json = nlohmann::ordered_json;
using pairs = std::vector<std::pair<std::string, std::string>>;

template <class Number>
json number_schema(const char* type, const about& a) {
  json schema = {{"type", type}};
  const auto limit = [&](const char* key, double number) {
    if (std::isfinite(number)) {
      schema[key] = static_cast<Number>(number);
    }
  };
  limit("minimum", a.least);
  limit("maximum", a.most);
  return schema;
}

json text_schema(const about& a) {
  json schema = {{"type", "string"}};
  if (!a.words.empty()) {
    schema["enum"] = a.words;
  }
  if (!a.pattern.empty()) {
    schema["pattern"] = a.pattern;
  }
  return schema;
}

template <class Value>
json schema_of(const Value& example, const about& a);

/// Notes the keys of a part.
class describer {
 public:
  template <class Member>
  void later(const char* key, const Member& member, const about& a = {}) {
    json& schema = properties_[key] = schema_of(member, a);
    if (!a.text.empty()) {
      schema["description"] = a.text;
    }
  }
  template <class Member>
  void operator()(const char* key, const Member& member, const about& a = {}) {
    later(key, member, a);
    required_.push_back(key);
  }
  template <class Value>
  void derived(const char* key, const Value& value, const about& a = {}) {
    (*this)(key, value, a);
  }
  void part(const char* text) { text_ = text; }

  json take() {
    json schema = {{"type", "object"}, {"properties", properties_}, {"required", required_}};
    if (!text_.empty()) {
      schema["description"] = text_;
    }
    return schema;
  }

 private:
  std::string text_;
  json properties_ = json::object(), required_ = json::array();
};

// By overloads, since a list of lists, or an optional part, is made of these.
json schema_for(bool, const about&) {
  return {{"type", "boolean"}};
}
json schema_for(int, const about& a) {
  return number_schema<std::int64_t>("integer", a);
}
json schema_for(std::int64_t, const about& a) {
  return number_schema<std::int64_t>("integer", a);
}
json schema_for(double, const about& a) {
  return number_schema<double>("number", a);
}
json schema_for(const std::string&, const about& a) {
  return text_schema(a);
}
json schema_for(const std::filesystem::path&, const about& a) {
  return text_schema(a);
}
json schema_for(const pairs&, const about& a) {
  return {{"type", "object"}, {"additionalProperties", text_schema(a)}};
}
template <class Element>
json schema_for(const std::vector<Element>&, const about& a) {
  return {{"type", "array"}, {"items", schema_of(Element(), a)}};
}
template <class Value>
json schema_for(const std::optional<Value>&, const about& a) {
  return {{"oneOf", {{{"type", "null"}}, schema_of(Value(), a)}}};
}
template <class Part>
json schema_for(const Part& part, const about&) {
  if constexpr (std::is_enum_v<Part>) {
    return {{"type", "string"}, {"enum", kWordsOf<Part>}};
  } else {
    describer inner;
    fields(inner, part);
    return inner.take();
  }
}

template <class Value>
json schema_of(const Value& example, const about& a) {
  return schema_for(example, a);
}

}  // namespace

std::string result_schema() {
  describer parts;
  const report nothing;
  fields(parts, nothing);
  json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"$id", "kernelwright/result-" + std::to_string(kReportSchemaVersion) + ".json"},
                 {"title", "Kernelwright result, version " + std::to_string(kReportSchemaVersion)},
                 {"description",
                  "One submission to the Kernelwright course, graded. Texts are UTF-8; one that "
                  "does not apply "
                  "is empty. Times are in seconds. Later graders may add keys."}};
  schema.update(parts.take());
  schema["properties"]["schema_version"] = {{"const", kReportSchemaVersion}};
  schema["required"].push_back("schema_version");
  return schema.dump(2) + "\n";
}

}  // namespace kw::grader
