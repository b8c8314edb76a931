#pragma once
/// The packets of a measurement of traffic: latencies and their parts by kind, class and length; flits by
/// node and by time. The sums equal those of TrafficResult. docs/columns.md explains the files.

#include <array>
#include <filesystem>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "models/contract/observer.h"
#include "models/run/traffic_options.h"
#include "models/sources/latency_statistics.h"

namespace torusim {

enum class PacketKind { kPacket, kRequest, kReply, kRoundTrip };
const char* to_text(PacketKind kind);

/// The parts of a latency: the wait for an injection channel; the startup time; the zero load of the route;
/// the rest, in which other packets block this one; and the service of a request.
enum class LatencyPart { kQueue, kStartup, kHops, kBlocked, kService };
inline constexpr std::array kLatencyParts = {"source_queue", "startup", "hops", "blocked", "service"};
using LatencyParts = std::array<std::int64_t, kLatencyParts.size()>;

/// The measured packets of a kind, class and length. A reply begins with the arrival of its request, and a
/// round trip has class and length of its request.
struct PacketGroup {
  LatencyStatistics latency;
  LatencyParts parts{};  ///< sums over the packets
  void add(const PacketGroup& other);
  /// The parts of a mean packet. REQUIRES: a packet.
  std::array<double, kLatencyParts.size()> means() const;
};

/// Flits of the packets that a node sends, or that all nodes send in some cycles of the window.
struct WindowSums {
  std::int64_t offered = 0, accepted = 0;  ///< created, and delivered in the window
  std::int64_t received = 0;               ///< of a node: delivered to it in the window
  std::int64_t packets = 0,
               latency = 0;  ///< of cycles: measured packets created in them; closed loop: round trips
};

class PacketTables : public Observer {
 public:
  using Groups = std::map<std::tuple<PacketKind, int, std::uint32_t>, PacketGroup>;

  explicit PacketTables(const TrafficOptions& options);

  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm& worm) override;
  void delivered(Cycle cycle, const Worm& worm) override;
  /// A packet of the window whose send never began.
  void queued(NodeId node, Cycle made, int flits) { offer(node, made, flits); }

  const Groups& groups() const { return groups_; }
  /// All packets of an open loop, or all round trips.
  PacketGroup whole() const;
  const std::vector<WindowSums>& nodes() const { return nodes_; }
  /// Cycles of a bin, and the bins of the window from `begin` on.
  Cycle bin_width() const { return bin_width_; }
  const std::vector<WindowSums>& bins() const { return bins_; }
  Cycle begin() const { return packets_.warm_up; }
  Cycle end() const { return packets_.warm_up + packets_.window; }

  /// Writes latency.csv, latency_histogram.csv, series.csv and window_nodes.csv. Throws InputError.
  void write(const std::filesystem::path& directory) const;

 private:
  static constexpr Cycle kMostBins = 100;
  /// A request whose reply has not arrived.
  struct Request {
    Cycle arrived = 0;
    std::uint32_t flits = 0;
    int message_class = 0;
    LatencyParts parts{};
  };

  bool in_window(Cycle cycle) const { return cycle >= begin() && cycle < end(); }
  WindowSums& bin(Cycle cycle) { return bins_[static_cast<std::size_t>((cycle - begin()) / bin_width_)]; }
  void offer(NodeId node, Cycle cycle, std::int64_t flits);
  void measure(PacketKind kind, int message_class, std::uint32_t flits, Cycle made, Cycle latency,
               const LatencyParts& parts);

  const Hardware hardware_;
  const OpenLoopOptions packets_;
  const Cycle bin_width_;
  Groups groups_;
  std::vector<WindowSums> nodes_, bins_;
  std::unordered_map<std::uint32_t, Request> requests_;  // by number
};

}  // namespace torusim
