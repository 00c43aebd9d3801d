// What a test program prints.
#pragma once
namespace kw::testing {

/// Prints as GoogleTest does, line by line, but each message once: a learner's mistake fails many
/// tests, and has one cause.
void print_each_message_once();

}  // namespace kw::testing
