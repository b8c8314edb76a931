#include "models/part/sysc/message_port.h"

#include <utility>

namespace torusim::sysc {
namespace {

/// A message with its bytes.
class Parcel : public Cargo {
 public:
  Parcel(MessagePorts& ports, Payload payload) : ports_(ports), payload_(std::move(payload)) {}
  void delivered(const MessageEvent& event) override {
    ports_.at(event.destination).deliver({event, std::move(payload_)});
  }

 private:
  MessagePorts& ports_;
  Payload payload_;
};

}  // namespace

MessagePorts::MessagePorts(KernelNetwork& network, std::int64_t max_waiting)
    : network_(network), max_waiting_(max_waiting) {
  if (max_waiting == Network::kNoLimit) return;
  network.on_room([this](NodeId node) { at(node).tell_of_room(); });
}

bool MessagePort::has_room() const { return all_.network().network().waiting(node_) < all_.max_waiting(); }

std::optional<MessageId> MessagePort::nb_send(Message message, Payload payload) {
  if (!has_room()) return std::nullopt;
  message.source = node_;
  return all_.network().send(std::move(message), std::make_shared<Parcel>(all_, std::move(payload)),
                             sc_core::sc_time_stamp());
}

std::optional<MessageId> MessagePort::send(Message message, Payload payload) {
  while (!has_room()) sc_core::wait(room_);
  return nb_send(std::move(message), std::move(payload));
}

void MessagePort::tell_of_room() {
  if (has_room()) room_.notify(sc_core::SC_ZERO_TIME);
}

std::optional<Received> MessagePort::receive() {
  if (inbox_.empty()) return std::nullopt;
  Received first = std::move(inbox_.front());
  inbox_.pop_front();
  return first;
}

void MessagePort::deliver(Received received) {
  inbox_.push_back(std::move(received));
  arrived_.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace torusim::sysc
