#include "schedules/algorithms/regular_automorphisms.h"

#include <algorithm>

namespace torusim {
namespace {

using Map = std::vector<int>;

constexpr int kMostTries = 200'000;
constexpr std::size_t kMostMaps = 64;  // that take 0 to one node

/// All automorphisms that take 0 to a node, image by image in an order in which each node has an earlier
/// neighbour.
class Automorphisms {
 public:
  Automorphisms(const FactorGraph& graph, int& tries)
      : graph_(graph), tries_(tries), order_{0}, before_{0}, image_(graph.nodes()), taken_(graph.nodes()) {
    std::vector<bool> seen(graph.nodes());
    seen[0] = true;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      for (int v = 0; v < graph.nodes(); ++v) {
        if (seen[v] || graph.distance(order_[i], v) != 1) continue;
        seen[v] = true;
        order_.push_back(v);
        before_.push_back(order_[i]);
      }
    }
  }

  std::vector<Map> to(int node) {
    found_.clear();
    place(0, node);
    return std::move(found_);
  }

 private:
  bool fits(std::size_t i, int image) const {
    if (taken_[image]) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (graph_.distance(order_[i], order_[j]) != graph_.distance(image, image_[order_[j]])) return false;
    }
    return true;
  }

  void place(std::size_t i, int image) {
    if (found_.size() >= kMostMaps || !fits(i, image) || ++tries_ > kMostTries) return;
    image_[order_[i]] = image;
    if (i + 1 == order_.size()) {
      found_.push_back(image_);
      return;
    }
    taken_[image] = true;
    const int beside = image_[before_[i + 1]];
    for (int port = 0; port < graph_.ports(); ++port) {
      if (graph_.has_channel(beside, port)) place(i + 1, graph_.neighbor(beside, port));
    }
    taken_[image] = false;
  }

  const FactorGraph& graph_;
  int& tries_;
  std::vector<int> order_, before_;  // by rank, and an earlier neighbour of it
  Map image_;
  std::vector<bool> taken_;
  std::vector<Map> found_;
};

/// A group that grows by one automorphism after the other; [v] is the one that takes 0 to v, or empty.
class Group {
 public:
  explicit Group(int nodes) : maps_(nodes) {
    Map identity(nodes);
    for (int v = 0; v < nodes; ++v) identity[v] = v;
    maps_[0] = std::move(identity);
  }

  /// False if it would not be regular any more: two of its maps would take 0 to one node.
  bool generate(const Map& map) {
    generators_.push_back(map);
    if (!put(map)) return false;
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t v = 0; v < maps_.size(); ++v) {
        for (const Map& generator : generators_) {
          if (maps_[v].empty()) break;
          const Map product = after(generator, maps_[v]);
          grown |= maps_[product[0]].empty();
          if (!put(product)) return false;
        }
      }
    }
    return true;
  }
  /// A node to which none takes 0; the number of nodes if there is none.
  int missing() const {
    return static_cast<int>(std::ranges::find_if(maps_, [](const Map& map) { return map.empty(); }) -
                            maps_.begin());
  }
  const std::vector<Map>& maps() const { return maps_; }

 private:
  static Map after(const Map& second, const Map& first) {
    Map result(first.size());
    for (std::size_t v = 0; v < first.size(); ++v) result[v] = second[first[v]];
    return result;
  }
  bool put(const Map& map) {
    Map& there = maps_[map[0]];
    if (there.empty()) there = map;
    return there == map;
  }

  std::vector<Map> maps_, generators_;
};

class Search {
 public:
  explicit Search(const FactorGraph& graph) : graph_(graph), automorphisms_(graph, tries_) {}

  std::optional<std::vector<Map>> complete(const Group& group) {
    const int missing = group.missing();
    if (missing == graph_.nodes()) return group.maps();
    for (const Map& map : automorphisms_.to(missing)) {
      Group larger = group;
      if (++tries_ > kMostTries || !larger.generate(map)) continue;
      if (auto found = complete(larger)) return found;
    }
    return std::nullopt;
  }

 private:
  const FactorGraph& graph_;
  int tries_ = 0;
  Automorphisms automorphisms_;
};

}  // namespace

std::optional<std::vector<std::vector<int>>> regular_automorphisms(const FactorGraph& graph) {
  return Search(graph).complete(Group(graph.nodes()));
}

}  // namespace torusim
