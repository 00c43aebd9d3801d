// A GPU that is made up: memory of its own, which only copies reach.
#pragma once

namespace fake_gpu {

/// From now on it answers nothing, like a GPU after a kernel that touched nobody's memory.
void fail();

}  // namespace fake_gpu
