// Runs a launch under the checker and returns its texts.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/runtime/program.hpp"

namespace runtime_test {

inline std::vector<kw::finding> findings_of(const std::function<void()>& launch) {
  kw::collect_findings(true);
  (void)kw::take_findings();
  launch();
  auto findings = kw::take_findings();
  kw::collect_findings(false);
  return findings;
}

/// Of one launch: its grid, its kernel and what it passes.
template <class... Passed>
std::vector<kw::finding> findings_of(const kw::grid& programs, const Passed&... passed) {
  return findings_of([&] { kw::launch(kw::cpu_device, programs, passed...); });
}

/// The whole texts, with `FILE:LINE` as the place: their quoted lines show which line is named.
inline std::vector<std::string> texts_of(const std::function<void()>& launch) {
  std::vector<std::string> texts;
  for (const kw::finding& f : findings_of(launch)) {
    std::string text = to_text(f);
    const std::string place = f.file + ":" + std::to_string(f.line);
    if (f.file.rfind("common/test/", 0) == 0 && text.find(place) != std::string::npos) {
      text.replace(text.find(place), place.size(), "FILE:LINE");
    }
    texts.push_back(text);
  }
  return texts;
}

/// One text; several are joined by empty lines.
inline std::string text_of(const std::function<void()>& launch) {
  std::string all;
  for (const std::string& text : texts_of(launch)) {
    all += (all.empty() ? "" : "\n\n") + text;
  }
  return all;
}

template <class... Passed>
std::string text_of(const kw::grid& programs, const Passed&... passed) {
  return text_of([&] { kw::launch(kw::cpu_device, programs, passed...); });
}

/// A new buffer with 0, 1, 2, ...
inline kw::buffer<float> iota(std::int64_t n) {
  std::vector<float> values(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i);
  }
  return kw::buffer<float>(kw::cpu_device, {n}, values);
}

inline kw::buffer<float, 2> ones(std::int64_t rows, std::int64_t columns,
                                 kw::buffer_layout layout = {}) {
  const std::vector<float> values(static_cast<std::size_t>(rows * columns), 1.0f);
  return kw::buffer<float, 2>(kw::cpu_device, {rows, columns}, values, layout);
}

}  // namespace runtime_test
