#include "common/base/sha256.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace kw::base {
namespace {

// The examples of the standard.
TEST(Sha256, AgreesWithItsStandard) {
  EXPECT_EQ(sha256_digits(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_digits("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_digits("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_digits(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// The padding needs another block from 56 bytes on.
TEST(Sha256, IsRightAroundABlock) {
  const std::pair<std::size_t, const char*> expected[] = {
      {55, "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"},
      {56, "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e"},
      {63, "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2"},
      {64, "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"},
      {119, "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c"}};
  for (const auto& [length, digits] : expected) {
    EXPECT_EQ(sha256_digits(std::string(length, 'x')), digits) << length << " bytes";
  }
}

}  // namespace
}  // namespace kw::base
