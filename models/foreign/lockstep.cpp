#include "models/foreign/lockstep.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include "models/contract/reference_router.h"
#include "models/foreign/vcd_identifier.h"
#include "schedules/core/error.h"

namespace torusim::rtl {
namespace {

constexpr int kDataBits = 64 * static_cast<int>(std::tuple_size_v<Data>);

struct Signal {
  const char* name;
  int bits;
};
/// The signals of a port, in the order in which wires() writes them.
constexpr Signal kSignals[] = {{"valid", 1},     {"head", 1},   {"tail", 1},         {"vc", 8},
                               {"message", 32},  {"index", 32}, {"data", kDataBits}, {"credit", 1},
                               {"credit_vc", 8}, {"ack", 1},    {"ack_vc", 8},       {"gate_limit", 32}};

/// Creates a file of that name or a similar free name; it never opens an existing file.
std::string new_file(const std::string& path) {
  const std::string end = ".vcd",
                    stem = path.ends_with(end) ? path.substr(0, path.size() - end.size()) : path;
  std::string name = path;
  for (int number = 2; number < 1000; ++number) {
    const int descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      close(descriptor);
      return name;
    }
    if (errno != EEXIST) break;
    name = fmt::format("{}-{}{}", stem, number, end);
  }
  throw InputError(fmt::format("{}: cannot create: {}", path, std::strerror(errno)));
}

}  // namespace

LockstepWaves::LockstepWaves(const std::string& path, const Hardware& hardware, NodeId node)
    : path_(new_file(path)), file_(path_) {
  if (!file_) throw InputError(fmt::format("{}: cannot be written", path_));
  file_ << "$timescale 1 ns $end\n$scope module r_" << hardware.topology.node_suffix(node) << " $end\n";
  for (const char* side : {"inputs", "router", "reference"}) declare(side, hardware.ports());
  file_ << "$upscope $end\n$enddefinitions $end\n";
  last_.resize(declared_);
}

void LockstepWaves::declare(const std::string& scope, int ports) {
  file_ << "$scope module " << scope << " $end\n";
  for (int p = 0; p < ports; ++p) {
    file_ << "$scope module port_" << p << " $end\n";
    for (const Signal& signal : kSignals) {
      file_ << "$var wire " << signal.bits << ' ' << vcd_identifier(declared_++) << ' ' << signal.name;
      if (signal.bits > 1) file_ << " [" << signal.bits - 1 << ":0]";
      file_ << " $end\n";
    }
    file_ << "$upscope $end\n";
  }
  file_ << "$upscope $end\n";
}

void LockstepWaves::write(Cycle cycle, const RouterWires& inputs, const RouterWires& router,
                          const RouterWires& reference) {
  file_ << '#' << cycle << '\n';
  next_ = 0;
  for (const RouterWires* side : {&inputs, &router, &reference}) wires(*side);
}

void LockstepWaves::wires(const RouterWires& wires) {
  for (int p = 0; p < static_cast<int>(wires.forward.size()); ++p) {
    const Forward flit = wires.flit(p);
    const Backward back = wires.back(p);
    const std::uint64_t values[] = {flit.valid,
                                    flit.head,
                                    flit.tail,
                                    flit.vc,
                                    message_number(flit.data),
                                    flit.head ? 0 : length_or_index(flit.data)};
    int signal = 0;
    for (const std::uint64_t v : values) value(kSignals[signal++].bits, {v});
    value(kDataBits, flit.data);
    value(1, {back.credit});
    value(8, {back.credit_vc});
    value(1, {back.ack});
    value(8, {back.ack_vc});
    value(32, {wires.gates.empty() ? 0 : wires.gates[p].limit});
  }
}

void LockstepWaves::value(int bits, const Data& data) {
  std::string text;
  for (int bit = bits; bit-- > 0;) text += ((data[bit / 64] >> (bit % 64)) & 1) != 0 ? '1' : '0';
  std::string& last = last_[next_];
  if (text != last) {
    last = text;
    file_ << (bits > 1 ? "b" + text + " " : text) << vcd_identifier(next_) << '\n';
  }
  ++next_;
}

namespace {

std::string port_name(const Hardware& hardware, int port) {
  if (port < hardware.network_ports())
    return fmt::format("port {} ({})", port, hardware.topology.port_name(port));
  return fmt::format("port {} (local {})", port, port - hardware.network_ports());
}

std::string hex(const Data& data) {
  std::string text;
  bool leading = true;
  for (std::size_t word = data.size(); word-- > 0;) {
    if (leading && data[word] == 0 && word > 1) continue;
    leading = false;
    text += fmt::format("{:016x}", data[word]);
  }
  return text;
}

/// Returns `signal = value, the contract says other`; empty if the values agree.
template <typename Value>
std::string unlike(const char* signal, const Value& value, const Value& other) {
  if (value == other) return {};
  return fmt::format("{} = {}, the contract says {}", signal, value, other);
}

std::string compare(const Forward& a, const Forward& b) {
  std::string found = unlike("valid", int{a.valid}, int{b.valid});
  if (!found.empty() || !a.valid) return found;
  if (found.empty()) found = unlike("vc", int{a.vc}, int{b.vc});
  if (found.empty()) found = unlike("head", int{a.head}, int{b.head});
  if (found.empty()) found = unlike("tail", int{a.tail}, int{b.tail});
  if (found.empty()) found = unlike("data", hex(a.data), hex(b.data));
  return found;
}

std::string compare(const Backward& a, const Backward& b) {
  std::string found = unlike("credit", int{a.credit}, int{b.credit});
  if (found.empty() && a.credit) found = unlike("credit_vc", int{a.credit_vc}, int{b.credit_vc});
  if (found.empty()) found = unlike("ack", int{a.ack}, int{b.ack});
  if (found.empty() && a.ack) found = unlike("ack_vc", int{a.ack_vc}, int{b.ack_vc});
  return found;
}

/// A comparison without text, for cycles without a difference.
bool agree(const RouterWires& router, const RouterWires& reference) {
  if (router.valid != reference.valid || router.credit != reference.credit || router.ack != reference.ack)
    return false;
  for (PortSet busy = router.valid | router.credit | router.ack; busy != 0; busy &= busy - 1) {
    const int p = std::countr_zero(busy);
    if (router.flit(p) != reference.flit(p) || router.back(p) != reference.back(p)) return false;
  }
  return true;
}

}  // namespace

LockstepRouter::LockstepRouter(const Hardware& hardware, NodeId node, std::unique_ptr<ForeignRouter> router,
                               std::string waves)
    : hardware_(hardware),
      node_(node),
      router_(std::move(router)),
      reference_(std::make_unique<ReferenceRouter>(hardware, node)),
      waves_(std::move(waves)),
      moments_(kCyclesKept, {0, RouterWires(hardware.ports()), RouterWires(hardware.ports()),
                             RouterWires(hardware.ports())}) {}

void LockstepRouter::tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) {
  Moment& moment = moments_[ticks_++ % kCyclesKept];
  moment.cycle = now;
  moment.inputs = inputs;
  router_->tick(now, inputs, moment.router);
  reference_->tick(now, inputs, moment.reference);
  outputs = moment.router;
  if (!failure_.empty()) return;
  failure_ = router_->failure();
  if (agree(moment.router, moment.reference)) return;
  const std::string found = difference(moment.router, moment.reference);
  failure_ = fmt::format("lockstep: {}", found);
  if (!waves_.empty()) {
    failure_ +=
        fmt::format("; the last {} cycles of both are in {}", std::min(ticks_, kCyclesKept), write_waves());
  }
}

std::string LockstepRouter::difference(const RouterWires& router, const RouterWires& reference) const {
  for (int p = 0; p < hardware_.ports(); ++p) {
    std::string found = compare(router.flit(p), reference.flit(p));
    if (!found.empty()) return fmt::format("output {}: {}", port_name(hardware_, p), found);
    found = compare(router.back(p), reference.back(p));
    if (!found.empty())
      return fmt::format("credits and acks of input {}: {}", port_name(hardware_, p), found);
  }
  return {};
}

std::string LockstepRouter::write_waves() const {
  LockstepWaves waves(waves_, hardware_, node_);
  for (std::size_t tick = ticks_ - std::min(ticks_, kCyclesKept); tick < ticks_; ++tick) {
    const Moment& moment = moments_[tick % kCyclesKept];
    waves.write(moment.cycle, moment.inputs, moment.router, moment.reference);
  }
  return waves.path();
}

}  // namespace torusim::rtl
