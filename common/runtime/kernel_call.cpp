#include "kernelwright/runtime/kernel_call.hpp"

#include <string>
#include <vector>

#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::runtime {
namespace {

struct kernel_call {
  const kernel_code& code;
  const void* kernel;
  const void* const* arguments;
  std::vector<void*> pointers, guarded;
};

void run_one(const void* closure, program& p) {
  const auto& call = *static_cast<const kernel_call*>(closure);
  const std::vector<void*>& pointers = p.pointer_guards != nullptr ? call.guarded : call.pointers;
  call.code.run(call.kernel, call.arguments, pointers.data(), p);
}

/// Where a judge looks at each store, none of the pointers may be left as it is.
void require_guards_for_all(const guarded_pointers& guards, const argument& next) {
  if (hooks().seen_by_kernels != nullptr && next.kind != argument_kind::scalar &&
      guards.count >= guarded_pointers::kMost) {
    throw error("a launch can have at most " + std::to_string(guarded_pointers::kMost) +
                " arrays here, because the checker watches no more. Divide the kernel");
  }
}

}  // namespace

void launch_kernel(const grid& programs, const kernel_code& code, const void* kernel,
                   const void* const* arguments) {
  std::vector<argument> described;
  kernel_call call{code, kernel, arguments, {}, {}};
  guarded_pointers guards;
  guards.elsewhere = hooks().member_seen_by_kernels;
  for (int i = 0; i < code.argument_count; ++i) {
    described.push_back(code.describe[i](arguments[i]));
    if (hooks().seen_by_kernels != nullptr) {
      described.back().data = hooks().seen_by_kernels(described.back());
    }
    require_guards_for_all(guards, described.back());
    call.pointers.push_back(const_cast<void*>(described.back().data));
    call.guarded.push_back(guards.add(call.pointers.back(), i));
  }
  const launch_description launch{
      code.signature,
      programs.place,
      {programs.extent(0), programs.extent(1), programs.extent(2)},
      described.data(),
      code.argument_count,
      hooks().kernel_file != nullptr ? hooks().kernel_file(code.compiled_file) : code.compiled_file,
      &guards};
  run_programs(launch, run_one, &call);
}

}  // namespace kw::runtime
