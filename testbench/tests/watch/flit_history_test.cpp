// Arrays that lie in a file are arrays: what was added, and changed later, is read again.
#include "models/watch/flit_history.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

#include "models/watch/spill_file.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;

TEST(SpillFile, WhatHasMovedToTheFileIsReadAndChangedThere) {
  SpillFile file(std::filesystem::temp_directory_path(), 64 * kMega, 2 * kMega);
  SpilledArray<std::uint64_t> squares(file);
  SpilledArray<std::uint32_t> numbers(file);
  constexpr std::uint64_t kCount = 3'000'000;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    squares.push_back(i * i);
    numbers.push_back(static_cast<std::uint32_t>(i));
    if (i >= 1'000'000) ++squares[i - 1'000'000];  // long in the file
  }
  std::uint64_t i = 0, wrong = 0;
  for (const std::uint64_t square : squares) {
    wrong += square != i * i + (i + 1'000'000 < kCount ? 1 : 0) || numbers[i] != i;
    ++i;
  }
  EXPECT_EQ(i, kCount);
  EXPECT_EQ(wrong, 0U);
}

TEST(SpillFile, AddressesStay) {
  SpillFile file(std::filesystem::temp_directory_path(), 16 * kMega, kMega);
  SpilledArray<int> array(file);
  array.push_back(1);
  int& first = array[0];
  array.resize(2'000'000, 7);
  first = 5;
  EXPECT_EQ(array[0], 5);
  EXPECT_EQ(array[1], 7);
}

// The file may get the number of standard input, if that is closed.
TEST(SpillFile, NeedsNoStandardInput) {
  const int input = dup(STDIN_FILENO);
  close(STDIN_FILENO);
  {
    SpillFile file(std::filesystem::temp_directory_path(), 16 * kMega, kMega);
    SpilledArray<int> array(file);
    EXPECT_NO_THROW(array.resize(2'000'000, 7));
    EXPECT_EQ(array[1], 7);
  }
  if (input >= 0) {
    dup2(input, STDIN_FILENO);
    close(input);
  }
}

TEST(SpillFile, SaysWhenThereIsNoRoom) {
  SpillFile small(std::filesystem::temp_directory_path(), 2 * kMega);
  SpilledArray<char> array(small);
  EXPECT_THROW(array.resize(3 * kMega), SpillFile::Full);
  EXPECT_EQ(array.size(), 2 * kMega);
  SpillFile nowhere("/no/such/directory", 8 * kMega, kMega);
  SpilledArray<char> lost(nowhere);
  EXPECT_EQ(test::refusal([&] { lost.resize(3 * kMega); }),
            "/no/such/directory: no room for what is remembered of a run: No such file or directory");
}

// Addresses are scarce where their number is limited (ulimit -v): what is not used yet is not taken.
TEST(SpillFile, TakesFewMoreAddressesThanItFills) {
  const auto addresses = [] {  // pages
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::size_t>(getpagesize());
  };
  const std::size_t before = addresses();
  SpillFile file(std::filesystem::temp_directory_path(), std::size_t{1} << 38);
  SpilledArray<char> array(file);
  array.resize(5 * kMega);
  EXPECT_LE(addresses() - before, 12 * kMega);
}

TEST(SpillFile, TheProcessStaysSmall) {
  const auto most = [] {  // kB
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  SpillFile file(std::filesystem::temp_directory_path(), 512 * kMega, 4 * kMega);
  SpilledArray<std::uint64_t> array(file);
  const auto before = most();
  for (std::uint64_t i = 0; i < 20 * kMega; ++i) array.push_back(i);  // 160 MB
  std::uint64_t sum = 0;
  for (const std::uint64_t each : array) sum += each;
  EXPECT_EQ(sum, 20 * kMega * (20 * kMega - 1) / 2);
  // In an order without any; a page here and there brings in what lies about it.
  std::uint64_t at = 0, wrong = 0;
  for (int n = 0; n < 20'000; ++n) {
    at = (at + 12'582'917) % array.size();
    wrong += array[at] != at;
    ASSERT_LE(file.windows(), SpillFile::kMostWindows);
  }
  EXPECT_EQ(wrong, 0U);
  EXPECT_GT(file.windows(), 0U);
  EXPECT_LT(most() - before, 60'000);
}

// What is remembered of a long run lies in a file, also while it is put in order.

long most_memory() {  // kB
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(FlitHistory, TheProcessStaysSmall) {
  Hardware hardware;
  hardware.topology = Topology::parse("ring:4");
  FlitHistory history(hardware);
  const long before = most_memory();
  constexpr std::uint32_t kWorms = 250, kChannels = 30'000;  // 7.5 million passages: 270 MB
  Cycle now = 0;
  for (std::uint32_t number = 0; number < kWorms; ++number) {
    Worm worm;
    worm.number = number;
    worm.flits = 1;
    history.started(now, worm);
    for (std::uint32_t hop = 0; hop < kChannels; ++hop, ++now) {
      FlitSpan span;
      span.begin = span.last = now;
      span.worm = &worm;
      span.number = number;
      span.flits = 1;
      history.span_began(span);
      history.span_ended(span);
    }
  }
  EXPECT_EQ(history.passages().size(), kWorms * kChannels);
  EXPECT_LT(most_memory() - before, 130'000);
  const WormRecord& last = history.worms()[kWorms - 1];
  EXPECT_EQ(history.on_wire(last.last, 0), now - 1);
  EXPECT_EQ(last.channels, static_cast<std::int32_t>(kChannels));
}

}  // namespace
}  // namespace torusim
