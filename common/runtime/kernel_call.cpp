#include "kernelwright/runtime/kernel_call.hpp"

#include <vector>

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
  const std::vector<void*>& pointers = p.guards != nullptr ? call.guarded : call.pointers;
  call.code.run(call.kernel, call.arguments, pointers.data(), p);
}

}  // namespace

void launch_kernel(const grid& programs, const kernel_code& code, const void* kernel,
                   const void* const* arguments) {
  std::vector<argument> described;
  kernel_call call{code, kernel, arguments, {}, {}};
  guarded_pointers guards;
  for (int i = 0; i < code.argument_count; ++i) {
    described.push_back(code.describe[i](arguments[i]));
    call.pointers.push_back(const_cast<void*>(described.back().data));
    call.guarded.push_back(guards.add(call.pointers.back(), i));
  }
  run_programs({code.signature,
                programs.place,
                {programs.extent(0), programs.extent(1), programs.extent(2)},
                described.data(),
                code.argument_count,
                code.compiled_file,
                &guards},
               run_one, &call);
}

}  // namespace kw::runtime
