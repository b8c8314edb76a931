#pragma once
/// The post of a slab to another in every cycle: heads, and the words of its lines that the other reads. The
/// post takes a few cache lines, and slabs read no other state of each other.

#include <array>
#include <span>
#include <vector>

#include "models/contract/large_array.h"
#include "models/dense/worm_planes.h"

namespace torusim::dense {

/// A worm whose head is on its way to an input VC of another slab.
struct Letter {
  std::uint32_t place = 0, worm = 0;
  Travel travel;
};

/// Letters of a cycle; their number is in the first cache line.
class Letters {
 public:
  void clear() { letters_.front().worm = 0; }
  void add(const Letter& letter) {
    const std::size_t number = ++letters_.front().worm;
    if (number == letters_.size()) letters_.resize(2 * number);
    letters_[number] = letter;
  }
  std::span<const Letter> all() const { return {letters_.data() + 1, letters_.front().worm}; }
  const Letter* data() const { return letters_.data(); }

 private:
  LargeArray<Letter> letters_{16};
};

class Post {
 public:
  /// Post of the words `words` of the lines of flits, and of the lines of credits.
  explicit Post(std::vector<std::ptrdiff_t> words) : words_(std::move(words)) {
    for (auto& of_cycle : bits_) of_cycle.resize(2 * words_.size());
  }

  // Functions for the sender.
  void copy_from(Cycle now, const Bits* flits, const Bits* credits) {
    Bits* bits = bits_[at(now)].data();
    for (const std::ptrdiff_t word : words_) *bits++ = flits[word];
    for (const std::ptrdiff_t word : words_) *bits++ = credits[word];
  }
  Letters& letters_sent_in(Cycle now) { return letters_[at(now)]; }

  // Functions for the receiver.
  void copy_to(Cycle sent, Bits* flits, Bits* credits) const {
    const Bits* bits = bits_[at(sent)].data();
    for (const std::ptrdiff_t word : words_) flits[word] = *bits++;
    for (const std::ptrdiff_t word : words_) credits[word] = *bits++;
  }
  /// The letters to take in this cycle, before routers are evaluated. The flit that follows a letter on its
  /// link can be evaluated in this cycle at the earliest.
  const Letters& letters(Cycle now) const { return letters_[at(now - kLetterDelay)]; }
  /// Prefetches the post that the receiver takes in cycle `now`.
  void fetch(Cycle now) const {
    const auto* const bits = reinterpret_cast<const char*>(bits_[at(now - 1)].data());
    for (std::size_t byte = 0; byte < 2 * words_.size() * sizeof(Bits); byte += 64)
      __builtin_prefetch(bits + byte);
    const auto* const first = reinterpret_cast<const char*>(letters(now).data());
    for (std::size_t line = 0; line < kLetterLines; ++line) __builtin_prefetch(first + 64 * line);
  }

 private:
  static constexpr Cycle kLetterDelay = 2;
  static constexpr std::size_t kLetterLines = 4;  // more are rare
  /// The receiver is up to two cycles behind in what it takes, and one cycle in what it does.
  static constexpr Cycle kCycles = 4;
  static std::size_t at(Cycle cycle) { return static_cast<std::size_t>(cycle + kCycles) % kCycles; }

  const std::vector<std::ptrdiff_t> words_;
  std::array<Letters, kCycles> letters_;
  std::array<LargeArray<Bits>, kCycles> bits_;
};

}  // namespace torusim::dense
