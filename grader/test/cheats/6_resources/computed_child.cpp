// Asks for a socket and for a child, by functions that the program finds in the C library's own
// table. The kernel's filter refuses both.
//
// task: lesson01.3
// earns: any
// hides: It had printed
#include "vector_add.hpp"

#include <elf.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

void* find(const char* wanted) {
  auto at = reinterpret_cast<std::uintptr_t>(&std::puts) & ~std::uintptr_t{4095};
  while (std::memcmp(reinterpret_cast<void*>(at), "\177ELF", 4) != 0) {
    at -= 4096;
  }
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(at);
  const auto* parts = reinterpret_cast<const Elf64_Phdr*>(at + header->e_phoff);
  const Elf64_Dyn* dynamic = nullptr;
  for (int i = 0; i < header->e_phnum; ++i) {
    if (parts[i].p_type == PT_DYNAMIC) {
      dynamic = reinterpret_cast<const Elf64_Dyn*>(at + parts[i].p_vaddr);
    }
  }
  const Elf64_Sym* symbols = nullptr;
  const char* names = nullptr;
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    if (dynamic->d_tag == DT_SYMTAB) {
      symbols = reinterpret_cast<const Elf64_Sym*>(dynamic->d_un.d_ptr);
    } else if (dynamic->d_tag == DT_STRTAB) {
      names = reinterpret_cast<const char*>(dynamic->d_un.d_ptr);
    }
  }
  for (const Elf64_Sym* symbol = symbols + 1; reinterpret_cast<const char*>(symbol) < names;
       ++symbol) {
    if (symbol->st_value != 0 && std::strcmp(names + symbol->st_name, wanted) == 0) {
      return reinterpret_cast<void*>(at + symbol->st_value);
    }
  }
  return nullptr;
}

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
  auto connects = reinterpret_cast<int (*)(int, int, int)>(find("socket"));
  auto divide = reinterpret_cast<int (*)()>(find("fork"));
  if (connects != nullptr && divide != nullptr && (connects(2, 1, 0) >= 0 || divide() >= 0)) {
    std::puts("it got a socket or a child");
    std::abort();
  }
}
