// Launches that a graph of CUDA records and replays, as PyTorch does with a model: also two graphs
// at the same time.
#include <cuda_runtime_api.h>

#include "kernel_test.hpp"
#include "kernelwright/runtime/launch_stream.hpp"

namespace captured_launch_test {

using namespace kw;
using kernel_test::some_values;

struct CapturedLaunchTest : kernel_test::KernelTest {};

void check(cudaError_t code) {
  ASSERT_EQ(code, cudaSuccess) << cudaGetErrorString(code);
}

/// The sum of 1 + p % 40 tiles for program p: blocks that are done take the next program.
struct UnevenSum {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> y) const {
    const int p = tl.program_id(0);
    auto sum = tl.zeros(shape<16, 32>);
    auto tiles = tl.stream(stages<2>, [&](int) { return fetch(x.tile(shape<16, 32>, 0, 0)); });
    tiles.pipelined(0, 1 + p % 40, 1, [&](int, auto tile) { sum += tl.load(tile); });
    tl.store(y.tile(shape<16, 32>, p * 16, 0), sum);
  }
};

/// A launch on a stream of its own, recorded.
class recorded {
 public:
  static constexpr int kPrograms = 1000;

  recorded(device here, const buffer<float, 2>& x) : out_(here, {kPrograms * 16, 32}) {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
    {
      const launch_stream queued(here, stream_);
      launch(here, grid(kPrograms).uneven(), UnevenSum{}, tensor_descriptor(x.cview()),
             tensor_descriptor(out_.view()));
    }
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(stream_, &graph));
    check(cudaGraphInstantiate(&replay_, graph, 0));
    check(cudaGraphDestroy(graph));
  }
  recorded(const recorded&) = delete;
  recorded& operator=(const recorded&) = delete;
  ~recorded() {
    cudaGraphExecDestroy(replay_);
    cudaStreamDestroy(stream_);
  }

  void begin() const { check(cudaGraphLaunch(replay_, stream_)); }
  void expect_sums(const std::vector<float>& x) const {
    check(cudaStreamSynchronize(stream_));
    const auto got = out_.download();
    for (std::size_t i = 0; i < got.size(); ++i) {
      const float times = static_cast<float>(1 + i / 512 % 40);
      ASSERT_EQ(got[i], x[i % 512] * times) << "program " << i / 512;
    }
  }

 private:
  buffer<float, 2> out_;
  cudaStream_t stream_ = nullptr;
  cudaGraphExec_t replay_ = nullptr;
};

TEST_F(CapturedLaunchTest, TwoReplaysOfUnevenGridsAtATime) {
  const auto values = some_values(512);
  const buffer<float, 2> x(here, {16, 32}, values);
  const buffer<float, 2> y(here, {16, 32});
  launch(here, grid(1), UnevenSum{}, tensor_descriptor(x.cview()), tensor_descriptor(y.view()));
  const recorded first(here, x), second(here, x);
  for (int round = 0; round < 20; ++round) {
    first.begin();
    second.begin();
    first.begin();
    second.begin();
    first.expect_sums(values);
    second.expect_sums(values);
  }
}

}  // namespace captured_launch_test
