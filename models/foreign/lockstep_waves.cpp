#include "models/foreign/lockstep_waves.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "models/foreign/gtkw_rows.h"
#include "models/foreign/vcd_identifier.h"
#include "schedules/core/error.h"

namespace torusim::rtl {
namespace {

constexpr int kDataBits = 64 * static_cast<int>(std::tuple_size_v<Data>);
constexpr std::int64_t kUnits = 1000;  // of time, a cycle: 1 ns

struct Pin {
  const char* name;
  int bits;
};
/// The pins of a port, in the order in which pins() writes them: those of flits, then those backwards.
constexpr Pin kPins[] = {{"valid", 1},     {"head", 1},   {"tail", 1},         {"vc", 8},
                         {"message", 32},  {"index", 32}, {"data", kDataBits}, {"credit", 1},
                         {"credit_vc", 8}, {"ack", 1},    {"ack_vc", 8},       {"gate_limit", 32}};
/// The state of a virtual channel in words: of its output, then of its input.
constexpr Pin kVcSignals[] = {{"owner", 0}, {"credits", 16}, {"front", 0}, {"fate", 0}};
constexpr std::size_t kPinCount = std::size(kPins), kForwardPins = 7;
enum Side { kInputs, kRouter, kReference };
constexpr const char* kSides[] = {"inputs", "router", "reference"};

/// Creates a file of that name or a similar free name; it never opens an existing file.
std::string new_file(const std::filesystem::path& path) {
  std::string name = path.string();
  for (int number = 2; number < 1000; ++number) {
    const int descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      close(descriptor);
      return name;
    }
    if (errno != EEXIST) break;
    name =
        (path.parent_path() / path.stem()).string() + fmt::format("-{}{}", number, path.extension().string());
  }
  throw InputError(fmt::format("{}: cannot create: {}", path.string(), std::strerror(errno)));
}

std::size_t pin_of(Side side, int ports, int port, std::size_t pin) {
  return 1 + (static_cast<std::size_t>(side) * ports + port) * kPinCount + pin;
}

}  // namespace

LockstepWaves::LockstepWaves(const std::string& path, const Hardware& hardware, NodeId node)
    : hardware_(hardware),
      scope_("r_" + hardware.topology.node_suffix(node)),
      path_(new_file(path)),
      file_(path_) {
  if (!file_) throw InputError(fmt::format("{}: cannot be written", path_));
  file_ << "$comment one cycle is 1 ns $end\n$timescale 1 ps $end\n$scope module " << scope_ << " $end\n";
  declare_all();
  file_ << "$upscope $end\n$enddefinitions $end\n";
}

/// `name` is that below the router's scope; the scope in which the name stands is open.
void LockstepWaves::declare(const std::string& name, int bits) {
  const std::string range = bits > 1 ? fmt::format("[{}:0]", bits - 1) : "";
  file_ << fmt::format("$var {} {} {} {} {} $end\n", bits == 0 ? "string" : "wire", std::max(bits, 1),
                       vcd_identifier(signals_.size()), name.substr(name.rfind('.') + 1), range);
  signals_.push_back({scope_ + "." + name + range, bits});
}

void LockstepWaves::declare_all() {
  const auto scope = [&](const std::string& name, const auto& fill) {
    file_ << "$scope module " << name << " $end\n";
    fill();
    file_ << "$upscope $end\n";
  };
  declare("clock", 1);
  for (const std::string side : kSides) {
    scope(side, [&] {
      for (int p = 0; p < hardware_.ports(); ++p) {
        scope(fmt::format("port_{}", p), [&] {
          for (const Pin& pin : kPins) declare(fmt::format("{}.port_{}.{}", side, p, pin.name), pin.bits);
        });
      }
    });
  }
  scope("state", [&] {
    for (int p = 0; p < hardware_.ports(); ++p) {
      declare(fmt::format("state.port_{}_takes", p), 0);
      for (int v = 0; v < hardware_.vcs(); ++v) {
        for (const Pin& pin : kVcSignals)
          declare(fmt::format("state.port_{}_vc{}_{}", p, v, pin.name), pin.bits);
      }
    }
  });
}

/// The clock rises as a cycle begins and falls in its middle. It stands while no router was clocked.
void LockstepWaves::begin(Cycle cycle) {
  if (cycle == now_) return;
  next_ = 0;
  if (now_ >= 0) {
    file_ << '#' << now_ * kUnits + kUnits / 2 << '\n';
    value(1, {0});
  }
  now_ = cycle;
  next_ = 0;
  file_ << '#' << now_ * kUnits << '\n';
  value(1, {1});
}

void LockstepWaves::inputs(Cycle cycle, const RouterWires* wires, const ReferenceRouter& reference) {
  begin(cycle);
  next_ = pin_of(kInputs, hardware_.ports(), 0, 0);
  pins(wires);
  next_ = pin_of(kReference, hardware_.ports(), hardware_.ports(), 0);
  for (int p = 0; p < hardware_.ports(); ++p) {
    value(choice(reference, p));
    for (int v = 0; v < hardware_.vcs(); ++v) {
      value(owner(reference, p, v));
      value(16, {static_cast<std::uint64_t>(reference.room(reference.outputs_[p], v))});
      value(front(reference, p, v));
      value(fate(reference, p, v));
    }
  }
}

void LockstepWaves::outputs(Cycle cycle, const RouterWires& router, const RouterWires& reference) {
  begin(cycle);
  next_ = pin_of(kRouter, hardware_.ports(), 0, 0);
  pins(&router);
  pins(&reference);
}

void LockstepWaves::pins(const RouterWires* wires) {
  for (int p = 0; p < hardware_.ports(); ++p) {
    if (wires == nullptr) {
      for (const Pin& pin : kPins) value(std::string(pin.bits, 'x'));
      continue;
    }
    const Forward flit = wires->flit(p);
    const Backward back = wires->back(p);
    const std::uint64_t fields[] = {flit.valid,
                                    flit.head,
                                    flit.tail,
                                    flit.vc,
                                    message_number(flit.data),
                                    flit.head ? 0 : length_or_index(flit.data)};
    for (std::size_t i = 0; i < std::size(fields); ++i) value(kPins[i].bits, {fields[i]});
    value(kDataBits, flit.data);
    value(1, {back.credit});
    value(8, {back.credit_vc});
    value(1, {back.ack});
    value(8, {back.ack_vc});
    value(32, {wires->gates.empty() ? 0 : wires->gates[p].limit});
  }
}

void LockstepWaves::value(int bits, const Data& data) {
  std::string text;
  for (int bit = bits; bit-- > 0;) text += ((data[bit / 64] >> (bit % 64)) & 1) != 0 ? '1' : '0';
  value(std::move(text));
}

void LockstepWaves::value(std::string text) {
  Signal& signal = signals_[next_];
  if (signal.bits == 0 && text.empty()) text = " ";  // GTKWave reads no empty texts
  if (text != signal.last) {
    signal.used |= text.find_first_not_of("0x ") != std::string::npos;
    file_ << (signal.bits == 0 ? "s" : signal.bits > 1 ? "b" : "");
    for (const char c : text) {
      if (c == ' ') {
        file_ << "\\040";  // GTKWave reads escapes of C
      } else {
        file_ << c;
      }
    }
    file_ << (signal.bits == 1 ? "" : " ") << vcd_identifier(next_) << '\n';
    signal.last = std::move(text);
  }
  ++next_;
}

std::string LockstepWaves::port_name(int port) const {
  if (port < hardware_.network_ports()) return hardware_.topology.port_name(port);
  return port < hardware_.ports() ? fmt::format("local {}", port - hardware_.network_ports()) : "no port";
}

std::string LockstepWaves::vc_name(int port, int vc) const {
  return fmt::format("{} vc{}", port_name(port), vc);
}

/// The input VC whose worm owns an output VC.
std::string LockstepWaves::owner(const ReferenceRouter& reference, int out, int vc) const {
  for (int in = 0; in < hardware_.ports(); ++in) {
    for (int v = 0; v < hardware_.vcs(); ++v) {
      const auto& buffer = reference.inputs_[in].vcs[v];
      if (buffer.started && buffer.out == out && buffer.out_vc == vc) return vc_name(in, v);
    }
  }
  return "";
}

/// The input VC whose flit leaves at the end of the cycle.
std::string LockstepWaves::choice(const ReferenceRouter& reference, int out) const {
  const int in = reference.winner_[out];
  return in == ReferenceRouter::kNone ? "" : vc_name(in, reference.chosen_[in]);
}

/// The flit in front: "#12 head".
std::string LockstepWaves::front(const ReferenceRouter& reference, int in, int vc) const {
  const auto& flits = reference.inputs_[in].vcs[vc].flits;
  if (flits.empty()) return "";
  const Forward& flit = flits.front();
  return fmt::format("#{}{}{}", message_number(flit.data), flit.head ? " head" : "",
                     flit.tail ? " tail" : "");
}

/// The output VC of the flit in front, and whether it goes or why not: "+x vc0: no credit".
std::string LockstepWaves::fate(const ReferenceRouter& reference, int in, int vc) const {
  const auto& buffer = reference.inputs_[in].vcs[vc];
  if (buffer.flits.empty()) return "";
  const auto why = [&]() -> std::string {
    if (buffer.out >= hardware_.ports()) return "illegal";
    const auto& output = reference.outputs_[buffer.out];
    if (reference.room(output, buffer.out_vc) == 0) return "no credit";
    if (!buffer.started && output.owned[buffer.out_vc]) return "owned";
    const bool whole = hardware_.switching == Switching::kStoreAndForward;
    if (!reference.ready(in, buffer)) return whole ? "worm not whole" : "gate or no room";
    if (reference.chosen_[in] != vc) return fmt::format("after vc{}", reference.chosen_[in]);
    const int winner = reference.winner_[buffer.out];
    return winner == in ? "goes" : "after " + port_name(winner);
  };
  return vc_name(buffer.out, buffer.out_vc) + ": " + why();
}

std::string LockstepWaves::finish(const LockstepDifference& difference) {
  const Cycle last = now_;
  const int ports = hardware_.ports();
  const std::size_t of_state = pin_of(kReference, ports, ports, 0);
  begin(last + 1);  // a cycle of which nothing is known: GTKWave does not show the end of a file first
  next_ = pin_of(kInputs, ports, 0, 0);
  for (int side = 0; side < 3; ++side) pins(nullptr);
  while (next_ < signals_.size()) value(std::string(signals_[next_].bits, 'x'));
  file_ << '#' << (last + 2) * kUnits << '\n';
  file_.close();
  if (!file_) throw InputError(fmt::format("{}: cannot be written", path_));

  constexpr Cycle kShown = 12;  // more cycles have no room for words
  const std::string save = new_file(std::filesystem::path(path_).replace_extension(".gtkw"));
  gtkw::Head head{std::filesystem::absolute(path_).string(), std::filesystem::absolute(save).string(),
                  std::max<Cycle>(last + 1 - kShown, 0) * kUnits, (last + 1) * kUnits, last * kUnits};
  head.marks = {{last * kUnits, "difference"}};
  head.scope = scope_;
  std::string text = head.text();
  gtkw::Rows rows(text, "");
  const auto row = [&](std::size_t number, const std::string& alias, int color = 0) {
    const int bits = signals_[number].bits;
    const char* const flags = bits == 1                        ? gtkw::kBit
                              : bits == 0 || bits == kDataBits ? gtkw::kHex
                                                               : gtkw::kDecimal;
    rows.signal(flags, alias, signals_[number].name, bits == 0 ? gtkw::kLabelColor : color);
  };
  const auto group = [&](const std::string& title, bool closed, const auto& fill) {
    rows.begin(title, closed);
    fill();
    rows.end(title, closed);
  };
  row(0, "clock");
  group((difference.forward ? "difference: output " : "difference: input ") + port_name(difference.port),
        false, [&] {
          const std::size_t from = difference.forward ? 0 : kForwardPins,
                            to = difference.forward ? kForwardPins : kPinCount - 1;
          for (std::size_t pin = from; pin < to; ++pin) {
            row(pin_of(kRouter, ports, difference.port, pin), fmt::format("router {}", kPins[pin].name),
                gtkw::kWrongColor);
            row(pin_of(kReference, ports, difference.port, pin),
                fmt::format("reference {}", kPins[pin].name));
          }
        });
  // The state of a port: what its output takes, then kVcSignals for each VC, those of the output first.
  for (const bool output : {true, false}) {
    group(output ? "reference: outputs" : "reference: inputs", false, [&] {
      for (int p = 0; p < ports; ++p) {
        const std::size_t port =
            of_state + p * (1 + std::size(kVcSignals) * static_cast<std::size_t>(hardware_.vcs()));
        if (output && signals_[port].used) row(port, port_name(p) + " takes");
        for (int v = 0; v < hardware_.vcs(); ++v) {
          const std::size_t vc = port + 1 + v * std::size(kVcSignals) + (output ? 0 : 2);
          if (!signals_[vc].used) continue;
          for (const std::size_t one : {vc, vc + 1})
            row(one, fmt::format("{} {}", vc_name(p, v), kVcSignals[(one - port - 1) % 4].name));
        }
      }
    });
  }
  for (const Side side : {kInputs, kRouter, kReference}) {
    group(std::string("pins: ") + kSides[side], true, [&] {
      for (std::size_t pin = 0; pin < ports * kPinCount; ++pin) {
        const std::size_t number = pin_of(side, ports, 0, pin);
        const int port = static_cast<int>(pin / kPinCount);
        if (signals_[number].used)
          row(number, fmt::format("{} {}", port_name(port), kPins[pin % kPinCount].name));
      }
    });
  }
  std::ofstream(save, std::ios::binary) << text;
  return save;
}

}  // namespace torusim::rtl
