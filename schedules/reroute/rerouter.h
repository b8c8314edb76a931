#pragma once
/// Other routes for messages whose channels have failed, in classes without circles of waiting messages.
/// docs/networks.md explains the methods.
///
/// A moved message stays in its class if the channel dependencies of all messages of the class stay free of
/// cycles. Else it takes the first further class in which they do (LASH, see route_layers.h; dateline lanes
/// count as in the routers). So a run has a circle of waits only if messages that kept their routes form one.

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "schedules/core/acyclic_graph.h"
#include "schedules/core/rerouting.h"
#include "schedules/core/route.h"

namespace torusim {

// Shortest paths over live channels.

class LivePaths {
 public:
  explicit LivePaths(const Topology& topology);

  /// Sets the destination of the following calls. Repeated calls with one destination cost nothing.
  void aim(NodeId destination);
  /// Hops from a node to the destination; kUnreached without a path.
  static constexpr int kUnreached = -1;
  int distance(NodeId from) const { return left_[static_cast<std::size_t>(from)]; }

  /// The cheapest of the shortest paths from a node, which must have a path. A channel costs cost[node *
  /// ports + port], a turn costs `turn`. Among equally cheap paths the ports with the lowest numbers win,
  /// from the source on. path() then has the channels.
  Route cheapest(NodeId from, const std::vector<double>& cost, double turn);
  /// Numbers of the channels of the last path.
  const std::vector<int>& path() const { return path_; }

 private:
  struct Step {
    double cost = 0;       // from this node to the destination
    std::int8_t port = 0;  // the next port
  };
  std::size_t channel(NodeId node, int port) const { return static_cast<std::size_t>(node) * ports_ + port; }

  const Topology topology_;
  const int ports_;
  std::vector<NodeId> far_;                // [channel]: its end node, -1 if it has failed
  std::vector<std::vector<NodeId>> into_;  // [node]: nodes with a live channel to it
  NodeId destination_ = -1;
  std::vector<std::int32_t> left_;  // [node]
  std::vector<NodeId> open_;
  std::vector<Step> steps_;     // [node * (ports + 1) + port by which it was reached, last: none]
  std::vector<NodeId> inside_;  // nodes on shortest paths, the farthest first
  std::vector<int> seen_;       // [node]
  int search_ = 0;
  std::vector<int> path_;
};

/// The most failures that summaries list by name.
inline constexpr std::size_t kMostNamedFailures = 8;

/// True if all channels of the route live.
bool lives(const Topology& topology, NodeId from, const Route& route);

class Rerouter {
 public:
  struct Place {
    Route route;
    int message_class = 0;
  };
  /// Limits of the number of moved routes, for memory and time.
  static constexpr std::size_t kMostMoved = std::size_t{1} << 20;
  static constexpr std::size_t kMostSpread = std::size_t{1} << 18;

  /// `topology` has the failures; `lanes` is the lanes of each class, 1 or 2.
  Rerouter(const Topology& topology, Reroute how, int lanes);

  /// Adds a message; all messages must be added before settle(). The route must exist in the intact network.
  /// Throws InputError for a message without a live path, and beyond the limits above.
  void add(NodeId source, NodeId destination, const Route& route, int message_class, std::int64_t blocks);
  /// Urgency of the further classes. kMovedFirst: an exchange ends sooner, as moved messages are few and have
  /// the longest ways; all other classes move down. kMovedLast: open-loop traffic beyond saturation keeps a
  /// higher throughput.
  enum class Order { kMovedFirst, kMovedLast };
  void settle(Order order = Order::kMovedFirst);

  /// The new route and class of a message; null: unchanged.
  const Place* find(NodeId source, NodeId destination, const Route& route, int message_class) const;
  /// The number that is added to the class of a message for which find() is null.
  int shift() const { return shift_; }
  /// Classes of all messages, before and after.
  int classes_before() const { return own_classes_; }
  int classes() const { return classes_; }

 private:
  struct Flow {
    NodeId source = 0, destination = 0;
    int message_class = 0;
    Route route;
    bool operator==(const Flow&) const = default;
  };
  struct FlowHash {
    std::size_t operator()(const Flow& flow) const;
  };
  struct Moved {
    Place place;
    std::int64_t blocks = 0;
    bool lives = false;         // the original route lives
    std::vector<int> channels;  // channels of `place.route`, while loads are spread
  };
  struct Layer {
    AcyclicGraph graph;
    bool cyclic = false;  // cyclic by messages that keep their routes
  };
  using Entry = std::pair<const Flow*, Moved*>;

  Layer& layer(int message_class);
  /// Vertices of the dependency graph along a route that lives.
  const std::vector<int>& held(NodeId source, const Route& route);
  void keep(NodeId source, const Route& route, int message_class);
  void place_in_class(const Flow& flow, Moved& moved);
  std::vector<Entry> by_destination();
  [[noreturn]] void refuse_unreachable(const Flow& flow) const;

  void move_first();
  void settle_layered();
  void settle_spread();
  void spread_once(const std::vector<Entry>& entries, bool& changed);
  void return_home(const std::vector<Entry>& entries);
  void load(const Moved& moved, int sign);
  void set_cost(int channel);
  std::vector<int> channels_of(NodeId source, const Route& route) const;

  const Topology topology_;
  const Reroute how_;
  const int lanes_;
  LivePaths paths_;
  std::unordered_map<Flow, Moved, FlowHash> flows_;
  std::vector<Entry> order_;                    // in the order of add()
  std::vector<std::unique_ptr<Layer>> layers_;  // [class], null: no message yet
  int own_classes_ = 1, classes_ = 1, shift_ = 0;
  std::vector<int> held_;
  std::vector<double> loads_, cost_;  // [channel]
  double scale_ = 1;                  // the load that costs 1
  double turn_ = 0;
};

}  // namespace torusim
