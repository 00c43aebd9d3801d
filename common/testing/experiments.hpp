// What is found out by running again what was wrong: which outputs change when an input does, in
// the learner's kernels and in the solution's, and which sizes make the difference. This works for
// any kernel, however it is written.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/again.hpp"

namespace kw::testing {

/// A change of an input, and which elements of the output it changed.
struct probe {
  static constexpr int kAll = -1;

  std::size_t argument = 0;
  int axis = kAll;                  ///< along which only some indices were changed
  std::int64_t begin = 0, end = 0;  ///< these
  std::string changes;              ///< '1' or '0' for each element
};

inline constexpr double kDependenceSeconds = 1.5;

/// Runs an entry with changed inputs, one after the other, for so many seconds at most.
/// \param output  the data of the buffer that is looked at
std::vector<probe> measure_dependence(const entry_again& entry, const void* output, double seconds);

std::string to_text(const std::vector<probe>& probes);
std::vector<probe> read_probes(const std::string& text);

/// How often the programs that store an output's first element read one element of each argument in
/// one line, at most: 0 where they read nothing of it, -1 where that is not known.
std::vector<int> measure_reads(const entry_again& entry, const void* output);
std::string to_text(const std::vector<int>& reads);
std::vector<int> read_reads(const std::string& text);

/// What the program that stored an element loads from an argument.
using loads_of = std::function<loads_of_program(std::int64_t element, std::size_t argument)>;

/// Sentences about an element that depends on other parts of an input than it should: `out[5]
/// depends on factors[1], and should depend on factors[0]. Program (0) reads factors[1] in line
/// 18`, or `dx does not depend on scale, and should`. Empty if nothing differs.
///
/// \param wrong  elements to look at, the most telling first
///
/// \param names  of the arguments
///
/// \param element  how it is written: `out[5]`; -1 is the whole output
std::string differing_dependence(const entry_again& entry, const std::vector<probe>& own,
                                 const std::vector<probe>& right,
                                 const std::vector<std::int64_t>& wrong,
                                 const std::vector<std::string>& names,
                                 const std::function<std::string(std::int64_t)>& element,
                                 const loads_of& loads);

/// A sentence about an input of which nothing is read that the solution reads, or of which a line
/// reads the same elements more often than any line of the solution does. Empty if there is none.
std::string differing_reads(const entry_again& entry, const std::vector<int>& right,
                            std::int64_t element_at, const std::vector<std::string>& names,
                            const std::string& element, const loads_of& loads);

/// The names of the parameters of a function with so many of them in a file, or of a kernel if a
/// header launches it; where it is not known which one is meant, `argument 1` and so on.
std::vector<std::string> names_of_arguments(const std::string& file, std::size_t count);

/// Takes the sizes of a wrong case nearer to those of one that is right, or to 1, until they differ
/// in one step: `1 x 1024 is right, 1 x 1025 is not`. Empty if that takes too long, or if the right
/// one is wrong with the rest of the other case.
std::string smallest_difference(const case_again& c, double seconds);

}  // namespace kw::testing
