// What a test program prints.
#pragma once
#include <string>

namespace kw::testing {

/// Prints as GoogleTest does, line by line, but each message once: a learner's mistake fails many
/// tests, and has one cause.
void print_each_message_once();

/// Does this message only say that an earlier one applies again?
bool is_repeated(const std::string& message);

}  // namespace kw::testing
