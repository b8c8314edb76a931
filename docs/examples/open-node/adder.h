#pragma once
// An accelerator that adds numbers, with its own credit-based network interface for one local channel of a
// router. Written from rtl/README.md and docs/router.md: it knows flits, credits and routes, and nothing else
// of torusim.
#include <array>
#include <cstdint>
#include <deque>
#include <systemc>
#include <vector>

#include "models/contract/pin_channel.h"

using torusim::Backward;
using torusim::Forward;

/// Adds the words of every message, the first of which names the node that gets the sum.
struct Adder : sc_core::sc_module {
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_in<Forward> from_router{"from_router"};           // flits for this node
  sc_core::sc_out<Backward> credit_back{"credit_back"};         // for them
  sc_core::sc_out<Forward> to_router{"to_router"};              // flits of this node
  sc_core::sc_in<Backward> credit_returned{"credit_returned"};  // for them

  static constexpr int kVc = 0;         // class 0, lane 0: where its messages begin
  static constexpr int kLocalPort = 4;  // of a router of a two-dimensional torus

  /// At node (x, y) of a torus of side x side nodes. Its messages have the numbers from `first_number` on.
  Adder(const sc_core::sc_module_name& name, int x, int y, int side, int credits, std::uint32_t first_number)
      : sc_module(name), x_(x), y_(y), side_(side), credits_(credits), number_(first_number) {
    SC_HAS_PROCESS(Adder);
    SC_METHOD(edge);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  void edge() {
    receive(from_router.read());
    if (credit_returned.read().credit) ++credits_;
    to_router.write(next_flit());
  }

  /// Every flit is taken at once, so its slot is free again.
  void receive(const Forward& flit) {
    credit_back.write(Backward{.credit = flit.valid, .credit_vc = flit.vc});
    if (!flit.valid) return;
    if (flit.head) {
      words_.clear();
    } else {
      words_.push_back(flit.data[1]);  // the word behind message number and index
    }
    if (!flit.tail) return;
    std::uint64_t sum = 0;
    for (std::size_t i = 1; i < words_.size(); ++i) sum += words_[i];
    send(static_cast<int>(words_.at(0)), sum);
  }

  /// A head and one flit of payload.
  void send(int destination, std::uint64_t word) {
    const std::uint64_t number = number_++, length = 2, index = 1;
    Forward head{.valid = true, .head = true, .tail = false, .vc = kVc, .data = {length << 32 | number}};
    head.data[1] = route_to(destination / side_, destination % side_);
    waiting_.push_back(head);
    waiting_.push_back(
        {.valid = true, .head = false, .tail = true, .vc = kVc, .data = {index << 32 | number, word}});
  }

  /// Segments of 16 bits, port and hops: along x, along y, out by the local port.
  std::uint64_t route_to(int x, int y) const {
    std::uint64_t route = 0;
    int segments = 0;
    const auto go = [&](int port, int hops) {
      if (hops > 0) route |= std::uint64_t(port | hops << 5) << 16 * segments++;
    };
    const int dx = (x - x_ + side_) % side_, dy = (y - y_ + side_) % side_;
    dx <= side_ / 2 ? go(0, dx) : go(1, side_ - dx);
    dy <= side_ / 2 ? go(2, dy) : go(3, side_ - dy);
    go(kLocalPort, 1);
    return route;
  }

  Forward next_flit() {
    if (waiting_.empty() || credits_ == 0) return {};
    const Forward flit = waiting_.front();
    waiting_.pop_front();
    --credits_;
    return flit;
  }

  const int x_, y_, side_;
  int credits_;  // free slots of the router's buffer
  std::uint32_t number_;
  std::vector<std::uint64_t> words_;  // of the message that is arriving
  std::deque<Forward> waiting_;
};
