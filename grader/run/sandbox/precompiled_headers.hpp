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

/// Compiles headers of a kit beforehand, each for each of the calls, into `<header>.gch/`, where
/// g++ looks for them. What an earlier run has compiled is taken from the folder `store`, where
/// what is new is kept as well, and what has become old is removed. A header that cannot be
/// compiled beforehand is read with each kernel instead, which takes seconds.
/// \param kit the folder that the compiler works in \param headers below it
void precompile(const std::filesystem::path& kit, const std::vector<std::string>& headers,
                const std::vector<compiler_call>& calls, const std::filesystem::path& store);

}  // namespace kw::grader
