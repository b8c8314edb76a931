#pragma once
/// Routers that are evaluated together, stage by stage.
///
/// A router holds a few flits in a cycle, and their number differs from router to router. A loop over them
/// ends unpredictably, and the misprediction costs more than the loop. So each stage is one long loop over
/// the flits of all routers of a batch, and its lists are built without branches on their content. Routers
/// read only the state before the cycle, so any number of them can be in the same stage.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "models/fast/bits.h"
#include "models/fast/state.h"
#include "models/fast/views.h"

namespace torusim::fast {

/// Maximum number of routers in a batch.
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

/// One router's cycle, with the words of each set. With sets of one word it is one cache line.
template <typename View>
struct alignas(kCacheLine) Work {
  [[no_unique_address]] View router;  // the next members use its padding
  bool clash;                         // several heads want the same output VC
  bool streams;     // ST handles flits one by one: streams, long worms, uneven links or an observer
  bool heads_pass;  // a head is among the streams in transit
  bool recorded;    // the cycle enters the node's record (periods.h)
  std::uint64_t came[View::kWords];     // items that the counters do not include yet
  std::uint64_t gone[View::kWords];     // winners of SA: inputs and outputs of departing flits
  std::uint64_t present[View::kWords];  // inputs with flits, outputs with credits, `came` included
  [[no_unique_address]] BusyWords<View::kWords> busy;

  /// Whether the flit of an input won SA, in a router where ST handles all flits together.
  bool wins(VcIndex input) const { return ((gone[input.word] >> input.bit) & 1) != 0 && !streams; }
};

/// Sets for the counts of stalls. `ready` has the inputs whose flit is ready, and the outputs that can take a
/// flit. `held` has the inputs whose head waits for an owned output or a closed gate; its output bits mark
/// heads that wait for their own flits.
template <typename View>
struct Stalls {
  std::uint64_t ready[View::kWords], held[View::kWords];
};

/// A VC of a router in a batch: an input VC, which stands for the flit at its front, or an output VC.
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
  /// Offset in bytes of the router's Work in the array, for sets of one word. No multiplication is needed.
  unsigned offset() const { return packed_ & ~((1u << kPlaceBits) - 1); }
  VcIndex place() const {
    constexpr std::uint32_t kBit = (1 << kBits) - 1, kPlace = (1 << kPlaceBits) - 1;
    return {static_cast<int>((packed_ & kPlace) >> kBits), static_cast<int>(packed_ & kBit)};
  }

 private:
  // A word and not bytes: the compiler must assume that a write of bytes may alias other objects.
  std::uint32_t packed_;
};

/// A list that grows without a branch: the next entry overwrites an unwanted one.
template <typename View>
class FrontList {
 public:
  void clear() { size_ = 0; }
  std::span<const Front<View>> all() const { return {fronts_.data(), size_}; }

  /// Keeps the length of the list in a register while a loop fills it. The destructor stores the length in
  /// the list.
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
    /// Adds all VCs of a set whose bit 63 is clear. Up to `expected` VCs cost no branch.
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
  /// Inputs of all routers of a batch.
  static constexpr std::size_t kInputs = std::size_t{kBatch<View>} * View::kWords * Layout::kOutputs;
  std::size_t size_ = 0;
  // One cache line more than needed takes unwanted entries. It also keeps lists from starting in the same
  // cache sets.
  std::array<Front<View>, kInputs + kCacheLine / sizeof(Front<View>)> fronts_;
};

template <typename View>
struct Batch {
  std::array<Work<View>, kBatch<View>> work;
  std::array<Stalls<View>, kBatch<View>> stalls;
  int size = 0;
  std::size_t evaluated = 0;            ///< routers of the earlier batches of a cycle
  bool streams = false;                 ///< Work::streams of some router
  FrontList<View> payload, heads;       ///< payload flits and heads at the fronts of buffers
  FrontList<View> unrouted;             ///< heads that have just come to the front and await RC
  FrontList<View> ready;                ///< heads that are ready if their output has a credit
  FrontList<View> tails;                ///< tails that leave
  FrontList<View> beginning;            ///< departing flits with which a span begins, if spans are reported
  FrontList<View> ejecting, injecting;  ///< routers that send flits to local ports, or credits to them

  void clear() {
    evaluated += static_cast<std::size_t>(size);
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
