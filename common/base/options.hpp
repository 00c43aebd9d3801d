// The options that a program has besides those of GoogleTest or Google Benchmark.
#pragma once

#include <charconv>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace kw::base {

/// An unknown option, or one with a value that it cannot have. The message says what it takes.
struct option_error : std::runtime_error {
  option_error(std::string text, std::string word)
      : std::runtime_error(std::move(text)), argument(std::move(word)) {}
  std::string argument;  ///< As written on the command line.
};

/// Whether the whole text is a number, which then is the second argument.
template <class T>
bool read_number(std::string_view text, T& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && stop == end;
}

class option_reader {
 public:
  /// Uses a value. \returns whether it makes sense
  using user = std::function<bool(const std::string& value)>;

  /// `--name=VALUE` or `--name VALUE`. \param takes which values make sense, for messages
  option_reader& value(std::string name, std::string takes, user use);
  /// The same for a number above 0.
  template <class T>
  option_reader& positive(std::string name, T& target) {
    return value(std::move(name), "a positive number", [&target](const std::string& text) {
      T number{};
      const bool good = read_number(text, number) && number > 0;
      target = good ? number : target;
      return good;
    });
  }
  /// The same for any text.
  option_reader& text(std::string name, std::string& target);
  /// An option without a value.
  option_reader& flag(std::string name, bool& target);
  /// An option that is followed by a command, which has its own options.
  option_reader& command(std::string name, std::vector<std::string>& target);

  /// Reads its options and takes them out of `argv`. Throws `option_error` for a useless value.
  void take(int& argc, char** argv) const;
  /// Reads all. Throws `option_error` for an option that it does not have as well.
  void take_all(int argc, char** argv) const;

 private:
  struct option {
    std::string name, takes;
    user use;
    bool* flag = nullptr;
    std::vector<std::string>* command = nullptr;
  };
  /// \returns how many arguments the option at the front of `rest` has used; 0 if it is none
  int read(int count, char** rest) const;

  std::vector<option> options_;
};

}  // namespace kw::base
