#include "explain/rules/helpers.hpp"

#include "common/base/cpp_text.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

std::vector<std::string> arguments_of_call(const explanation& e, const std::string& call) {
  const std::string code = without_comment(e.source_line);
  const std::size_t at = code.find(call);
  const std::size_t open = at == std::string::npos ? at : code.find('(', at + call.size());
  return open == std::string::npos ? std::vector<std::string>() : base::arguments_of(code, open);
}

}  // namespace

bool look_at_arguments(const situation&, explanation& e, captures& c) {
  const auto arguments = arguments_of_call(e, c["call"]);
  c["arguments"] = joined(arguments);
  c["leading"] = arguments.empty() ? "" : joined(arguments) + ", ";
  c["trailing"] = arguments.empty() ? "" : ", " + joined(arguments);
  return true;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

bool shapes_behind(const situation& s, const std::string& marker, captures& c) {
  std::size_t at = s.block.find(marker + "<");
  if (at == std::string::npos) {
    return false;
  }
  // nvcc writes the name with its parameters, and their values after "[with".
  const std::size_t with = s.block.find("[with ", at);
  if (with != std::string::npos && with - at < marker.size() + 40) {
    at = with;
  }
  const auto shapes = find_all(std::string_view(s.block).substr(at, 400), "tile_shape<([0-9, ]*)>");
  c["first"] = shapes.empty() ? "" : shapes[0][1];
  c["second"] = shapes.size() < 2 ? "" : shapes[1][1];
  return shapes.size() >= 2;
}

}  // namespace kw::explain
