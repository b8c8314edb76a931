#include "traces/surfer.h"

#include <fmt/format.h>

#include <string>

namespace torusim {
namespace {

std::string commands(const TraceContents& contents) {
  const Hardware& hardware = contents.hardware;
  std::string text;
  const auto add = [&](const char* command, const std::string& argument) {
    text += fmt::format("{} {}\n", command, argument);
  };
  for (const char* signal : {"phase", "flits_in_flight", "delivered"}) {
    add("variable_add", fmt::format("top.{}", signal));
  }
  NodeId shown = -1;
  for (const TracedChannel& channel : contents.channels) {
    if (channel.used_vcs == 0) continue;
    const std::string router = router_scope(hardware, channel.node);
    if (channel.node != shown) add("divider_add", router);
    shown = channel.node;
    const std::string scope = fmt::format("top.{}.{}", router, port_scope(hardware, channel.port));
    for (int v = 0; v < hardware.vcs(); ++v) {
      if ((channel.used_vcs >> v & 1) == 0) continue;
      add("variable_add", fmt::format("{}.vc{}.label", scope, v));
      add("variable_add", fmt::format("{}.vc{}.state", scope, v));
    }
  }
  return text + "zoom_fit\n";
}

std::string states() {
  std::string text = "Name: torusim state\nBits: 2\n";
  for (const auto& [state, color] : {std::pair(VcState::kIdle, "weak"),
                                     {VcState::kStream, "green"},
                                     {VcState::kWait, "gold"},
                                     {VcState::kPreempted, "red"}}) {
    text += fmt::format("{} {} {}\n", static_cast<int>(state), to_text(state), color);
  }
  return text;
}

}  // namespace

void write_surfer(const std::filesystem::path& directory, const std::filesystem::path& waves,
                  const TraceContents& contents) {
  const std::string stem = waves.stem().string();
  write_file(directory / (stem + ".sucl"), commands(contents));
  write_file(directory / (stem + ".states.mnemonic.txt"), states());
}

}  // namespace torusim
