#pragma once
/// Schedules as comparable text, whatever the order within a phase and the boxes of a set of blocks.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "schedules/convert/outside.h"
#include "schedules/tests/refusal.h"

namespace torusim {

inline OutsideOptions on(const std::string& shape) {
  OutsideOptions options;
  options.topology = Topology::parse(shape);
  return options;
}

inline std::string described(Schedule& schedule) {
  const Topology& topology = schedule.info().topology;
  std::string text = schedule.info().name + " on " + topology.name() + "\n";
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    std::vector<std::string> transfers;
    for (const Transfer& transfer : phase.transfers) {
      std::vector<std::pair<NodeId, NodeId>> blocks;
      transfer.blocks.for_each(topology,
                               [&](Block block) { blocks.emplace_back(block.source, block.destination); });
      std::sort(blocks.begin(), blocks.end());
      std::string line = std::to_string(transfer.source) + ">" + std::to_string(transfer.destination) + " " +
                         transfer.route.text() + " c=" + std::to_string(transfer.message_class);
      if (transfer.adds) line += " add";
      for (const auto& [source, destination] : blocks) {
        line += " " + std::to_string(source) + ":" + std::to_string(destination);
      }
      if (transfer.unnamed > 0) line += " n=" + std::to_string(transfer.unnamed);
      transfers.push_back(line);
    }
    std::sort(transfers.begin(), transfers.end());
    text += "phase " + phase.name + "\n";
    for (const std::string& transfer : transfers) text += transfer + "\n";
  }
  schedule.rewind();
  return text;
}

/// What the reader says of a text that it refuses.
template <typename Read>
std::string refusal(Read read, const std::string& text, const OutsideOptions& options) {
  return test::refusal([&] { read(text, "f", options); });
}

}  // namespace torusim
