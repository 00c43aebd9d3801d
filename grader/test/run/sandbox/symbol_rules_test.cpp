#include "grader/run/sandbox/symbol_rules.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

object_symbol use_of(const char* name) {
  return {name, false, false};
}

object_symbol definition(const char* name, bool weak = false) {
  return {name, true, weak};
}

constexpr const char* kEntry = "_ZN8lesson033addEv";
constexpr const char* kCheckRow = "_ZN2kw7runtime9check_rowEv";
constexpr const char* kSoftmax = "_ZN8lesson057softmaxEv";  // our own, from an earlier lesson
constexpr const char* kEnableChecks = "_ZN2kw7runtime13enable_checksEb";
constexpr const char* kTakeFindings = "_ZN2kw13take_findingsB5cxx11Ev";

class SymbolRules : public testing::Test {
 protected:
  std::string problem(const object_symbol& symbol, bool on_gpu = false) const {
    return forbidden_symbol({symbol}, kit_, on_gpu);
  }

  kit_symbols kit_ = kit_symbols::of(
      {use_of(kEntry), use_of("solve"), use_of("memcpy"), definition("main")},
      {definition(kCheckRow), definition(kEnableChecks), definition(kTakeFindings),
       definition(kSoftmax), definition("_Znwm"), definition("_ZNSt6vectorIiE4pushEv", true),
       use_of("write"), use_of("_ZNSs6appendEv")});
};

TEST_F(SymbolRules, EntriesAreWhatTheKitAsksForAndTheSystemDoesNotHave) {
  EXPECT_EQ(kit_.entries, (std::set<std::string>{kEntry, "solve"}));
  EXPECT_EQ(problem(definition(kEntry)), "");
  EXPECT_EQ(problem(definition("solve")), "");
}

TEST_F(SymbolRules, LetsTheLanguageAndTheStandardLibraryBeUsed) {
  for (const char* name :
       {kCheckRow, "memcpy", "expf", "_ZSt4cout", "_Znwm", "printf", "pthread_create",
        "__cxa_throw", "__dynamic_cast", "_ZTIi", "_ZNSt6thread4joinEv", "clock_gettime"}) {
    EXPECT_EQ(problem(use_of(name)), "") << name;
  }
}

TEST_F(SymbolRules, LetsFunctionsOfEarlierLessonsBeCalledAndNotReplaced) {
  EXPECT_EQ(problem(use_of(kSoftmax)), "");
  EXPECT_EQ(problem(definition(kSoftmax)), "defines lesson05::softmax, which is not its own");
}

TEST_F(SymbolRules, ForbidsWhatHidesFindings) {
  EXPECT_EQ(problem(use_of(kEnableChecks)), "uses kw::runtime::enable_checks");
  EXPECT_EQ(problem(use_of(kTakeFindings)), "uses kw::take_findings[abi:cxx11]");
}

TEST_F(SymbolRules, ForbidsWhatReachesPastTheProgram) {
  for (const char* name :
       {"fork", "execve", "syscall", "mmap", "open", "getenv", "setenv", "environ", "dlsym",
        "socket", "kill", "ptrace", "fopen", "system", "memfd_create", "main"}) {
    EXPECT_EQ(problem(use_of(name)), std::string("uses ") + name);
  }
  EXPECT_NE(problem(use_of("_ZNSt10filesystem6removeERKNS_7__cxx114pathE")), "");
  EXPECT_NE(problem(use_of("_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1EPKc")), "");
  EXPECT_NE(problem(use_of("_ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei")), "");
}

TEST_F(SymbolRules, LetsSystemCallsBeMadeWhereTheKitLimitsThem) {
  kit_.defined.insert("syscall");  // common/judge/futex_alone.cpp
  EXPECT_EQ(problem(use_of("syscall")), "");
}

TEST_F(SymbolRules, ForbidsTakingThePlaceOfTheKitOrTheSystem) {
  EXPECT_NE(problem(definition(kCheckRow)), "");
  EXPECT_NE(problem(definition(kCheckRow, true)), "") << "no header of the course defines it";
  EXPECT_NE(problem(definition("_ZNSs6appendEv", true)), "");
  EXPECT_NE(problem(definition("_Znwm")), "");
  EXPECT_NE(problem(definition("_ZSt9terminatev")), "");
  EXPECT_EQ(problem(definition("main")), "defines main, which is not its own");
}

TEST_F(SymbolRules, MakesNamesOfCTheSubmissionsOwn) {
  const std::vector<object_symbol> submission = {definition("time"),
                                                 definition("read", true),
                                                 definition("solve"),
                                                 definition("DW.ref.personality", true),
                                                 definition("_ZN4mine6helperEv"),
                                                 use_of("write"),
                                                 definition("__cudaFatbin")};
  kit_.defined.insert("DW.ref.personality");
  for (const char* name : {"time", "read", "write"}) {
    EXPECT_EQ(problem(definition(name)), "") << name;
  }
  EXPECT_EQ(own_names(submission, kit_, false),
            (std::vector<std::string>{"time", "read", "__cudaFatbin"}));
  EXPECT_EQ(own_names(submission, kit_, true), (std::vector<std::string>{"time", "read"}));
}

TEST_F(SymbolRules, TakesItsOwnNamesAndCopiesOfTheKitsTemplates) {
  EXPECT_EQ(problem(definition("_ZN4mine6helperEv")), "");
  EXPECT_EQ(problem(definition("a_table_of_mine")), "");
  EXPECT_EQ(problem(definition("_ZNSt6vectorIiE4pushEv", true)), "");
}

TEST_F(SymbolRules, LetsCudasOwnFunctionsBeUsedOnAGpuAlone) {
  EXPECT_EQ(problem(use_of("cudaLaunchKernel"), true), "");
  EXPECT_NE(problem(use_of("cudaLaunchKernel")), "");
}

TEST(ReadSymbols, TellsUsesAndWeakDefinitions) {
  const auto symbols = read_symbols(
      "\nlib.a[one.o]:\nmemcpy U         \nmain T 0 1b\n_ZTI W 0 10\nnone w         \n_ZGu u 0 1\n",
      true);
  ASSERT_TRUE(symbols);
  std::string all;
  for (const object_symbol& symbol : *symbols) {
    all += symbol.name + (symbol.defined ? " defined" : "") + (symbol.weak ? " weak;" : ";");
  }
  EXPECT_EQ(all, "memcpy;main defined;_ZTI defined weak;none weak;_ZGu defined weak;");
}

TEST(ReadSymbols, TakesNothingThatMakesNoSense) {
  for (const char* printed : {"nm: kernel.o: file format not recognized\n", "fork\nputs U\n",
                              "two words T 0 1\n", "a:\n"}) {
    EXPECT_FALSE(read_symbols(printed, false)) << printed;
  }
}

}  // namespace
}  // namespace kw::grader
