#include "schedules/convert/message_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "schedules/convert/components.h"
#include "schedules/core/error.h"

namespace torusim {

MessageGraph::Id MessageGraph::add_message(Transfer transfer, std::int64_t line, std::optional<int> step) {
  transfers_.push_back(std::move(transfer));
  operations_.push_back({line, static_cast<std::int32_t>(transfers_.size()) - 1, step.value_or(-1)});
  return static_cast<Id>(operations_.size()) - 1;
}

MessageGraph::Id MessageGraph::add_event(std::int64_t line) {
  operations_.push_back({line, -1, -1});
  return static_cast<Id>(operations_.size()) - 1;
}

void MessageGraph::wait(Id later, Id earlier, bool started) {
  if (later == earlier) return;
  waits_.push_back({later, earlier, started});
  ++at(later).waits;
}

void MessageGraph::follow(Id later, Id earlier) {
  wait(later, earlier, true);
  follows_ = true;
}

int MessageGraph::Ports::used(NodeId node, int phase) const {
  const auto found = taken.find({node, phase});
  return found == taken.end() ? 0 : found->second;
}

int MessageGraph::Ports::first(NodeId node, int from, int most) {
  int& open = first_free[node];
  const auto full = [&](int phase) {
    const auto found = taken.find({node, phase});
    return found != taken.end() && found->second >= most;
  };
  while (full(open)) ++open;
  int phase = std::max(from, open);
  while (full(phase)) ++phase;
  return phase;
}

int MessageGraph::free_phase(const Transfer& transfer, int from, int ports) {
  while (true) {
    const int sends = sends_.first(transfer.source, from, ports);
    const int both = receives_.first(transfer.destination, sends, ports);
    if (both == sends) return both;
    from = both;
  }
}

void MessageGraph::settle(Id id, int ports) {
  Operation& operation = at(id);
  operation.phase = operation.ready;
  if (operation.transfer < 0) return;
  const Transfer& transfer = transfers_[operation.transfer];
  if (operation.step < 0) {
    operation.phase = free_phase(transfer, operation.ready, ports);
  } else if (operation.step < operation.ready) {
    throw InputError(
        fmt::format("{}:{}: this message is of step {}, but its dependencies allow step {} at the earliest",
                    file_, operation.line, operation.step + 1, operation.ready + 1));
  } else {
    operation.phase = operation.step;
  }
  sends_.take(transfer.source, operation.phase);
  receives_.take(transfer.destination, operation.phase);
}

void MessageGraph::settle_together(const std::vector<Id>& members, int ports) {
  std::map<NodeId, int> sends, receives;
  int phase = at(members[0]).ready;
  for (const Id id : members) {
    if (at(id).transfer < 0) continue;
    ++sends[transfer(id).source];
    ++receives[transfer(id).destination];
  }
  const auto fit = [&](const Ports& taken, const std::map<NodeId, int>& more, int in) {
    return std::all_of(more.begin(), more.end(), [&](const auto& entry) {
      return taken.used(entry.first, in) + entry.second <= ports;
    });
  };
  const Ports nothing;
  if (!fit(nothing, sends, 0) || !fit(nothing, receives, 0)) {
    throw InputError(
        fmt::format("{}:{}: these messages exchange old values, so they must share a step, and nodes lack "
                    "the ports, {}; a complete graph has enough",
                    file_, operations_[members[0]].line, ports));
  }
  while (!fit(sends_, sends, phase) || !fit(receives_, receives, phase)) ++phase;
  for (const Id id : members) {
    at(id).phase = phase;
    if (at(id).transfer < 0) continue;
    sends_.take(transfer(id).source, phase);
    receives_.take(transfer(id).destination, phase);
  }
}

void MessageGraph::group() {
  std::vector<std::pair<Id, Id>> edges;
  for (const Wait& wait : waits_) edges.emplace_back(wait.earlier, wait.later);
  std::sort(edges.begin(), edges.end());
  group_of_ = strong_components(static_cast<Id>(operations_.size()), edges);
  for (Id id = 0; id < static_cast<Id>(operations_.size()); ++id) {
    if (group_of_[id] != id) together_[group_of_[id]].push_back(id);
  }
  for (auto& [first, members] : together_) {
    members.insert(members.begin(), first);
    for (const Id id : members) at(first).ready = std::max(at(first).ready, at(id).ready);
  }
  for (const Wait& wait : waits_) {
    // Inside a group no operation may wait for the end of a message.
    const bool inside = group_of_[wait.earlier] == group_of_[wait.later];
    if (inside && at(wait.earlier).transfer >= 0 && !wait.started) circle();
  }
  for (const Wait& wait : waits_) {
    --at(wait.later).waits;
    if (group_of_[wait.earlier] != group_of_[wait.later]) ++at(group_of_[wait.later]).waits;
  }
}

std::vector<Phase> MessageGraph::phases(int ports, const std::vector<std::string>& names) {
  std::sort(waits_.begin(), waits_.end(), [](const Wait& a, const Wait& b) { return a.earlier < b.earlier; });
  using Next = std::pair<int, Id>;  // earliest phase, then order in the file
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  if (follows_) group();
  for (Id id = 0; id < static_cast<Id>(operations_.size()); ++id) {
    if (group_of(id) == id && at(id).waits == 0) next.push({at(id).ready, id});
  }
  std::size_t settled = 0;
  std::map<int, std::vector<Id>> by_phase;
  const auto pass_on = [&](Id id) {
    const bool message = at(id).transfer >= 0;
    if (message) by_phase[at(id).phase].push_back(id);
    auto wait = std::lower_bound(waits_.begin(), waits_.end(), id,
                                 [](const Wait& w, Id earlier) { return w.earlier < earlier; });
    for (; wait != waits_.end() && wait->earlier == id; ++wait) {
      const Id group = group_of(wait->later);
      if (group == group_of(id)) continue;
      Operation& later = at(group);
      later.ready = std::max(later.ready, at(id).phase + (message && !wait->started ? 1 : 0));
      if (--later.waits == 0) next.push({later.ready, group});
    }
    ++settled;
  };
  while (!next.empty()) {
    const Id id = next.top().second;
    next.pop();
    const auto group = together_.find(id);
    if (group == together_.end()) {
      settle(id, ports);
      pass_on(id);
    } else {
      settle_together(group->second, ports);
      for (const Id member : group->second) pass_on(member);
    }
  }
  if (settled < operations_.size()) circle();
  // Steps without names are dense, so this is as many phases as there are messages at most.
  std::vector<Phase> phases(
      std::max<std::size_t>(names.size(), by_phase.empty() ? 0 : by_phase.rbegin()->first + 1));
  for (std::size_t i = 0; i < phases.size(); ++i) {
    phases[i].name = i < names.size() ? names[i] : fmt::format("step {}", i + 1);
  }
  for (auto& [index, ids] : by_phase) {
    std::sort(ids.begin(), ids.end());
    for (const Id id : ids) phases[index].transfers.push_back(std::move(transfer(id)));
  }
  return phases;
}

void MessageGraph::circle() const {
  const auto stuck = std::find_if(operations_.begin(), operations_.end(),
                                  [](const Operation& operation) { return operation.waits > 0; });
  throw InputError(fmt::format("{}:{}: this operation depends on itself through others: it can never start",
                               file_, stuck->line));
}

}  // namespace torusim
