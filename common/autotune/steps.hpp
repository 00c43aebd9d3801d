// The parts of autotune: what results belong to (identity), the known results (store), the trials.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/runtime/cuda_seam.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/tunings.hpp"

namespace kw::runtime {

/// Everything that a result depends on except its config, one `name value` per line: kernel,
/// program, device, driver, key, and when the program was built.
std::string identity_of(const tuning_request& request);
inline constexpr const char* kBuilt = "built ";  ///< begins its last line

/// `columns=4096 x=float32`
std::string key_text(const tuning_key& key);

/// The results of one identity on disk: a file, in which those of another build of the program are
/// replaced. It is written under another name and then renamed, so other processes see all of it or
/// nothing.
class tuning_store {
 public:
  /// \param identity from identity_of \param kernel for the name of the file
  tuning_store(const std::string& identity, const std::string& kernel);

  /// Empty where nothing can be kept.
  const std::string& file() const { return file_; }

  /// Fills in what is known of the results that are `unknown`.
  void load(std::vector<tuning_result>* results);

  /// Keeps those that are `timed` or `unfit`. Says once on standard error when that fails.
  void save(const std::vector<tuning_result>& results);

 private:
  std::string identity_, file_;
  std::map<std::string, std::string> lines_;  // by config
};

/// One process at a time measures on this machine: two at once would disturb each other's times.
/// Waits up to a minute, then goes on all the same.
class measuring_turn {
 public:
  /// \param store where the lock lives; without a file there is none
  explicit measuring_turn(const tuning_store& store);
  ~measuring_turn();
  measuring_turn(const measuring_turn&) = delete;
  measuring_turn& operator=(const measuring_turn&) = delete;

 private:
  int file_ = -1;
};

/// Why a kernel cannot run well on a GPU, or nothing. \param most_shared_bytes that a block may
/// have
std::string why_unfit(const cuda::kernel_needs& needs, int threads,
                      std::int64_t dynamic_shared_bytes, std::int64_t most_shared_bytes);

/// Autotune called by another autotune's run: wrong whatever the config.
struct nested_tuning : error {
  using error::error;
};

/// Says on standard error that a config is wrong: once, since it is so for other keys, too.
void tell_of_fault(const std::string& kernel, const std::string& key, const tuning_result& result);

/// Where configs are tried out.
class trial_place {
 public:
  trial_place() = default;
  virtual ~trial_place() = default;
  trial_place(const trial_place&) = delete;
  trial_place& operator=(const trial_place&) = delete;

  /// Undoes what runs have written.
  virtual void restore() = 0;
  /// Runs the config of this number once, and waits for its end.
  virtual void run(int index) = 0;
  /// The same by a stopwatch. \returns seconds
  virtual double time(int index) = 0;
  /// After a run has thrown an error: throws where no other config could run either.
  virtual void survive() = 0;
};

/// Times the configs whose results are `unknown`. \returns how often the kernel ran
int compete(trial_place& place, const std::string& kernel, const std::string& key,
            const tuning_effort& effort, std::vector<tuning_result>* results);

/// Asks the configs whose results are `unknown` what they need, leaves out what cannot run well,
/// and times the others. \returns how often the kernel ran
int measure_unknown(const tuning_request& request, const tuning_calls& calls,
                    const tuning_effort& effort, std::vector<tuning_result>* results);

/// What autotune has returned in a worker since the last call of this function.
std::vector<tuned> take_found();

/// Adds a space that another process has looked at to those of this one.
void note_tuning(tuning space);

}  // namespace kw::runtime
