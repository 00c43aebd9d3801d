#include "grader/pages/page_template.hpp"

#include <stdexcept>
#include <utility>

namespace kw::grader {
namespace mustache = kainjow::mustache;
namespace {

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

page_template::page_template(std::string_view text) : parsed_(std::string(text)) {
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
