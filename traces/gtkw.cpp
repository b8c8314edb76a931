#include "traces/gtkw.h"

#include <fmt/format.h>

#include <algorithm>

#include "traces/gtkw_inside.h"

namespace torusim {
namespace {

constexpr int kOpenRouters = 2;  // the groups of further routers start closed

std::string states_filter() {
  const auto line = [](VcState state, const char* color) {
    return fmt::format("{} ?{}?{}\n", static_cast<int>(state), color, to_text(state));
  };
  return fmt::format("{} ?black? \n", static_cast<int>(VcState::kIdle)) +
         line(VcState::kStream, "dark green") + line(VcState::kWait, "dark goldenrod") +
         line(VcState::kPreempted, "red");
}

/// Phases past the 26th have no marker; the signal `phase` shows them.
std::string head(const std::string& waves, const std::string& save, const TraceContents& contents) {
  const auto stamp = [&](Cycle cycle) { return contents.timescale.stamp(cycle); };
  gtkw::Head head{waves, save, stamp(contents.first), stamp(contents.end)};
  for (const PhaseMark& mark : contents.phase_starts) head.marks.emplace_back(stamp(mark.cycle), mark.name);
  return head.text();
}

void channel_rows(gtkw::Rows& rows, const Hardware& hardware, const TracedChannel& channel) {
  const std::string port = port_scope(hardware, channel.port);
  const std::string scope = fmt::format("top.{}.{}", router_scope(hardware, channel.node), port);
  for (int v = 0; v < hardware.vcs(); ++v) {
    if ((channel.used_vcs >> v & 1) == 0) continue;
    rows.label(fmt::format("{} vc{}", port, v), fmt::format("{}.vc{}.label", scope, v));
    rows.state(fmt::format("{} vc{} state", port, v), fmt::format("{}.vc{}.state", scope, v));
  }
  const std::string fields = port + " flit";
  rows.begin(fields, true);
  for (const char* bit : {"valid", "head", "tail"}) {
    rows.signal(gtkw::kBit, fmt::format("{} {}", port, bit), fmt::format("{}.{}", scope, bit));
  }
  for (const char* vector : {"vc[5:0]", "worm[31:0]", "seg_port[4:0]", "seg_hops[10:0]"}) {
    rows.signal(gtkw::kDecimal, fmt::format("{} {}", port, vector), fmt::format("{}.{}", scope, vector));
  }
  rows.end(fields, true);
}

}  // namespace

gtkw::Counts write_gtkw(const GtkwPlace& place, const TraceContents& contents) {
  const std::filesystem::path final_directory = std::filesystem::absolute(place.final_directory);
  const std::string stem = std::filesystem::path(place.waves).stem().string();
  const std::string save = stem + ".gtkw", states = stem + ".states.txt";

  std::string text =
      head((final_directory / place.waves).string(), (final_directory / save).string(), contents);
  gtkw::Rows rows(text, (final_directory / states).string());
  rows.signal(gtkw::kHex, "phase", "top.phase");
  rows.signal(gtkw::kDecimal, "flits in flight", "top.flits_in_flight[31:0]");
  rows.signal(gtkw::kDecimal, "delivered", "top.delivered[31:0]");

  for (const std::vector<MergedSignal>& router : contents.inside) {  // --trace-rtl asks for them
    if (!router.empty()) gtkw::inside_rows(rows, router);
  }
  const Hardware& hardware = contents.hardware;
  const auto& channels = contents.channels;
  // Red bars come first: if there are any, only their routers are open.
  const bool any_preempted = std::ranges::any_of(channels, &TracedChannel::preempted);
  int routers = 0;
  for (auto from = channels.begin(); from != channels.end();) {
    const auto to =
        std::find_if(from, channels.end(), [&](const TracedChannel& c) { return c.node != from->node; });
    const bool used = std::any_of(from, to, [](const TracedChannel& c) { return c.used_vcs != 0; });
    const std::string name = router_scope(hardware, from->node);
    const bool shown =
        !any_preempted || std::any_of(from, to, [](const TracedChannel& c) { return c.preempted; });
    const bool closed = used && (!shown || ++routers > kOpenRouters);
    if (used) rows.begin(name, closed);
    for (; from != to; ++from) {
      if (from->used_vcs != 0) channel_rows(rows, hardware, *from);
    }
    if (used) rows.end(name, closed);
  }
  write_file(place.directory / save, text);
  write_file(place.directory / states, states_filter());
  return rows.counts();
}

}  // namespace torusim
