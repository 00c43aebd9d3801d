#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kw::grader {

/// A compiler and its options; headers that are compiled beforehand only serve the same ones.
struct compiler_call {
  std::string compiler;
  std::vector<std::string> flags;
  bool operator<(const compiler_call& other) const {
    return compiler != other.compiler ? compiler < other.compiler : flags < other.flags;
  }
};

/// Compiles a header of a kit beforehand, for each of the calls, into `<header>.gch/`, where g++
/// looks for it. What an earlier run has compiled is taken from the folder `store`, where
/// what is new is kept as well, and what has become old is removed. If it cannot be compiled
/// beforehand, it is read with each kernel instead, which takes longer.
/// \param kit the folder that the compiler works in \param header below it
void precompile(const std::filesystem::path& kit, const std::string& header,
                const std::vector<compiler_call>& calls, const std::filesystem::path& store);

}  // namespace kw::grader
