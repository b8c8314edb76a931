#include "models/foreign/plugin/router_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "models/foreign/guest_call.h"
#include "models/foreign/plugin/library_router.h"
#include "models/foreign/plugin/module_router.h"
#include "models/foreign/rtl_models.h"
#include "schedules/core/error.h"

namespace torusim::rtl {
namespace {

constexpr const char* kClocked = "torusim_router";
constexpr const char* kModule = "torusim_systemc_router";

/// Whether bytes are missing at the end of a library: to read a page behind the end of its file would end the
/// process.
bool is_truncated(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  ElfW(Ehdr) head{};
  constexpr int kClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  const bool whole_head = file.read(reinterpret_cast<char*>(&head), sizeof head).good();
  const bool ours = whole_head && std::string_view(reinterpret_cast<char*>(head.e_ident), SELFMAG) == ELFMAG;
  if (error || !ours || head.e_ident[EI_CLASS] != kClass) return false;  // dlopen() says what it is
  std::uint64_t end = head.e_shoff + std::uint64_t{head.e_shnum} * head.e_shentsize;
  file.seekg(static_cast<std::streamoff>(head.e_phoff));
  for (int i = 0; i < head.e_phnum; ++i) {
    ElfW(Phdr) part{};
    if (!file.read(reinterpret_cast<char*>(&part), sizeof part)) return true;
    end = std::max<std::uint64_t>(end, part.p_offset + part.p_filesz);
  }
  return end > size;
}

/// Libraries are never closed: the program would crash if a library's code was on the stack, or a module's
/// destructor was still to come.
void* open_library(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw InputError(fmt::format("{}: no such file; a user-supplied router is a shared library", path));
  }
  if (is_truncated(path)) {
    throw InputError(fmt::format("{}: bytes are missing at its end: it is truncated", path));
  }
  const GuestOutput output;  // initialisers of the library may print, or end the process
  const GuestCall call(path);
  // With a slash in the name, dlopen searches no directories.
  void* handle = dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw InputError(fmt::format("{}: cannot be loaded: {}", path, dlerror()));
  return handle;
}

/// The switching modes that a router with these flags has.
std::vector<Switching> switching_modes(std::uint32_t flags) {
  std::vector<Switching> modes{Switching::kWormhole};
  if ((flags & TORUSIM_ROUTER_CUT_THROUGH) != 0) modes.push_back(Switching::kCutThrough);
  if ((flags & TORUSIM_ROUTER_STORE_AND_FORWARD) != 0) modes.push_back(Switching::kStoreAndForward);
  if ((flags & TORUSIM_ROUTER_RELAYS_ACKS) != 0) modes.push_back(Switching::kCircuit);
  if ((flags & TORUSIM_ROUTER_BUBBLE) != 0) modes.push_back(Switching::kBubble);
  return modes;
}

/// The description of a node for the library.
torusim_router_site site_of(const Hardware& hardware, NodeId node) {
  const Topology& topology = hardware.topology;
  torusim_router_site site{};
  site.node = node;
  site.nodes = topology.nodes();
  site.dimensions = topology.dimensions();
  for (int d = 0; d < topology.dimensions(); ++d) {
    site.side[d] = topology.side(d);
    site.wraps[d] = topology.wraps(d);
    site.coordinate[d] = topology.coordinate(node, d);
  }
  site.ports = hardware.ports();
  site.local_ports = hardware.alpha;
  site.classes = hardware.classes;
  site.lanes = hardware.lanes;
  site.vcs = hardware.vcs();
  site.reserve = hardware.reserve;
  site.shared = hardware.shared;
  site.link_delay = hardware.link_delay;
  site.data_bits = head_bits(hardware);
  if (hardware.arbitration == Arbitration::kTransitFirst) site.modes |= TORUSIM_ROUTER_TRANSIT_FIRST;
  if (hardware.switching == Switching::kCutThrough) site.modes |= TORUSIM_ROUTER_CUT_THROUGH;
  if (hardware.switching == Switching::kStoreAndForward) site.modes |= TORUSIM_ROUTER_STORE_AND_FORWARD;
  if (hardware.bubbles()) {
    site.modes |= TORUSIM_ROUTER_BUBBLE;
    site.packet_slots = hardware.packet_slots;
  }
  if (hardware.phase_gates) site.modes |= TORUSIM_ROUTER_PHASE_GATES;
  for (int p = 0; p < hardware.network_ports(); ++p) {
    if (topology.crosses_dateline(node, p)) site.dateline |= std::uint32_t{1} << p;
    if (hardware.bubbles() && hardware.in_ring(p)) site.rings |= std::uint32_t{1} << p;
  }
  return site;
}

}  // namespace

RouterLibrary::RouterLibrary(const std::string& path) : path_(path) {
  void* const library = open_library(path);
  const GuestCall call(path_);
  if (void* const symbol = dlsym(library, kClocked)) {
    load_clocked(reinterpret_cast<decltype(&torusim_router)>(symbol)());
  } else if (void* const module = dlsym(library, kModule)) {
    load_module(reinterpret_cast<const SystemcRouterApi* (*)()>(module)());
  } else {
    throw InputError(fmt::format(
        "{}: not a router of torusim: it has neither {}() (see torusim_router.h) nor {}() (systemc_router.h)",
        path, kClocked, kModule));
  }
}

void RouterLibrary::check_version(std::uint32_t abi) const {
  if (abi == TORUSIM_ROUTER_ABI) return;
  throw InputError(
      fmt::format("{}: made for version {} of the router interface, this torusim has version {}: rebuild it "
                  "with the torusim_router.h of this version",
                  path_, abi, TORUSIM_ROUTER_ABI));
}

void RouterLibrary::load_clocked(const torusim_router_api* api) {
  if (api == nullptr) throw InputError(fmt::format("{}: {}() returns nothing", path_, kClocked));
  check_version(api->abi);
  const std::pair<const char*, bool> members[] = {{"name", api->name != nullptr},
                                                  {"create", api->create != nullptr},
                                                  {"destroy", api->destroy != nullptr},
                                                  {"reset", api->reset != nullptr},
                                                  {"clock", api->clock != nullptr}};
  for (const auto& [member, is_set] : members) {
    if (!is_set) throw InputError(fmt::format("{}: its router has no {}", path_, member));
  }
  clocked_ = api;
  name_ = api->name;
  flags_ = api->flags;
  limits_ = api->limits;
}

void RouterLibrary::load_module(const SystemcRouterApi* api) {
  check_version(api->abi);
  module_ = api;
  name_ = api->name;
  flags_ = api->flags;
  limits_ = api->limits;
}

std::string RouterLibrary::text() const { return fmt::format("router '{}' of {}", name_, path_); }

void RouterLibrary::check(const Hardware& hardware) const {
  const torusim_router_limits& limits = limits_;
  std::vector<std::string> lacking;
  const auto at_most = [&](const char* what, int most, int need) {
    if (most == 0 || need <= std::max(most, 0)) return;
    lacking.push_back(fmt::format("{} at most {}, the run needs {}", what, std::max(most, 0), need));
  };
  // One virtual channel is one lane of one class. Two pairs of lanes are more than `any`.
  const int lanes = limits.vcs == 1 ? 1 : limits.lanes == 0 ? 2 : limits.lanes;
  const int classes = limits.vcs == 1 ? 1 : limits.classes;
  at_most("dimensions", limits.dimensions, hardware.topology.dimensions());
  at_most("ports", limits.ports, hardware.ports());
  at_most("local ports (--alpha)", limits.local_ports, hardware.alpha);
  at_most("classes (--classes)", classes, hardware.classes);
  at_most("lanes (--lanes)", lanes, hardware.lanes);
  if (limits.vcs > 1) at_most("virtual channels (classes x lanes)", limits.vcs, hardware.vcs());
  at_most("slots (--reserve + --shared)", limits.slots, hardware.slots());
  at_most("--reserve", limits.reserve_max, hardware.reserve);
  at_most("--shared", limits.shared_max, hardware.shared);
  at_most("bits of a flit (route width)", limits.data_bits, head_bits(hardware));
  if (hardware.reserve < limits.reserve_min) {
    lacking.push_back(
        fmt::format("--reserve at least {}, the run has {}", limits.reserve_min, hardware.reserve));
  }
  const std::vector<Switching> modes = switching_modes(flags_);
  if (std::find(modes.begin(), modes.end(), hardware.switching) == modes.end()) {
    std::vector<std::string> names;
    for (const Switching mode : modes) names.push_back(to_text(mode));
    lacking.push_back(
        fmt::format("--switching {}, the run has {}", fmt::join(names, " or "), to_text(hardware.switching)));
  }
  // A router chooses its own arbitration, unless it claims to be cycle-exact.
  if ((flags_ & TORUSIM_ROUTER_CYCLE_EXACT) != 0 && (flags_ & TORUSIM_ROUTER_TRANSIT_FIRST) == 0 &&
      hardware.arbitration == Arbitration::kTransitFirst) {
    lacking.push_back("--arbitration round-robin, the run has transit-first");
  }
  // Pins of modules have no gates, whatever flags say.
  const bool has_gates = module_ == nullptr && (flags_ & TORUSIM_ROUTER_PHASE_GATES) != 0;
  if (hardware.phase_gates && !has_gates) {
    lacking.push_back(
        fmt::format("every --sync but switch, the run has switch, which needs gates at the outputs ({})",
                    module_ == nullptr ? "pin gate_limit_i" : "modules have no pins for them"));
  }
  if (lacking.empty()) return;
  const bool no_dateline = lanes == 1 && hardware.lanes == 2;
  throw InputError(fmt::format("{} does not fit this network: it supports {}{}", text(),
                               fmt::join(lacking, "; "),
                               no_dateline ? " (rings need two for their dateline; meshes need one)" : ""));
}

std::unique_ptr<ForeignRouter> RouterLibrary::make(const Hardware& hardware, NodeId node) const {
  check(hardware);
  const torusim_router_site site = site_of(hardware, node);
  const std::string name = hardware.topology.node_name(node);
  if (module_ != nullptr) return std::make_unique<ModuleRouter>(*module_, text(), name, site);
  return std::make_unique<LibraryRouter>(*clocked_, text(), name, site);
}

}  // namespace torusim::rtl
