#include "testbench/config/not_modelled.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "schedules/algorithms/registry.h"
#include "schedules/core/suggestion.h"
#include "testbench/config/option.h"

namespace torusim {
namespace {

struct GoneRow {
  std::string_view names;  ///< between blanks
  unsigned commands;
  const char* instead;
};

constexpr GoneRow kGone[] = {
    {" from ports steps collective routes class-from ", kConvert,
     "files of other tools are programs, which torusim run FILE -t SHAPE runs; convert writes schedules"},
};

}  // namespace

const char* gone_option(std::string_view name, unsigned commands) {
  const std::string word = " " + std::string(name) + " ";
  for (const GoneRow& row : kGone) {
    if ((row.commands & commands) != 0 && row.names.find(word) != std::string_view::npos) return row.instead;
  }
  return nullptr;
}

namespace {

constexpr ForeignNames kRows[] = {
    {" fails fault faults fault-rate faulty dead-links broken-links failures ",
     "links and nodes that have failed are those of --fail"},
    {" bit-error-rate ber error-rate retransmission crc ecc ",
     "torusim does not model bit errors; every flit arrives as it was sent"},
    {" bubble bubble-flow-control ", "bubble flow control is --switching bubble"},
    {" misroute ugal ",
     "torusim does not model non-minimal adaptive routing; nearest: --routing adaptive, which takes shortest "
     "paths, or --routing valiant"},
    {" adaptive routing-function route-algorithm routing-algorithm valiant romm o1turn xy-yx ",
     "routes of packets are those of --routing; a schedule has its own, or any shortest path with --routing "
     "adaptive"},
    {" escape escape-vc escape-channel deadlock-recovery ",
     "escape lanes belong to --routing adaptive, the others of --lanes are adaptive"},
    {" router-latency routing-delay pipeline pipeline-stages stages hop-latency vc-alloc-delay "
     "sw-alloc-delay st-final-delay ",
     "the cycles of a router from its buffer to the channel are --router-delay"},
    {" credit-delay credit-latency ",
     "torusim does not model a delay of credits alone; nearest: --link-delay, each way"},
    {" speedup input-speedup output-speedup internal-speedup ",
     "torusim does not model speedup of the crossbar; a port takes and gives one flit a cycle"},
    {" allocator sw-allocator vc-allocator islip alloc-iters ",
     "torusim does not model other allocators; nearest: --arbitration"},
    {" multicast multicasting ",
     "torusim does not model multicast worms; nearest: algorithms whose nodes copy, such as broadcast and "
     "gossip-two"},
    {" concentration ", "torusim has one node a router; nearest: several channels of it, --alpha"},
    {" skew jitter noise arrival-skew imbalance ",
     "nodes begin at different times with --start-skew, and take longer for each send with --slow-node"},
    {" compute compute-time overlap ",
     "computations are those of programs (GOAL, Chakra); a schedule has --startup and --reduce-delay"},
    {" power energy area ",
     "torusim does not model power; nearest: flit_hops in run.json, and gates in docs/rtl.md"},
    {" vcs num-vcs vc virtual-channels ", "virtual channels are --classes times --lanes"},
    {" vc-buf-size buf-size buffer buffers buffer-size buffer-depth depth ",
     "buffers are --reserve flits of each virtual channel and --shared flits of each input port"},
    {" injection-rate rate offered-load ", "the injection rate is --load of torusim traffic"},
    {" packet-size message-size msg-size size ", "sizes are --block of a schedule, --packet of traffic"},
    {" link-width link-bandwidth bandwidth width ",
     "a link carries a flit a cycle, or less with --link-rate; --flit-bytes and --clock say how much that "
     "is"},
    {" flow-control ", "the flow control is --switching"},
    {" ports injection-ports nics ", "the ports of a node are --alpha"},
};

}  // namespace

std::span<const ForeignNames> foreign_names() { return kRows; }

std::string unknown_option(std::string_view name, unsigned commands, const std::vector<std::string>& known) {
  std::string word(name.substr(std::min(name.find_first_not_of('-'), name.size())));
  std::ranges::replace(word, '_', '-');
  if (const char* const instead = gone_option(word, commands)) return std::string(": it is gone; ") + instead;
  for (const ForeignNames& row : kRows) {
    if (row.names.find(" " + word + " ") != std::string_view::npos) return std::string(": ") + row.what;
  }
  if ((find_option("set")->commands & commands) != 0) {
    for (const AlgorithmInfo& algorithm : algorithms()) {
      for (const OptionInfo& option : algorithm.options) {
        if (option.name == word) return fmt::format(": options of algorithms are --set {}=VALUE", word);
      }
    }
  }
  return suggestion(name, known);
}

}  // namespace torusim
