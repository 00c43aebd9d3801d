// A GPU that is made up: separate memory, which only copies reach.
#pragma once

namespace fake_gpu {

/// From now on it does not answer, like a GPU after a kernel touched memory that was not mapped.
void fail();

}  // namespace fake_gpu
