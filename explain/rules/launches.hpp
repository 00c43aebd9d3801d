// A launch and the kernel that it starts: helpers for the rules about their arguments.
#pragma once

#include "explain/rules/rule.hpp"

namespace kw::explain {

constexpr std::string_view kLaunchDoesNotFit = "the arguments of launch do not fit";
constexpr std::string_view kMatchedInOrder =
    "Passed are ($passed); the kernel takes ($parameters). They are matched in order. A view "
    "arrives as its pointer, a view<const float> as a pointer to const.";

/// Moves to the call operator of the kernel that the line launches, if it finds it.
bool call_operator_of_launched(const situation& s, explanation& e, captures& c);

/// `$kernel`, the types `$passed` to it, and its `$parameters` after tl, as the file has them.
bool arguments_and_parameters(const situation& s, explanation& e, captures& c);

/// The same where the kernel's `$first` parameter cannot be the program. Moves to its call
/// operator.
bool first_parameter_is_no_program(const situation& s, explanation& e, captures& c);

/// The same where the numbers differ: `$passes` and `$takes`.
bool other_number_of_arguments(const situation& s, explanation& e, captures& c);

/// The same where argument `$number` is an input, and its `$parameter` an output.
bool input_for_output(const situation& s, explanation& e, captures& c);

/// The same where argument `$number` is a view or a pointer, and its `$parameter` is `$taken`: a
/// matrix or a tensor_descriptor, which is made of a view.
bool view_for_matrix(const situation& s, explanation& e, captures& c);

}  // namespace kw::explain
