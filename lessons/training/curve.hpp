/// \file
/// A loss curve and a progress bar of plain characters.
#pragma once
#include <string>
#include <vector>

namespace training {

/// The mean of the last losses, because a single one jumps about; 0 if there is none.
double mean_of_last(const std::vector<float>& losses, std::size_t count);

/// A picture of the losses so far, line by line. Its width represents all steps of the training, so
/// the curve grows from left to right.
/// \param losses one for each step so far
/// \param steps  of the whole training
std::vector<std::string> draw_curve(const std::vector<float>& losses, int steps);

/// For example `[##########..........]  step 450 of 900, loss 0.39, about 41 s left`.
std::string progress_bar(const std::vector<float>& losses, int steps, double seconds);

/// Shows a training while it runs: on a terminal a curve that grows in its place, otherwise a line
/// now and then.
class display {
 public:
  explicit display(int steps);
  /// After each step; prints only as often as a person can follow.
  void show(const std::vector<float>& losses, double seconds);
  /// Shows the whole curve at the end.
  void finish(const std::vector<float>& losses, double seconds);

 private:
  void redraw(const std::vector<float>& losses, double seconds);
  int steps_;
  bool terminal_;
  int lines_ = 0;  ///< that the last picture took
  double shown_ = -1;
};

}  // namespace training
