#include "adapter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

[[noreturn]] void fail(const std::string& text) { throw std::runtime_error(text); }

// Rounds up, but not because of a rounding error of the product or quotient.
std::int64_t rounded_up(long double value) { return static_cast<std::int64_t>(std::ceil(value - 1e-6L)); }

}  // namespace

TorusSimulation::TorusSimulation(const AdapterOptions& options)
    : options_(options),
      network_(torusim_create((options.network + " --alpha " + std::to_string(options.channels)).c_str()),
               torusim_destroy) {
  if (!network_) fail(torusim_error());
  next_ejection_.resize(nodes());
}

// The first cycle that begins at this time or later.
std::int64_t TorusSimulation::cycle_at(std::uint64_t ns) const {
  return rounded_up(static_cast<long double>(ns) * options_.cycles_per_ns);
}

// The first whole ns at this cycle or later, as `torusim run` converts cycles to time.
std::uint64_t TorusSimulation::time_of(std::int64_t cycle) const {
  return static_cast<std::uint64_t>(rounded_up(static_cast<long double>(cycle) / options_.cycles_per_ns));
}

void TorusSimulation::send(int source, int destination, int tag, std::uint64_t bytes, Handler handler) {
  Pairing& pairing = pairings_[{source, destination, tag, bytes}];
  auto message = std::make_shared<Message>();
  message->sent = handler;
  if (pairing.early.empty()) {
    pairing.unexpected.push_back(message);
  } else {
    message->expected = true;
    message->received = pairing.early.front();
    pairing.early.pop_front();
  }
  if (source == destination) {
    arrivals_[now_].push_back(message);
  } else {
    inject(source, destination, bytes, message);
  }
}

void TorusSimulation::receive(int source, int destination, int tag, std::uint64_t bytes, Handler handler) {
  Pairing& pairing = pairings_[{source, destination, tag, bytes}];
  if (pairing.unexpected.empty()) {
    pairing.early.push_back(handler);
    return;
  }
  Message& message = *pairing.unexpected.front();
  message.expected = true;
  message.received = handler;
  if (message.arrived) schedule(now_, handler);
  pairing.unexpected.pop_front();
}

std::string TorusSimulation::unanswered() const {
  std::string lines;
  for (const auto& [key, pairing] : pairings_) {
    if (pairing.early.empty()) continue;
    const auto [source, destination, tag, bytes] = key;
    lines += "NPU " + std::to_string(destination) + " waits for " + std::to_string(bytes) + " bytes of NPU " +
             std::to_string(source) + ", tag " + std::to_string(tag) + "\n";
  }
  return lines;
}

void TorusSimulation::inject(int source, int destination, std::uint64_t bytes,
                             const std::shared_ptr<Message>& message) {
  const auto flit_bytes = static_cast<std::uint64_t>(options_.flit_bytes);
  auto data = static_cast<std::int64_t>((bytes + flit_bytes - 1) / flit_bytes);
  torusim_message worm = TORUSIM_MESSAGE;
  worm.source = source;
  worm.destination = destination;
  worm.earliest = cycle_at(now_);
  do {
    worm.flits = std::min(data + 1, options_.max_flits);
    worm.ejection_channel = next_ejection_[destination]++ % options_.channels;
    const std::int64_t id = torusim_send(network_.get(), &worm);
    if (id < 0) fail(torusim_error());
    under_way_.emplace(id, message);
    ++message->worms;
    ++worms_;
    data -= worm.flits - 1;
  } while (data > 0);
}

void TorusSimulation::take_deliveries() {
  deliveries_.resize(torusim_deliveries(network_.get(), nullptr, 0));
  torusim_deliveries(network_.get(), deliveries_.data(), deliveries_.size());
  for (const torusim_event& delivery : deliveries_) {
    const auto worm = under_way_.find(delivery.id);
    if (--worm->second->worms == 0) arrivals_[time_of(delivery.cycle)].push_back(worm->second);
    under_way_.erase(worm);
  }
}

void TorusSimulation::arrive(Message& message) {
  message.arrived = true;
  message.sent();
  if (message.expected) message.received();
}

// The next time is that of an event, of an arrival that is known, or of one that the network finds before
// both.
void TorusSimulation::run() {
  constexpr auto kNever = std::numeric_limits<std::uint64_t>::max();
  while (true) {
    std::uint64_t next = kNever;
    if (!events_.empty()) next = events_.begin()->first;
    if (!arrivals_.empty()) next = std::min(next, arrivals_.begin()->first);
    const std::int64_t until = next == kNever ? TORUSIM_FOREVER : cycle_at(next);
    const int advanced = torusim_advance(network_.get(), until, 1);
    if (advanced < 0) fail(torusim_error());
    if (advanced == TORUSIM_DEADLOCK) throw Deadlock(torusim_explain_deadlock(network_.get()));
    if (advanced == TORUSIM_DELIVERED) {
      take_deliveries();
      continue;
    }
    if (next == kNever) return;
    now_ = next;
    if (const auto found = arrivals_.find(now_); found != arrivals_.end()) {
      const auto messages = std::move(found->second);
      arrivals_.erase(found);
      for (const auto& message : messages) arrive(*message);
    }
    if (const auto found = events_.find(now_); found != events_.end()) {
      // Handlers may schedule more of this time.
      for (; !found->second.empty(); found->second.pop_front()) Handler(found->second.front())();
      events_.erase(found);
    }
  }
}

int TorusApi::sim_send(void* /*buffer*/, std::uint64_t count, int /*type*/, int dst, int tag,
                       AstraSim::sim_request* /*request*/, void (*handler)(void*), void* argument) {
  simulation_.send(sim_comm_get_rank(), dst, tag, count, {handler, argument});
  return 0;
}

int TorusApi::sim_recv(void* /*buffer*/, std::uint64_t count, int /*type*/, int src, int tag,
                       AstraSim::sim_request* /*request*/, void (*handler)(void*), void* argument) {
  simulation_.receive(src, sim_comm_get_rank(), tag, count, {handler, argument});
  return 0;
}

void TorusApi::sim_schedule(AstraSim::timespec_t delta, void (*handler)(void*), void* argument) {
  simulation_.schedule(simulation_.now() + static_cast<std::uint64_t>(delta.time_val), {handler, argument});
}

AstraSim::timespec_t TorusApi::sim_get_time() {
  return {AstraSim::NS, static_cast<long double>(simulation_.now())};
}
