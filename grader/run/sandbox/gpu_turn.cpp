#include "grader/run/sandbox/gpu_turn.hpp"

#include <filesystem>

namespace kw::grader {

gpu_turn::gpu_turn(bool wanted) {
  if (wanted) {
    turn_.emplace(std::filesystem::temp_directory_path() / "kernelwright-gpu.lock");
  }
}

}  // namespace kw::grader
