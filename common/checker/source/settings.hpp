// The lines of a kernel that set a variable.
#pragma once
#include <string>
#include <vector>

#include "common/checker/source/source.hpp"

namespace kw::runtime {

/// `acc += p * v;` has the name `acc`, the sign `+=` and the value `p * v`. The type is that of a
/// declaration, such as `auto`, or empty. The head of a loop sets its variable.
struct setting {
  numbered_line line;
  std::string type, name, sign, value;
};

/// One for each line that begins with a variable, from first to last, and for each step in the head
/// of a loop, `left -= BLOCK`.
std::vector<setting> settings_of(const std::vector<numbered_line>& lines);

/// The variables and functions in an expression, without members.
std::vector<std::string> names_in(const std::string& expression);

/// An expression with the values of all variables that it is made of: `x + cols start +
/// tl.arange(size<B>) 0` for `x + cols`.
std::string made_of(const std::vector<setting>& settings, const std::string& expression);

/// Does a loop move a variable on that the expression is made of: that of its head, or one that it
/// adds to? \param loop  the number of the head's line \returns its name; empty if not
std::string moved_by_loop(const std::vector<setting>& settings, int loop,
                          const std::string& expression);

/// Is `line` in a loop that sets a variable of the expression, or moves it on?
bool changes_in_loop(const std::string& file, const std::string& kernel, int line,
                     const std::string& expression);

/// The last line of a loop that adds to a value which the store in `line` depends on, such as
/// `acc = tl.dot(a, b, acc);`; number 0 if no loop makes it. Steps of the loop itself do not count.
numbered_line line_of_computation(const std::string& file, const std::string& kernel, int line);

}  // namespace kw::runtime
