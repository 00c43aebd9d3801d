#include "kernelwright/runtime/launch_stream.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace {

using kw::launch_stream;
using kw::runtime::stream_of_launches;

TEST(LaunchStream, LastsAsLongAsItsScope) {
  int one = 0, other = 0;  // any addresses: nothing is launched
  EXPECT_EQ(stream_of_launches(), nullptr);
  {
    const launch_stream outer(kw::cpu_device, &one);
    EXPECT_EQ(stream_of_launches(), &one);
    {
      const launch_stream inner(kw::cpu_device, &other);
      EXPECT_EQ(stream_of_launches(), &other);
    }
    EXPECT_EQ(stream_of_launches(), &one);
  }
  EXPECT_EQ(stream_of_launches(), nullptr);
}

TEST(LaunchStream, IsOfOneThread) {
  int stream = 0;
  const launch_stream queued(kw::cpu_device, &stream);
  void* elsewhere = &stream;
  std::thread([&] { elsewhere = stream_of_launches(); }).join();
  EXPECT_EQ(elsewhere, nullptr);
}

}  // namespace
