// Which task and which kernel a program is about, and with which data, as its command line says.
#pragma once
#include <string>

#include "common/base/options.hpp"

namespace kw::testing {

/// The number of the task whose file this is, such as 2 of ".../tests/2_masked_add.cpp"; 0 of
/// others.
int task_of_file(const std::string& file);

/// The task that the program was built or started for; 0 for all of its lesson.
int chosen_task();

/// `--task=NUMBER`
void add_task(base::option_reader& options);

/// `--kernel=NAME`, of a row of the table of kernels.
void add_kernel(base::option_reader& options);

/// `--seed=NUMBER`
void add_seed(base::option_reader& options);

/// From now on no message names the seed, which would help to prepare for the next run.
void hide_seed();
bool seed_is_shown();

/// The same as `--kernel=nothing`.
void choose_nothing();

/// Whether this program has kernels to choose from.
bool has_table_of_kernels();

/// Chooses the solution where the command line chose nothing.
/// \throws kw::error if the table has no row of the chosen name and task
void require_kernel();

/// Tells the checker in which file the kernels are, unless their file is compiled by itself, as
/// that of a function which the file calls.
void note_kernel_file(const char* path);

/// Makes `current_lesson` say which file of the chosen kernel the tests of this task are about.
void note_task(int task);

/// Leaves only the tests of the chosen task, and before each test does what `note_task` does.
/// Only in programs with GoogleTest.
void select_tests();

}  // namespace kw::testing
