// Counts the letters of a text: one answer to the last task, a program of its own.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>

using namespace kw;

/// Adds to counts[i] how often letter number i occurs, where a and A have the number 0.
struct CountLetters {
  KW_KERNEL void operator()(program auto tl, const std::int32_t* text, int* counts, int n) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    auto number = (tl.load(text + offsets, offsets < n, 0) | 32) - 'a';  // 32 makes it lower case
    auto is_letter = (number >= 0) & (number < 26);
    auto here = tl.histogram(tl.where(is_letter, number, 0), size<32>, is_letter);
    tl.atomic_add(counts + tl.arange(size<32>), here, relaxed);
  }
};

int main() {
  const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
  const int n = static_cast<int>(input.size());
  const device where = default_device();
  const buffer<std::int32_t> text(where, {n},
                                  std::vector<std::int32_t>(input.begin(), input.end()));
  const buffer<int> counts(where, {32}, std::vector<int>(32));
  launch(where, grid(cdiv(n, 1024)), CountLetters{}, text.cview(), counts.view(), n);
  const std::vector<int> result = counts.download();
  for (std::size_t letter = 0; letter < 26; ++letter) {
    if (result[letter] > 0) {
      std::printf("%c %d\n", static_cast<char>('a' + letter), result[letter]);
    }
  }
}
