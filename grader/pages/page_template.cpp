#include "grader/pages/page_template.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "grader/pages/templates.hpp"

namespace kw::grader {
namespace mustache = kainjow::mustache;
namespace {

/// Without spaces on either side, and without the line's end.
std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \n");
  return begin == text.npos ? std::string_view()
                            : text.substr(begin, text.find_last_not_of(" \n") + 1 - begin);
}

/// Whether a line, without the space around it, is a single tag that produces no text itself.
bool is_lone_tag(std::string_view line) {
  return line.size() > 4 && line.substr(0, 2) == "{{" && line.find("}}") == line.size() - 2 &&
         std::string_view("#^/!>").find(line[2]) != std::string_view::npos;
}

/// A template with its partials in their places, and without the lines that are only a tag. The
/// library would parse a partial again each time it is filled, and leave an empty line where a
/// section is absent.
std::string expand(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    const bool alone = is_lone_tag(trim(line));
    line = alone ? trim(line) : line;
    while (line.find("{{>") != line.npos && line.find("}}", line.find("{{>")) != line.npos) {
      const std::size_t open = line.find("{{>");
      const std::size_t close = line.find("}}", open);
      const std::string part = expand(
          embedded_templates(std::string(trim(line.substr(open + 3, close - open - 3))) + ".html"));
      result += line.substr(0, open);
      result += alone ? part : std::string(trim(part));
      line.remove_prefix(close + 2);
    }
    result += line;
  }
  return result;
}

/// Looks a name up among those of the innermost section that has names.
class innermost : public mustache::basic_context<std::string> {
 public:
  void push(const mustache::data* data) override { sections_.push_back(data); }
  void pop() override { sections_.pop_back(); }

  const mustache::data* get(const std::string& name) const override {
    auto section = sections_.rbegin();
    if (name == ".") {
      return *section;
    }
    while (!(*section)->is_object()) {
      ++section;
    }
    const mustache::data* found = (*section)->get(name);
    if (found == nullptr) {
      throw std::logic_error("no value for {{" + name + "}} of a template");
    }
    return found;
  }
  const mustache::data* get_partial(const std::string& name) const override { return get(name); }

 private:
  std::vector<const mustache::data*> sections_;
};

}  // namespace

value::value(std::string_view text) : value(escape(text)) {}
value::value(const std::string& text) : value(escape(text)) {}
value::value(const char* text) : value(escape(text)) {}

value::value(const html& markup)
    : data_(markup.empty() ? mustache::data(false) : mustache::data(markup.text())) {}

value::value(values section) : data_(std::move(section.data_)) {}

value::value(std::optional<values> section)
    : data_(section ? std::move(section->data_) : mustache::data(false)) {}

value::value(std::vector<values> list) : data_(mustache::data::type::list) {
  mustache::list items;
  items.reserve(list.size());
  for (values& item : list) {
    items.push_back(std::move(item.data_));
  }
  // The library only copies lists; a page's is moved, since it may be of thousands.
  const_cast<mustache::list&>(data_.list_value()) = std::move(items);
}

value::value(const std::vector<std::string>& list) : data_(mustache::data::type::list) {
  for (const std::string& item : list) {
    data_.push_back(value(item).data_);
  }
}

values::values(std::initializer_list<named> all) : data_(mustache::data::type::object) {
  for (const named& one : all) {
    data_[std::string(one.name)] = std::move(one.content.data_);
  }
}

page_template::page_template(std::string_view text) : parsed_(expand(text)) {
  if (!parsed_.is_valid()) {
    throw std::logic_error("a template cannot be read: " + parsed_.error_message());
  }
  // Values are HTML already.
  parsed_.set_custom_escape([](const std::string& markup) { return markup; });
}

html page_template::render(const values& all) const {
  struct {
    std::string text;
    void operator<<(const std::string& part) { text += part; }
  } page;
  innermost context;
  context.push(&all.data_);
  parsed_.render(context, page);
  return html::trusted(std::move(page.text));
}

}  // namespace kw::grader
