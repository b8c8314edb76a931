#include "traces/gtkw_inside.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>

namespace torusim::gtkw {
namespace {

using Path = std::vector<std::string>;

constexpr std::array<std::string_view, 4> kRegisterEnds{"_q", "_r", "_reg", "_ff"};

Path split(const std::string& name) {
  Path parts;
  for (std::size_t from = 0; from <= name.size();) {
    const std::size_t to = std::min(name.find('.', from), name.size());
    parts.push_back(name.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

/// An instance with its instances and signals, in order of appearance.
struct Instance {
  std::string name;
  std::vector<Instance> inside;
  std::vector<const MergedSignal*> signals;

  void add(const Path& path, std::size_t depth, const MergedSignal& signal) {
    if (depth + 1 == path.size()) {
      signals.push_back(&signal);
      return;
    }
    auto at =
        std::find_if(inside.begin(), inside.end(), [&](const Instance& i) { return i.name == path[depth]; });
    if (at == inside.end()) at = inside.insert(inside.end(), {path[depth], {}, {}});
    at->add(path, depth + 1, signal);
  }
  void write(Rows& rows) const {
    for (const MergedSignal* signal : signals) {
      rows.signal(signal->bits == 1 ? kBit : kHex, signal->name.substr(signal->name.rfind('.') + 1),
                  signal->name);
    }
    for (const Instance& one : inside) {
      // A group that contains only one group is merged with it.
      const Instance* deepest = &one;
      std::string title = one.name;
      while (deepest->signals.empty() && deepest->inside.size() == 1) {
        deepest = &deepest->inside.front();
        title += "." + deepest->name;
      }
      rows.begin(title, true);
      deepest->write(rows);
      rows.end(title, true);
    }
  }
  bool empty() const { return inside.empty() && signals.empty(); }
};

std::string_view without_range(std::string_view name) { return name.substr(0, name.find('[')); }

/// `name` without the range of a vector and the indices of an array's element.
std::string_view without_indices(std::string_view name) {
  name = without_range(name);
  for (;;) {
    const std::size_t digits = name.find_last_not_of("0123456789");
    if (digits == std::string_view::npos || digits + 1 == name.size() || name[digits] != '_') return name;
    name = name.substr(0, digits);
  }
}

bool is_register(std::string_view name) {
  name = without_indices(name);
  return std::any_of(kRegisterEnds.begin(), kRegisterEnds.end(),
                     [&](std::string_view end) { return name.ends_with(end); });
}

bool is_parameter(const std::string& name, int bits) {
  return bits == 32 && std::isupper(static_cast<unsigned char>(name.front())) != 0;
}

/// Whether one of the instances around a signal is an arbiter.
bool is_of_arbiter(const Path& path) {
  return std::any_of(path.begin(), path.end() - 1, [](std::string part) {
    std::transform(part.begin(), part.end(), part.begin(), [](unsigned char c) { return std::tolower(c); });
    return part.find("arb") != std::string::npos;
  });
}

/// Number of leading instances that all paths share.
std::size_t common_instances(const std::vector<std::pair<Path, const MergedSignal*>>& signals) {
  if (signals.empty()) return 0;
  const Path& first = signals.front().first;
  std::size_t common = first.size() - 1;
  for (const auto& [path, signal] : signals) {
    const auto limit = std::min(common, path.size() - 1);
    common = std::mismatch(path.begin(), path.begin() + limit, first.begin()).first - path.begin();
  }
  return common;
}

/// A pin of all ports, as rtl/README.md names them: `in_vc_i` is the field `vc` of the channels `in`.
struct ChannelPin {
  std::string side, field;
};
std::optional<ChannelPin> channel_pin(std::string_view name) {
  name = without_range(name.substr(name.rfind('.') + 1));
  name = name.substr(0, name.size() - std::min<std::size_t>(name.size(), 2));  // _i or _o
  for (const std::string_view side : {"in_", "out_"}) {
    if (name.starts_with(side)) {
      return ChannelPin{std::string(side.substr(0, side.size() - 1)), std::string(name.substr(side.size()))};
    }
  }
  if (name.starts_with("gate_")) return ChannelPin{"out", std::string(name)};
  return std::nullopt;
}

/// The fields of one port of a channel pin.
void port_rows(Rows& rows, const MergedSignal& pin, const std::string& field, int port, int ports) {
  const int bits = pin.bits / ports, lowest = port * bits;
  const auto row = [&](const char* flags, const std::string& name, int from, int count) {
    rows.slice(flags, name, pin.name, pin.bits, lowest + from, count);
  };
  constexpr int kNumber = 32;  // bits of a message's number, then of a flit's index; a route follows
  if (field != "data" || bits <= 2 * kNumber) return row(bits == 1 ? kBit : kDecimal, field, 0, bits);
  row(kDecimal, "message", 0, kNumber);
  row(kDecimal, "index", kNumber, kNumber);
  row(kHex, "route", 2 * kNumber, bits - 2 * kNumber);
}

/// The pins of a router; in place of the vectors of all ports stand groups of the channels of each port.
void pin_rows(Rows& rows, const std::vector<const MergedSignal*>& pins) {
  const auto valid = std::ranges::find_if(
      pins, [](const MergedSignal* pin) { return without_range(pin->name).ends_with(".out_valid_o"); });
  const int ports = valid == pins.end() ? 0 : (*valid)->bits;
  bool done = ports == 0;
  for (const MergedSignal* pin : pins) {
    if (ports == 0 || !channel_pin(pin->name)) {
      rows.signal(pin->bits == 1 ? kBit : kHex, pin->name.substr(pin->name.rfind('.') + 1), pin->name);
      continue;
    }
    for (const std::string side : {"in", "out"}) {
      const bool any = std::ranges::any_of(pins, [&](const MergedSignal* one) {
        const auto channel = channel_pin(one->name);
        return channel && channel->side == side;
      });
      for (int port = 0; any && port < ports && !done; ++port) {
        const std::string title = fmt::format("{} {}", side, port);
        rows.begin(title, true);
        for (const MergedSignal* one : pins) {
          const auto channel = channel_pin(one->name);
          if (channel && channel->side == side) port_rows(rows, *one, channel->field, port, ports);
        }
        rows.end(title, true);
      }
    }
    done = true;
  }
}

}  // namespace

void inside_rows(Rows& rows, const std::vector<MergedSignal>& signals) {
  constexpr std::size_t kPinDepth = 3;  // scope.TOP.name
  Instance pins{"pins", {}, {}}, state{"state", {}, {}}, arbiters{"arbiters", {}, {}}, other{"other", {}, {}};
  std::set<std::string> of_pins;
  std::vector<std::pair<Path, const MergedSignal*>> rest;
  for (const MergedSignal& signal : signals) {
    Path path = split(signal.name);
    if (path.size() == kPinDepth) {
      pins.signals.push_back(&signal);
      of_pins.insert(signal.wire);
    } else if (!of_pins.contains(signal.wire) && !path[path.size() - 2].starts_with("unnamedblk") &&
               !is_parameter(path.back(), signal.bits)) {
      rest.emplace_back(std::move(path), &signal);
    }
  }
  const std::size_t skipped = common_instances(rest);
  std::set<std::string> shown;
  for (const auto& [path, signal] : rest) {
    if (is_of_arbiter(path)) {
      arbiters.add(path, skipped, *signal);
    } else if (is_register(path.back()) && shown.insert(signal->wire).second) {
      state.add(path, skipped, *signal);
    }
  }
  for (const auto& [path, signal] : rest) {
    if (!is_of_arbiter(path) && shown.insert(signal->wire).second) other.add(path, skipped, *signal);
  }

  const std::string scope = signals.front().name.substr(0, signals.front().name.find('.'));
  rows.begin(scope, false);
  for (const Instance* group : {&pins, &state, &arbiters, &other}) {
    if (group->empty()) continue;
    rows.begin(group->name, true);
    if (group == &pins) {
      pin_rows(rows, pins.signals);
    } else {
      group->write(rows);
    }
    rows.end(group->name, true);
  }
  rows.end(scope, false);
}

}  // namespace torusim::gtkw
