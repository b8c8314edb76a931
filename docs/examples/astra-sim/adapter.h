// A torusim network behind ASTRA-sim's network interface.
//
// ASTRA-sim's time is whole ns. A message of ASTRA-sim becomes worms of a head and data flits; it has arrived
// when the tail of the last one has. Handlers of a send and of its receive run then, in this order.
#pragma once
#include <torusim.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "astra-sim/common/AstraNetworkAPI.hh"

struct Deadlock : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct AdapterOptions {
  std::string network;  // of torusim_create()
  int channels = 1;     // injection and ejection channels of a node
  double cycles_per_ns = 1;
  std::int64_t flit_bytes = 64;      // of data; a head has none
  std::int64_t max_flits = 1 << 30;  // of a worm, head included
};

struct Handler {
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
  void operator()() const {
    if (function != nullptr) function(argument);
  }
};

// The network, the queue of ASTRA-sim's events, and the merged time of both.
class TorusSimulation {
 public:
  explicit TorusSimulation(const AdapterOptions& options);

  std::uint64_t now() const { return now_; }
  int nodes() const { return torusim_nodes(network_.get()); }
  double bytes_per_ns() const { return options_.cycles_per_ns * static_cast<double>(options_.flit_bytes); }
  std::int64_t worms() const { return worms_; }
  std::int64_t flit_hops() const { return torusim_flit_hops(network_.get()); }

  void schedule(std::uint64_t ns, Handler handler) { events_[ns].push_back(handler); }
  void send(int source, int destination, int tag, std::uint64_t bytes, Handler handler);
  void receive(int source, int destination, int tag, std::uint64_t bytes, Handler handler);
  // Receives whose send did not come, one a line.
  std::string unanswered() const;
  // Until no event is left and no worm is under way. Throws what goes wrong.
  void run();

 private:
  struct Message {
    Handler sent;
    Handler received;
    bool expected = false;  // its receive was called
    bool arrived = false;
    std::int64_t worms = 0;  // under way
  };
  // The n-th send and the n-th receive with the same key belong together.
  using Key = std::tuple<int, int, int, std::uint64_t>;
  struct Pairing {
    std::deque<std::shared_ptr<Message>> unexpected;
    std::deque<Handler> early;  // receives before their send
  };

  std::int64_t cycle_at(std::uint64_t ns) const;
  std::uint64_t time_of(std::int64_t cycle) const;
  void inject(int source, int destination, std::uint64_t bytes, const std::shared_ptr<Message>& message);
  void take_deliveries();
  void arrive(Message& message);

  AdapterOptions options_;
  std::unique_ptr<torusim_network, decltype(&torusim_destroy)> network_;
  std::uint64_t now_ = 0;
  std::map<std::uint64_t, std::deque<Handler>> events_;
  // Deliveries wait here for the ns of their cycle; those of one ns have the network's order.
  std::map<std::uint64_t, std::vector<std::shared_ptr<Message>>> arrivals_;
  std::map<Key, Pairing> pairings_;
  std::unordered_map<std::int64_t, std::shared_ptr<Message>> under_way_;  // by worm
  std::vector<torusim_event> deliveries_;
  std::vector<int> next_ejection_;  // by node: worms for one node take its channels in turn
  std::int64_t worms_ = 0;
};

// What ASTRA-sim sees: one for each NPU, which is a node of the network.
class TorusApi : public AstraSim::AstraNetworkAPI {
 public:
  TorusApi(int rank, TorusSimulation& simulation) : AstraNetworkAPI(rank), simulation_(simulation) {}
  bool finished() const { return finished_; }

  int sim_send(void* buffer, std::uint64_t count, int type, int dst, int tag, AstraSim::sim_request* request,
               void (*handler)(void*), void* argument) override;
  int sim_recv(void* buffer, std::uint64_t count, int type, int src, int tag, AstraSim::sim_request* request,
               void (*handler)(void*), void* argument) override;
  void sim_schedule(AstraSim::timespec_t delta, void (*handler)(void*), void* argument) override;
  AstraSim::timespec_t sim_get_time() override;
  // In bytes per ns (10^9 bytes per second); all dimensions have the same links.
  double get_BW_at_dimension(int) override { return simulation_.bytes_per_ns(); }
  void sim_notify_finished() override { finished_ = true; }

 private:
  TorusSimulation& simulation_;
  bool finished_ = false;
};
