#include "common/base/options.hpp"

#include <algorithm>
#include <utility>

namespace kw::base {

option_reader& option_reader::value(std::string name, std::string takes, user use) {
  options_.push_back({std::move(name), std::move(takes), std::move(use)});
  return *this;
}

option_reader& option_reader::text(std::string name, std::string& target) {
  return value(std::move(name), "a text", [&target](const std::string& text) {
    target = text;
    return true;
  });
}

option_reader& option_reader::flag(std::string name, bool& target) {
  options_.push_back({std::move(name), "", {}, &target});
  return *this;
}

option_reader& option_reader::command(std::string name, std::vector<std::string>& target) {
  options_.push_back({std::move(name), "", {}, nullptr, &target});
  return *this;
}

int option_reader::read(int count, char** rest) const {
  const std::string argument = rest[0];
  for (const option& o : options_) {
    const bool alone = argument == o.name;
    if (alone && o.flag != nullptr) {
      *o.flag = true;
      return 1;
    }
    if (alone && o.command != nullptr) {
      o.command->assign(rest + 1, rest + count);
      return count;
    }
    const bool with_value = argument.starts_with(o.name + "=");
    if (!o.use || !(with_value || (alone && count > 1))) {
      continue;
    }
    const std::string value = alone ? rest[1] : argument.substr(o.name.size() + 1);
    if (!o.use(value)) {
      throw option_error(o.name + " takes " + o.takes + ", not '" + value + "'", argument);
    }
    return alone ? 2 : 1;
  }
  return 0;
}

void option_reader::take(int& argc, char** argv) const {
  int kept = 1;
  for (int i = 1; i < argc;) {
    const int used = read(argc - i, argv + i);
    i += used;
    if (used == 0) {
      argv[kept++] = argv[i++];
    }
  }
  argc = kept;
}

void option_reader::take_all(int argc, char** argv) const {
  for (int i = 1; i < argc;) {
    const int used = read(argc - i, argv + i);
    if (used == 0) {
      throw option_error("there is no option " + std::string(argv[i]), argv[i]);
    }
    i += used;
  }
}

}  // namespace kw::base
