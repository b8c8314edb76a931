#include "models/part/sysc/message_port.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/part/sysc/reports.h"

namespace torusim::sysc {
namespace {

constexpr std::size_t kBytesOfAFlit = 8;  // bytes in a payload flit of an open node

/// A message with its bytes.
class Parcel : public MessageUser, private MessageWords {
 public:
  Parcel(MessagePorts& ports, Payload payload) : ports_(ports), payload_(std::move(payload)) {}
  void delivered(const MessageEvent& event) override {
    if (ports_.network().is_open(event.destination)) return;
    ports_.at(event.destination).deliver({event, std::move(payload_)});
  }
  const MessageWords* words() const override { return payload_.empty() ? nullptr : this; }

 private:
  std::uint64_t word(std::uint32_t index) const override {
    const std::size_t first = kBytesOfAFlit * (index - std::size_t{1});
    std::uint64_t word = 0;
    for (std::size_t byte = 0; byte < kBytesOfAFlit && first + byte < payload_.size(); ++byte) {
      word |= std::uint64_t{payload_[first + byte]} << (8 * byte);
    }
    return word;
  }
  std::string meaning(std::uint32_t) const override { return "bytes of the message"; }

  MessagePorts& ports_;
  Payload payload_;
};

}  // namespace

MessagePorts::MessagePorts(KernelNetwork& network, std::int64_t max_waiting)
    : network_(network), max_waiting_(max_waiting) {
  network.on_foreign([this](const MessageEvent& event, Payload payload) {
    at(event.destination).deliver({event, std::move(payload)});
  });
  if (max_waiting == NetworkState::kNoLimit) return;
  network.on_room([this](NodeId node) { at(node).tell_of_room(); });
}

bool MessagePort::has_room() const { return all_.network().network().waiting(node_) < all_.max_waiting(); }

std::optional<MessageId> MessagePort::nb_send(Message message, Payload payload) {
  if (!has_room()) return std::nullopt;
  message.source = node_;
  if (all_.network().is_open(message.destination) &&
      payload.size() >
          kBytesOfAFlit * static_cast<std::size_t>(std::max<std::int64_t>(message.flits - 1, 0))) {
    report_error(kBadUse,
                 fmt::format("{}: message: {} bytes for open node {} in {} flits; each but the head has {}",
                             all_.network().name(), payload.size(), message.destination, message.flits,
                             kBytesOfAFlit));
    return std::nullopt;
  }
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
