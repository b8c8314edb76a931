#pragma once
/// Routers that are evaluated together, stage by stage.
///
/// A router holds a few flits in a cycle, and their number differs from router to router. A loop over them
/// ends unpredictably, and the misprediction costs more than the loop. So each stage is one long loop over
/// the flits of all routers of a batch, and its lists are built without branches on their content. Routers
/// read only the state before the cycle, so any number of them can be in the same stage.

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "models/fast/bits.h"
#include "models/fast/state.h"
#include "models/fast/views.h"

namespace torusim::fast {

/// Routers of a batch.
template <typename View>
constexpr int kBatch = View::kWords == 1 ? 128 : 1;

/// The words of a router with events in a cycle: items arrive, flits are present or leave.
template <int words>
class BusyWords {
 public:
  void clear() { busy_ = 0; }
  void add(int word, bool busy = true) { busy_ |= std::uint64_t{busy} << word; }
  bits<std::uint64_t> all() const { return bits<std::uint64_t>(busy_); }

 private:
  std::uint64_t busy_;
};
template <>
class BusyWords<1> {
 public:
  void clear() {}
  void add(int /*word*/, bool /*busy*/ = true) {}
  static bits<std::uint64_t> all() { return bits<std::uint64_t>(1); }
};

/// One router's cycle, a word of each set: of one word it is one cache line.
template <typename View>
struct alignas(kCacheLine) Work {
  [[no_unique_address]] View router;    // its last bytes are free for what follows
  bool clash;                           // several heads want the same output VC
  bool streams;                         // there may be streams, or worms long enough for them, or an observer
  bool heads_pass;                      // among the streams that are passed on there are heads
  std::uint64_t came[View::kWords];     // items that are still to be counted
  std::uint64_t gone[View::kWords];     // VCs that a flit leaves, or leaves by
  std::uint64_t present[View::kWords];  // inputs with flits, outputs that may send: these items included
  [[no_unique_address]] BusyWords<View::kWords> busy;

  /// The flit of an input goes, and its router need not know of streams.
  bool wins(VcIndex input) const { return ((gone[input.word] >> input.bit) & 1) != 0 && !streams; }
};

/// If stalls are counted, also: VCs whose flit may go, or that may take one; heads whose output is owned
/// (inputs), or that wait for their own flits (bits of outputs).
template <typename View>
struct Stalls {
  std::uint64_t ready[View::kWords], held[View::kWords];
};

/// An input of a router of a batch, and the flit at its front; or an output VC.
template <typename View>
class Front {
  static constexpr int kBits = 6, kPlaceBits = View::kWords == 1 ? kBits : 2 * kBits;

 public:
  /// Size of a router's Work, if it has one word.
  static constexpr std::size_t kWork = std::size_t{1} << kPlaceBits;

  Front() = default;
  Front(int router, VcIndex vc)
      : packed_(static_cast<std::uint32_t>(router) << kPlaceBits | static_cast<std::uint32_t>(vc.bit)) {
    if (View::kWords != 1) packed_ |= static_cast<std::uint32_t>(vc.word) << kBits;
  }
  unsigned router() const { return packed_ >> kPlaceBits; }
  /// Of the router's Work in an array of them, if it has one word: so nothing is multiplied.
  unsigned offset() const { return packed_ & ~((1u << kPlaceBits) - 1); }
  VcIndex place() const {
    constexpr std::uint32_t kBit = (1 << kBits) - 1, kPlace = (1 << kPlaceBits) - 1;
    return {static_cast<int>((packed_ & kPlace) >> kBits), static_cast<int>(packed_ & kBit)};
  }

 private:
  // One word: writing it cannot be taken for writing anything else, as it could be with bytes.
  std::uint32_t packed_;
};

/// A list that grows without a branch: what is not wanted is overwritten by what comes next.
template <typename View>
class FrontList {
 public:
  void clear() { size_ = 0; }
  std::span<const Front<View>> all() const { return {fronts_.data(), size_}; }

  /// While a loop fills the list it keeps the length to itself, in a register; the list has it at the end of
  /// the Filler's life.
  class Filler {
   public:
    explicit Filler(FrontList& list) : list_(list), size_(list.size_) {}
    ~Filler() { list_.size_ = size_; }
    Filler(const Filler&) = delete;
    Filler& operator=(const Filler&) = delete;

    [[gnu::always_inline]] void add(Front<View> front, bool wanted) {
      list_.fronts_[size_] = front;
      size_ += wanted;
    }
    /// All VCs of a set that has none in bit 63. `expected`: so many cost no branch.
    template <int expected>
    [[gnu::always_inline]] void add_all(int router, int word, std::uint64_t set) {
      do {
        for (int i = 0; i < expected; ++i) {
          add(Front<View>(router, {word, std::countr_zero(set | bit64(63))}), set != 0);
          set &= set - 1;
        }
      } while (set != 0);
    }

   private:
    FrontList& list_;
    std::size_t size_;
  };

 private:
  /// Of all routers of a batch.
  static constexpr std::size_t kInputs = std::size_t{kBatch<View>} * View::kWords * Layout::kOutputs;
  std::size_t size_ = 0;
  // A line more, where what is not wanted goes; so lists do not begin in the same sets of a cache either.
  std::array<Front<View>, kInputs + kCacheLine / sizeof(Front<View>)> fronts_;
};

template <typename View>
struct Batch {
  std::array<Work<View>, kBatch<View>> work;
  std::array<Stalls<View>, kBatch<View>> stalls;
  int size = 0;
  bool streams = false;                 ///< of some router
  FrontList<View> payload, heads;       ///< at the front of buffers
  FrontList<View> unrouted;             ///< heads that have just come there
  FrontList<View> ready;                ///< heads whose output is free
  FrontList<View> tails;                ///< that leave
  FrontList<View> beginning;            ///< flits that leave and follow no other, if spans are told of
  FrontList<View> ejecting, injecting;  ///< routers that have sent to local ports, or given them credits

  void clear() {
    size = 0;
    streams = false;
    for (FrontList<View>* list :
         {&payload, &heads, &unrouted, &ready, &tails, &beginning, &ejecting, &injecting}) {
      list->clear();
    }
  }
  /// Lists the flits at the fronts of buffers: a payload flit's worm owns an output VC, a head's does not
  /// yet.
  void list_fronts() {
    typename FrontList<View>::Filler to_payload(payload), to_heads(heads);
    for (int r = 0; r < size; ++r) {
      for (const int w : work[r].busy.all()) {
        const std::uint64_t waiting = work[r].present[w] & Layout::kInputs;
        const std::uint64_t allocated = work[r].router.sets(w).allocated;
        to_payload.template add_all<2>(r, w, waiting & allocated);
        to_heads.template add_all<1>(r, w, waiting & ~allocated);
      }
    }
  }
  bool full() const { return size == kBatch<View>; }
  std::span<Work<View>> routers() { return {work.data(), static_cast<std::size_t>(size)}; }
  Work<View>& work_of(Front<View> front) {
    if (View::kWords != 1) return work[front.router()];
    static_assert(View::kWords != 1 || sizeof(Work<View>) == Front<View>::kWork);
    return *reinterpret_cast<Work<View>*>(reinterpret_cast<std::byte*>(work.data()) + front.offset());
  }
};

}  // namespace torusim::fast
