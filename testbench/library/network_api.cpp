// The functions of torusim.h about networks.
#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>

#include "models/part/network.h"
#include "schedules/text/tcs_transfer.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/library/default_routes.h"
#include "testbench/library/library_error.h"
#include "testbench/library/options_text.h"

using namespace torusim;
using namespace torusim::library;

struct torusim_network {
  struct Live {
    explicit Live(const TrafficOptions& options) : network(options), routes(network.hardware(), options) {}
    Network network;
    DefaultRoutes routes;
    std::size_t polled = 0;  // polled part of the latest deliveries
    std::string deadlock;
  };
  std::unique_ptr<Live> live;  // null after torusim_destroy()
};

namespace {

using LiveNetwork = torusim_network::Live;

/// A handle outlives its network, so that its use after destruction is an error and no access to freed
/// memory. A handle is one pointer and never used again.
torusim_network* new_handle(std::unique_ptr<LiveNetwork> live) {
  static std::mutex mutex;
  static auto& handles = *new std::deque<torusim_network>;  // never destroyed: callers may run at exit
  const std::lock_guard lock(mutex);
  return &handles.emplace_back(torusim_network{std::move(live)});
}

/// The network of a handle. Throws InputError for NULL and for a destroyed network.
LiveNetwork& alive(const torusim_network* network) {
  LiveNetwork* const live = given(network, "network").live.get();
  if (live == nullptr) throw InputError("the network has been destroyed");
  return *live;
}

/// The set-up of open-loop traffic between all pairs of nodes, but for the packets: the caller has them.
TrafficOptions network_options(const std::string& text) {
  RunConfig config;
  config.traffic.by_caller = true;
  config.traffic.pattern = "uniform";
  config.traffic.packets.packet = PacketMix(0);  // no length is known
  read_options(text, "torusim_create", is_of_networks, config, kTraffic);
  if (config.topology.empty()) throw UsageError("a network needs a topology, for example -t torus:4x4");
  config.quiet = true;
  TrafficOptions options = traffic_setup(config);
  options.longest_worm = options.traffic.packet.longest();
  options.RunOptions::level = options.level.value_or(Level::kFast);
  options.threads = useful_threads(config, options.RunOptions::level, options.hardware.topology, options);
  return options;
}

Route route_from(const Topology& topology, const torusim_message& message) {
  const std::string name = "route";
  text::Cursor cursor(name, 1, message.route);
  Route route = text::parse_route(cursor, topology, {}, message.source, message.destination);
  cursor.expect_end();
  return route;
}

/// Converts a message; fields that the caller does not know have their default values.
Message message_from(const LiveNetwork& network, const torusim_message& theirs) {
  const Topology& topology = network.network.hardware().topology;
  torusim_message all = TORUSIM_MESSAGE;
  if (theirs.size < offsetof(torusim_message, earliest) || theirs.size > sizeof all) {
    throw InputError("message: begin with TORUSIM_MESSAGE, which sets its size");
  }
  std::copy_n(reinterpret_cast<const char*>(&theirs), theirs.size, reinterpret_cast<char*>(&all));
  Message message;
  message.source = all.source;
  message.destination = all.destination;
  message.flits = all.flits;
  message.message_class = all.message_class;
  message.earliest = all.earliest;
  message.tag = all.tag;
  message.user = all.user;
  message.injection_channel = all.injection_channel;
  message.ejection_channel = all.ejection_channel;
  if (all.route != nullptr) {
    message.route = route_from(topology, all);
  } else {
    network.routes.choose(message, network.network.sent());
  }
  return message;
}

torusim_event event_from(const MessageEvent& event) {
  return {event.id,          event.cycle,         event.injected, event.flits, event.source,
          event.destination, event.message_class, event.tag,      event.user};
}

InjectionQueues::Listener listener_from(torusim_listener listener, void* user) {
  if (listener == nullptr) return {};
  return [listener, user](const MessageEvent& event) {
    const torusim_event theirs = event_from(event);
    listener(user, &theirs);
  };
}

}  // namespace

torusim_network* torusim_create(const char* options) {
  return null_on_error(
      [&] { return new_handle(std::make_unique<LiveNetwork>(network_options(&given(options, "options")))); });
}

void torusim_destroy(torusim_network* network) {
  code_of([&]() -> int {
    if (network == nullptr || network->live == nullptr) return TORUSIM_OK;
    if (network->live->network.in_use()) {
      throw InputError("network: destroy inside a listener, or while another thread uses it");
    }
    network->live.reset();
    return TORUSIM_OK;
  });
}

int32_t torusim_nodes(const torusim_network* network) {
  return code_of([&] { return alive(network).network.hardware().topology.nodes(); });
}

int32_t torusim_classes(const torusim_network* network) {
  return code_of([&] { return alive(network).network.hardware().classes; });
}

int32_t torusim_alpha(const torusim_network* network) {
  return code_of([&] { return alive(network).network.hardware().alpha; });
}

int32_t torusim_lanes(const torusim_network* network) {
  return code_of([&] { return alive(network).network.hardware().lanes; });
}

int32_t torusim_link_delay(const torusim_network* network) {
  return code_of([&] { return alive(network).network.hardware().link_delay; });
}

int64_t torusim_send(torusim_network* network, const torusim_message* message) {
  return code_of([&]() -> int64_t {
    LiveNetwork& own = alive(network);
    if (const auto id = own.network.try_send(message_from(own, given(message, "message")))) {
      return *id;
    }
    return keep_error(TORUSIM_WOULD_BLOCK, "the node has as many waiting messages as it may");
  });
}

int torusim_set_max_waiting(torusim_network* network, int64_t messages) {
  return code_of([&]() -> int {
    if (messages < 0) throw InputError("the limit of waiting messages is negative");
    alive(network).network.set_max_waiting(messages == 0 ? Network::kNoLimit : messages);
    return TORUSIM_OK;
  });
}

int64_t torusim_waiting(const torusim_network* network, int32_t node) {
  return code_of([&]() -> int64_t {
    const Network& own = alive(network).network;
    if (node < 0 || node >= own.hardware().topology.nodes()) throw InputError("there is no such node");
    return own.waiting(node);
  });
}

int torusim_on_delivered(torusim_network* network, torusim_listener listener, void* user) {
  return code_of([&]() -> int {
    alive(network).network.on_delivered(listener_from(listener, user));
    return TORUSIM_OK;
  });
}

int torusim_on_left(torusim_network* network, torusim_listener listener, void* user) {
  return code_of([&]() -> int {
    alive(network).network.on_left(listener_from(listener, user));
    return TORUSIM_OK;
  });
}

int torusim_on_pause(torusim_network* network, torusim_pause listener, void* user) {
  return code_of([&]() -> int {
    if (listener == nullptr) {
      alive(network).network.on_pause({});
    } else {
      alive(network).network.on_pause([listener, user] { return listener(user) == 0; });
    }
    return TORUSIM_OK;
  });
}

int torusim_advance(torusim_network* network, int64_t until, int stop_at_delivery) {
  return code_of([&]() -> int {
    LiveNetwork& own = alive(network);
    own.polled = 0;
    switch (own.network.advance(until, stop_at_delivery != 0)) {
      case Advanced::kReached:
        return TORUSIM_REACHED;
      case Advanced::kDelivered:
        return TORUSIM_DELIVERED;
      case Advanced::kIdle:
        return TORUSIM_IDLE;
      case Advanced::kDeadlock:
        return TORUSIM_DEADLOCK;
      case Advanced::kInterrupted:
        return TORUSIM_INTERRUPTED;
    }
    return TORUSIM_INTERNAL;
  });
}

int torusim_stop(torusim_network* network) {
  return code_of([&]() -> int {
    alive(network).network.stop();
    return TORUSIM_OK;
  });
}

size_t torusim_deliveries(const torusim_network* network, torusim_event* events, size_t capacity) {
  return code_of([&]() -> size_t {
    const auto& deliveries = alive(network).network.deliveries();
    const std::size_t count = std::min(capacity, deliveries.size());
    if (count > 0)
      std::transform(deliveries.begin(), deliveries.begin() + static_cast<std::ptrdiff_t>(count),
                     &given(events, "events"), event_from);
    return deliveries.size();
  });
}

int64_t torusim_send_simple(torusim_network* network, int32_t source, int32_t destination, int64_t flits,
                            int64_t earliest, int32_t message_class, int32_t tag) {
  torusim_message message = TORUSIM_MESSAGE;
  message.source = source;
  message.destination = destination;
  message.flits = flits;
  message.earliest = earliest;
  message.message_class = message_class;
  message.tag = tag;
  return torusim_send(network, &message);
}

int torusim_poll(torusim_network* network, int64_t* id, int64_t* cycle, int32_t* source, int32_t* destination,
                 int64_t* flits, int32_t* tag) {
  return code_of([&]() -> int {
    LiveNetwork& own = alive(network);
    if (own.polled == own.network.deliveries().size()) return 0;
    const MessageEvent& event = own.network.deliveries()[own.polled++];
    given(id, "id") = event.id;
    given(cycle, "cycle") = event.cycle;
    given(source, "source") = event.source;
    given(destination, "destination") = event.destination;
    given(flits, "flits") = event.flits;
    given(tag, "tag") = event.tag;
    return 1;
  });
}

int64_t torusim_now(const torusim_network* network) {
  return code_of([&] { return alive(network).network.now(); });
}

int64_t torusim_next_event(const torusim_network* network) {
  return code_of([&] { return alive(network).network.next_event(); });
}

int64_t torusim_in_flight(const torusim_network* network) {
  return code_of([&] { return alive(network).network.in_flight(); });
}

int64_t torusim_flit_hops(const torusim_network* network) {
  return code_of([&] { return alive(network).network.flit_hops(); });
}

const char* torusim_explain_deadlock(torusim_network* network) {
  return null_on_error([&] {
    LiveNetwork& own = alive(network);
    own.deadlock.clear();
    for (const std::string& sentence : own.network.explain_deadlock()) own.deadlock += sentence + "\n";
    return own.deadlock.c_str();
  });
}

int torusim_finish(torusim_network* network) {
  return code_of([&]() -> int {
    alive(network).network.finish();
    return TORUSIM_OK;
  });
}

uint64_t torusim_hash(const torusim_network* network) {
  return code_of([&] { return alive(network).network.ejection_hash(); });
}
