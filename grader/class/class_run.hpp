#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/class/class_summary.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// One of several shares of a class, each of which a run of its own grades.
struct class_shard {
  int number = 1;  ///< From 1.
  int count = 1;

  /// Reads "2/8". Throws `usage_error` for anything else.
  static class_shard parse(std::string_view text);

  /// Whether the submission at this place of the class is in it. Every `count`-th one is, which
  /// spreads similar names, and absent students at the end of the list, over all shards.
  bool has(std::size_t place) const;
};

/// A class to grade, and how.
struct class_options {
  std::filesystem::path root = ".";
  std::filesystem::path build_folder;  ///< Empty: build/cpu.
  std::filesystem::path source;        ///< A folder or an archive of submissions.
  bool one_submission = false;         ///< The source is that of one student, and not of a class.
  std::filesystem::path roster;        ///< A CSV file; empty for none.
  std::filesystem::path output;        ///< Where results go, and are found again.
  std::vector<std::string> lessons;    ///< All when empty.
  std::string device = "cpu";          ///< Or "cuda", which also judges on the CPU.
  int jobs = 0;                        ///< Submissions at once; 0 for three for two processors.
  /// Builds and tries everything that grading needs, and grades nothing.
  bool prepare_only = false;
  /// Grades this share alone, into a folder that `prepare_only` has prepared. Other shares may be
  /// graded at the same time, on machines that see the same files.
  std::optional<class_shard> shard;
  bool use_sandbox = true;
  bool speed = false;        ///< Whether to measure what is right.
  std::string hidden_tests;  ///< As `use_hidden_tests` takes it.
  bool restart = false;      ///< Forget the results that are there.
  /// Ids of lessons that may be graded again because their tests have changed; the results of all
  /// others are kept.
  std::vector<std::string> regrade;
  std::optional<std::uint64_t> seed;  ///< Of the test data; drawn by chance when empty.
  double call_seconds = 10;
  double task_seconds = 600;  ///< By the clock, for all calls of a task.
  std::int64_t memory_megabytes = 2048;
};

/// How far a class run has got.
struct class_progress {
  std::string doing;  ///< What goes on before the first submission; empty from then on.
  int done = 0;
  int total = 0;
  double seconds_left = -1;  ///< Below 0 while it is unknown.
};

/// How regrading changed one lesson of one submission.
struct score_change {
  std::string id;
  std::string name;
  std::string lesson;  ///< "lesson03"
  double before = 0;
  double after = 0;
  std::string what;  ///< Its checks that changed: "masked-add 2 -> 3, ragged-rows 4 -> 0".
};

/// The outcome of a class run.
struct class_outcome {
  std::filesystem::path results;          ///< The folder with a result for each student.
  int graded = 0;                         ///< In this run.
  int kept = 0;                           ///< Graded before, and unchanged.
  int absent = 0;                         ///< In the roster, and nothing handed in.
  std::vector<std::string> not_gradable;  ///< Ids; the machine was at fault. Run again.
  std::vector<std::string> notes;
  std::vector<score_change> changes;  ///< By regrading lessons: see `regrade` above.
  std::string before;                 ///< Where the results from before it are; empty for none.
  class_summary summary;              ///< Of all results, graded and kept.
  std::string gave_up;                ///< Why the run ended early; empty when it did not.
};

/// Grades every submission of a class on all processors, and stores one result each in
/// `output`/results, which appears whole or not at all.
///
/// May be killed and started again at any time: what is there and belongs to the same files is
/// kept, what is missing is graded. A submission's score depends on nothing but its files, the
/// course and the run's seed, which is kept in `output`/run.json. A fault of the machine is tried
/// again, and then stored as `gradable: false`, never as a score; a later run tries once more.
///
/// Throws `usage_error` for a source or roster that cannot be used, and for an output folder that
/// holds results of other tests; `machine_error` when nothing can be graded on this machine;
/// `interrupted` after Ctrl-C, with every finished result in its place.
class_outcome run_class(const class_options& options,
                        const std::function<void(const class_progress&)>& on_progress = {});

/// Grades one submission, `options.source`, whose files are not trusted either: they are judged
/// like those of a class. Throws `usage_error` when there is none, `machine_error` when this
/// machine cannot grade.
report grade_submission(class_options options,
                        const std::function<void(const class_progress&)>& on_progress = {});

}  // namespace kw::grader
