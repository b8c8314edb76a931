#include "schedules/core/matching.h"

#include <deque>

namespace torusim {
namespace {

constexpr int kUnmatched = -1;

/// Grows one alternating tree and, where it meets a free node, turns the path to it.
class Augmentation {
 public:
  Augmentation(const std::vector<std::vector<int>>& neighbours, std::vector<int>& partner)
      : neighbours_(neighbours),
        partner_(partner),
        parent_(partner.size(), kUnmatched),
        base_(partner.size()),
        outer_(partner.size()) {
    for (std::size_t v = 0; v < base_.size(); ++v) base_[v] = static_cast<int>(v);
  }

  void from(int root) {
    reach(root);
    while (!queue_.empty()) {
      const int v = queue_.front();
      queue_.pop_front();
      for (const int w : neighbours_[v]) {
        if (base_[v] == base_[w] || partner_[v] == w) continue;
        if (w == root || (partner_[w] != kUnmatched && parent_[partner_[w]] != kUnmatched)) {
          shrink(v, w);
        } else if (parent_[w] == kUnmatched) {
          parent_[w] = v;
          if (partner_[w] == kUnmatched) return turn(w);
          reach(partner_[w]);
        }
      }
    }
  }

 private:
  void reach(int v) {
    if (outer_[v]) return;
    outer_[v] = true;
    queue_.push_back(v);
  }

  /// Both v and w are an even way from the root: the odd cycle through them becomes one node.
  void shrink(int v, int w) {
    const int top = common_base(v, w);
    std::vector<bool> inside(base_.size());
    mark(v, top, w, inside);
    mark(w, top, v, inside);
    for (std::size_t u = 0; u < base_.size(); ++u) {
      if (!inside[base_[u]]) continue;
      base_[u] = top;
      reach(static_cast<int>(u));
    }
  }
  int common_base(int v, int w) const {
    std::vector<bool> above(base_.size());
    for (v = base_[v];; v = base_[parent_[partner_[v]]]) {
      above[v] = true;
      if (partner_[v] == kUnmatched) break;
    }
    for (w = base_[w]; !above[w];) w = base_[parent_[partner_[w]]];
    return w;
  }
  void mark(int v, int top, int child, std::vector<bool>& inside) {
    while (base_[v] != top) {
      inside[base_[v]] = inside[base_[partner_[v]]] = true;
      parent_[v] = child;
      child = partner_[v];
      v = parent_[partner_[v]];
    }
  }
  void turn(int v) {
    while (v != kUnmatched) {
      const int before = parent_[v], next = partner_[before];
      partner_[v] = before;
      partner_[before] = v;
      v = next;
    }
  }

  const std::vector<std::vector<int>>& neighbours_;
  std::vector<int>& partner_;
  std::vector<int> parent_, base_;
  std::vector<bool> outer_;
  std::deque<int> queue_;
};

}  // namespace

std::vector<int> maximum_matching(const std::vector<std::vector<int>>& neighbours) {
  std::vector<int> partner(neighbours.size(), kUnmatched);
  for (std::size_t root = 0; root < neighbours.size(); ++root) {
    if (partner[root] == kUnmatched) Augmentation(neighbours, partner).from(static_cast<int>(root));
  }
  return partner;
}

}  // namespace torusim
