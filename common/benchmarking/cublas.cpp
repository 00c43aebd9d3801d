// cuBLAS, opened when it is first asked for: only some programs have a use for its hundreds of
// megabytes, and only on a GPU. KW_CUBLAS is the toolkit's file.
#include "kernelwright/benchmarking/cublas.hpp"

#include <cublas_v2.h>
#include <dlfcn.h>

#include <cstdio>
#include <string>

#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::benchmarking {
namespace {

class cublas {
 public:
  /// The library, opened by the first call; null where that fails.
  static const cublas* find() {
    static const cublas instance;
    return instance.usable_ ? &instance : nullptr;
  }

  void check(cublasStatus_t status, const char* call) const {
    if (status != CUBLAS_STATUS_SUCCESS) {
      throw error(
          std::string(call) + " failed: " + name_(status) +
          ".\n  A kernel that ran before may be at fault, since cuBLAS is the next to notice: "
          "run the tests first. Else, does nvidia-smi show another program that fills the "
          "GPU's memory?");
    }
  }

  /// The handle of this process, in the default stream, with a workspace that cuBLAS chooses. It is
  /// never destroyed, because at exit CUDA may be gone already.
  cublasHandle_t handle() const {
    static const cublasHandle_t made = [this] {
      cublasHandle_t handle = nullptr;
      check(create_(&handle), "cublasCreate");
      // Sums that several programs share stay in float32 as well.
      check(set_math_mode_(handle, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION),
            "cublasSetMathMode");
      return handle;
    }();
    return made;
  }

  auto gemm() const { return gemm_; }

 private:
  cublas() {
    std::string why;
    // The toolkit's file may be elsewhere on the machine where the program runs.
    for (const std::string& file :
         {std::string(KW_CUBLAS), "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR)}) {
      if (void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        usable_ = find(library, "cublasCreate_v2", create_) &&
                  find(library, "cublasSetMathMode", set_math_mode_) &&
                  find(library, "cublasGetStatusString", name_) &&
                  find(library, "cublasGemmEx_64", gemm_);
        if (usable_) {
          return;
        }
      }
      why += std::string("\n  ") + dlerror();
    }
    std::fprintf(stderr, "Nothing is measured beside cuBLAS, which cannot be used here:%s\n",
                 why.c_str());
  }

  template <class Function>
  static bool find(void* library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(library, name));
    return function != nullptr;
  }

  bool usable_ = false;
  decltype(&cublasCreate_v2) create_ = nullptr;
  decltype(&cublasSetMathMode) set_math_mode_ = nullptr;
  decltype(&cublasGetStatusString) name_ = nullptr;
  decltype(&cublasGemmEx_64) gemm_ = nullptr;
};

cudaDataType data_type(runtime::element_kind elements) {
  return elements == runtime::element_kind::float32   ? CUDA_R_32F
         : elements == runtime::element_kind::float16 ? CUDA_R_16F
                                                      : CUDA_R_16BF;
}

}  // namespace

peer cublas_matmul(std::int64_t m, std::int64_t n, std::int64_t k, const void* a, const void* b,
                   void* c, runtime::element_kind elements) {
  const cublas* const library =
      default_device().kind == device_kind::cuda ? cublas::find() : nullptr;
  if (library == nullptr) {
    return nullptr;
  }
  return [=, type = data_type(elements)] {
    // Columns first is how cuBLAS reads memory: it sees the transposes, and c^T = b^T a^T.
    const float one = 1, zero = 0;
    library->check(
        library->gemm()(library->handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, type, n, a,
                        type, k, &zero, c, type, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
        "cublasGemmEx");
  };
}

}  // namespace kw::benchmarking
