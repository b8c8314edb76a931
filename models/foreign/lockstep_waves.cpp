#include "models/foreign/lockstep_waves.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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

}  // namespace torusim::rtl
