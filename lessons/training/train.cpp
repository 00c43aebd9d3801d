// Trains the model of elective 15: `./course train`, which runs the tests of every kernel first.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <type_traits>

#include <kernelwright/runtime/device.hpp>
#include <kernelwright/runtime/program.hpp>
#include <kernelwright/testing/lesson_info.hpp>

#include "common/base/options.hpp"
#include "curve.hpp"
#include "model.hpp"
#include "sentences.hpp"
#include "slopes.hpp"

namespace {

using namespace training;

struct options {
  model_size size;
  int steps = 2500;
  float rate = 0.003f;
  std::uint64_t seed = 1;
  std::string prompt, losses;
  bool has_prompt = false, quick = false, only_checks = false;
  /// The loss must be below this after `judged` steps. A model that only knows how often each
  /// letter occurs has about 2.7.
  int judged = 150;
  double bound = 2.0;
};

options read_options(int count, char** arguments) {
  options o;
  if (kw::default_device().kind == kw::device_kind::cuda) {
    o.size.heads = 8;
    o.size.texts = 256;
    o.rate = 0.001f;  // the wider the rows, the shorter the steps
  }
  const auto begin = arguments + 1, end = arguments + count;
  if (std::find(begin, end, std::string("--quick")) != end) {
    o.size.heads = 1;
    o.size.texts = 4;
    o.steps = o.judged = 70;
    o.bound = 2.4;
  }
  kw::base::option_reader reader;
  const auto number = [&](const char* name, auto& target, int least, int most) {
    reader.value(
        name, "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
        [=, &target](const std::string& text) {
          int value = 0;
          const bool good = kw::base::read_number(text, value) && value >= least && value <= most;
          target = static_cast<std::remove_reference_t<decltype(target)>>(value);
          return good;
        });
  };
  number("--steps", o.steps, 1, 1000000);
  number("--heads", o.size.heads, 1, 64);
  number("--texts", o.size.texts, 1, 1024);
  number("--seed", o.seed, 0, 1000000000);
  reader.value("--rate", "a number above 0, at most 1", [&](const std::string& text) {
    return kw::base::read_number(text, o.rate) && o.rate > 0 && o.rate <= 1;
  });
  reader.value("--prompt", "a text", [&](const std::string& text) {
    o.prompt = text;
    return o.has_prompt = true;
  });
  reader.text("--losses", o.losses).flag("--quick", o.quick).flag("--only-checks", o.only_checks);
  try {
    reader.take_all(count, arguments);
  } catch (const kw::base::option_error& problem) {
    std::fprintf(stderr, "%s. `./course train --help` lists the options.\n", problem.what());
    std::exit(2);
  }
  return o;
}

/// Compares how the loss changes with what the gradients say. \returns whether all are right
bool gradients_are_right() {
  int parts = 0;
  const std::vector<wrong_slope> slopes = check_slopes(kw::default_device(), &parts);
  for (const wrong_slope& s : slopes) {
    std::printf("The gradient of %s says that the loss grows by %.4g; it grows by %.4g.\n",
                s.part.c_str(), s.gradient, s.slope);
  }
  std::printf("Moving the weights changes the loss as %d of %d gradients say.\n",
              parts - static_cast<int>(slopes.size()), parts);
  return slopes.empty();
}

/// Texts of a step, cut from lines that are made as they are needed.
class text_source {
 public:
  explicit text_source(std::uint64_t seed) : random_(seed) {}
  void fill(const model_size& size, std::vector<int>* tokens, std::vector<int>* targets) {
    tokens->clear();
    targets->clear();
    const auto n = static_cast<std::size_t>(size.length);
    for (int i = 0; i < size.texts; ++i) {
      while (text_.size() < n + 1) {
        text_ += make_line(random_) + "\n";
      }
      const std::vector<int> all = to_tokens(text_.substr(0, n + 1));
      text_.erase(0, n);
      tokens->insert(tokens->end(), all.begin(), all.end() - 1);
      targets->insert(targets->end(), all.begin() + 1, all.end());
    }
  }

 private:
  random_source random_;
  std::string text_ = "\n";
};

/// Rises for 50 steps, to keep the first ones from throwing the weights far off; then falls to 0.
float rate_at(int step, const options& o) {
  const float warm = std::min(1.0f, static_cast<float>(step) / 50);
  const float done = static_cast<float>(step) / static_cast<float>(o.steps);
  return o.rate * warm * (0.02f + 0.98f * 0.5f * (1 + std::cos(3.14159265f * done)));
}

void write_losses(const std::string& file, const std::vector<float>& losses) {
  std::ofstream out(file);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    out << i + 1 << ' ' << losses[i] << '\n';
  }
  if (!out.flush()) {
    std::fprintf(stderr, "%s cannot be written.\n", file.c_str());
  }
}

/// \returns whether the loss falls as it must
bool learn(model& m, const options& o) {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(clock::now() - begin).count(); };
  text_source source(o.seed);
  display screen(o.steps);
  std::vector<int> tokens, targets;
  std::vector<float> losses;
  for (int step = 1; step <= o.steps; ++step) {
    source.fill(m.size(), &tokens, &targets);
    losses.push_back(m.loss(tokens, targets, step));
    m.backward();
    m.update(step, rate_at(step, o));
    screen.show(losses, seconds());
    const bool judge = step == o.judged || !std::isfinite(losses.back());
    if (judge && !(mean_of_last(losses, 10) < o.bound)) {
      std::printf(
          "\nThe loss is %.3f after %d steps and should be below %.1f, so the model does not\n"
          "learn as it must, although its kernels pass their tests.\n",
          mean_of_last(losses, 10), step, o.bound);
      return false;
    }
  }
  screen.finish(losses, seconds());
  if (!o.losses.empty()) {
    write_losses(o.losses, losses);
  }
  const double took = seconds();
  std::printf("Trained in %.0f s, %.0f characters a second. The loss went from %.2f to %.3f.\n",
              took, static_cast<double>(o.steps) * o.size.rows() / took,
              static_cast<double>(losses.front()), mean_of_last(losses, 20));
  return true;
}

/// The likeliest characters after a beginning of a line, up to the end of the line.
std::string continued(model& m, const std::string& begin) {
  std::string line = "\n" + begin;
  std::string added;
  while (added.size() < 60 && (added.empty() || added.back() != '\n')) {
    const std::size_t seen = std::min(line.size(), static_cast<std::size_t>(m.size().length));
    const auto shares = m.next_characters({to_tokens(line.substr(line.size() - seen))})[0];
    const auto best = std::max_element(shares.begin(), shares.end()) - shares.begin();
    added += kAlphabet[static_cast<std::size_t>(best)];
    line += added.back();
  }
  return added.substr(0, added.find('\n'));
}

void ask_the_model(model& m, const char* what, const std::vector<question>& questions) {
  std::size_t right = 0;
  for (const question& q : questions) {
    const std::string answer = continued(m, q.begin);
    right += std::find(q.ends.begin(), q.ends.end(), answer) != q.ends.end() ? 1 : 0;
  }
  std::printf("  %-38s %3zu of %zu right\n", what, right, questions.size());
}

void continue_lines(model& m, const options& o) {
  const auto print = [&](const std::string& begin) {
    std::printf("%s|%s\n", begin.c_str(), continued(m, begin).c_str());
  };
  if (o.has_prompt) {
    print(o.prompt);
    return;
  }
  std::printf(
      "\nBegin a line, such as `three plus one is ` or `the old cat sat near `, and the model\n"
      "continues it after the `|`. An empty line ends the program.\n");
  const bool asks = isatty(STDIN_FILENO) != 0;
  std::string line;
  while (std::printf("%s", asks ? "> " : ""), std::fflush(stdout), std::getline(std::cin, line)) {
    if (line.empty()) {
      break;
    }
    print(line);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const options o = read_options(count, arguments);
  if (!gradients_are_right()) {
    return 1;
  }
  if (o.only_checks) {
    return 0;
  }
  kw::enable_checks(false);  // the kernels have passed their tests, and now they must be fast
  model m(kw::default_device(), o.size, o.seed);
  std::printf(
      "\nTraining on %s, with the kernels in %s/: %d layers, %lld weights,\n"
      "%d characters in a step. The model begins by guessing among %d characters, which is a loss\n"
      "of log(%d) = %.2f.\n",
      kw::device_name(kw::default_device()).c_str(), kw::testing::current_lesson.file,
      o.size.layers, static_cast<long long>(m.weight_count()), o.size.rows(), kCharacters,
      kCharacters, std::log(static_cast<double>(kCharacters)));
  if (!learn(m, o)) {
    return 1;
  }
  if (!o.quick) {
    random_source random(o.seed + 1);
    std::printf("\nWhat it can do now:\n");
    ask_the_model(m, "sums that are in the text", sums(false));
    ask_the_model(m, "sums that it has never seen", sums(true));
    ask_the_model(m, "sentences that must end with a rhyme", rhymes(random, 40));
  }
  continue_lines(m, o);
  return 0;
}
