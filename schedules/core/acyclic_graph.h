#pragma once
/// A directed graph that never has a cycle: the graph refuses an edge that would close one. It keeps its
/// vertices in a topological order, so most new edges cost nothing (Pearce, Kelly: A Dynamic Topological Sort
/// Algorithm for Directed Acyclic Graphs).

#include <span>
#include <vector>

namespace torusim {

class AcyclicGraph {
 public:
  /// Vertices are 0 .. vertices - 1.
  explicit AcyclicGraph(std::size_t vertices);

  /// Adds the edges between neighbours of the path. False if an edge would close a cycle; the graph is then
  /// unchanged.
  bool add(std::span<const int> path);

 private:
  bool add(int from, int to);
  /// Collects all vertices before `last` in the order that lead from `from`; false if `from` leads to `last`.
  bool reach(int from, int last);
  /// Collects all vertices behind `first` that lead to `to`.
  void reach_back(int to, int first);
  void reorder();

  std::vector<std::vector<int>> next_, before_;  // [vertex]
  std::vector<int> order_;                       // [vertex]: its place in the order
  std::vector<int> mark_;                        // [vertex]: the last search that met it
  int search_ = 0;
  std::vector<int> added_;           // vertices with a new edge of the current path
  std::vector<int> ahead_, behind_;  // vertices that the searches have found
  std::vector<int> places_;
};

}  // namespace torusim
