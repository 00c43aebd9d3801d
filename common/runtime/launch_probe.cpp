#include "common/runtime/launch_probe.hpp"

#include "common/base/at_end.hpp"
#include "kernelwright/runtime/launch_probe.hpp"
#include "kernelwright/runtime/reach.hpp"

namespace kw::runtime {
namespace {

thread_local launch_probe* current_probe = nullptr;

}  // namespace

region region_of(const argument& a) {
  const auto [low, high] = reach_of(a.rank, a.extents, a.strides);
  auto* data = static_cast<char*>(const_cast<void*>(a.data));
  return {data + low * a.element_size, (high - low) * a.element_size};
}

launch_probe probe_launches(const std::function<void()>& start) {
  launch_probe result;
  current_probe = &result;
  const base::at_end probed([] { current_probe = nullptr; });
  start();
  return result;
}

bool probing_launches() {
  return current_probe != nullptr;
}

void probe_arguments(const argument* arguments, int count) {
  for (int i = 0; i < count; ++i) {
    const argument& a = arguments[i];
    if (a.is_const || a.kind == argument_kind::scalar) {
      continue;
    }
    if (a.kind == argument_kind::pointer) {
      current_probe->writes_bare_pointer = true;
    } else if (const region r = region_of(a); r.bytes > 0) {
      current_probe->outputs.push_back(r);
    }
  }
}

void probe_cuda_kernel(const void* function, int threads, std::int64_t dynamic_shared_bytes) {
  current_probe->kernels.push_back({function, threads, dynamic_shared_bytes});
}

}  // namespace kw::runtime
