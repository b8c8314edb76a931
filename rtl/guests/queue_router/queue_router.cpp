// A router as a SystemC module: a queue for every virtual channel of an input, and outputs that look around
// in a circle for a flit. The worked example of docs/your-own-router.md. Unlike torusim's own it may read
// several queues of an input port in one cycle, and knows no priorities.
#include <deque>
#include <vector>

#include "models/foreign/plugin/systemc_router.h"

class QueueRouter : public torusim::SystemcRouter {
 public:
  QueueRouter(const sc_core::sc_module_name& name, const torusim_router_site& site)
      : SystemcRouter(name, site),
        site_(site),
        queues_(site.ports * site.vcs),
        outputs_(site.ports,
                 Output{std::vector<int>(site.vcs, site.reserve), std::vector<bool>(site.vcs), 0}) {
    SC_HAS_PROCESS(QueueRouter);
    SC_METHOD(edge);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  struct Queue {  // of one virtual channel of an input
    std::deque<torusim::Forward> flits;
    int out = 0, out_vc = 0;  // where the worm at its front goes
    bool started = false;     // its head has gone
    bool credit_due = false;  // a slot was freed whose credit has not been given
  };
  struct Output {
    std::vector<int> credits;  // [vcs]
    std::vector<bool> held;    // [vcs] by a worm
    int turn;
  };

  /// The rising edge: decide on what is here, then take what has come.
  void edge() {
    for (int out = 0; out < site_.ports; ++out) forward_out[out].write(send(out));
    for (int in = 0; in < site_.ports; ++in) {
      backward_out[in].write(give_credit(in));
      const torusim::Backward& back = backward_in[in].read();
      if (back.credit) ++outputs_[in].credits[back.credit_vc];
      const torusim::Forward& flit = forward_in[in].read();
      if (!flit.valid) continue;
      Queue& queue = queues_[in * site_.vcs + flit.vc];
      queue.flits.push_back(flit);
      if (queue.flits.size() == 1 && flit.head) look_up(queue, in, flit.vc);
    }
  }

  torusim::Forward send(int out) {
    Output& output = outputs_[out];
    const int queues = static_cast<int>(queues_.size());
    for (int i = 0; i < queues; ++i) {
      const int q = (output.turn + i) % queues;
      Queue& queue = queues_[q];
      if (queue.flits.empty() || queue.credit_due || queue.out != out || output.credits[queue.out_vc] == 0)
        continue;
      if (!queue.started && output.held[queue.out_vc]) continue;
      torusim::Forward flit = queue.flits.front();
      queue.flits.pop_front();
      queue.started = !flit.tail;
      queue.credit_due = true;
      output.held[queue.out_vc] = !flit.tail;
      --output.credits[queue.out_vc];
      output.turn = q + 1;
      flit.vc = static_cast<std::uint8_t>(queue.out_vc);
      if (flit.head) flit.data = torusim::advance_route(flit.data);
      if (flit.tail && !queue.flits.empty()) look_up(queue, q / site_.vcs, q % site_.vcs);
      return flit;
    }
    return {};
  }

  /// One a cycle; the others wait, and their queues with them.
  torusim::Backward give_credit(int in) {
    for (int vc = 0; vc < site_.vcs; ++vc) {
      Queue& queue = queues_[in * site_.vcs + vc];
      if (!queue.credit_due) continue;
      queue.credit_due = false;
      return {true, static_cast<std::uint8_t>(vc)};
    }
    return {};
  }

  /// Class stays; the lane is the segment's after a turn and 1 behind the dateline, if there are two.
  void look_up(Queue& queue, int in, int vc) {
    const torusim::Data& head = queue.flits.front().data;
    queue.out = torusim::route_port(head);
    const int network_ports = site_.ports - site_.local_ports;
    const bool straight = in < network_ports && queue.out < network_ports && in / 2 == queue.out / 2;
    const int lane = (straight ? vc % site_.lanes : 0) | (torusim::route_lane(head) & 1) |
                     static_cast<int>((site_.dateline >> queue.out) & 1);
    queue.out_vc = vc / site_.lanes * site_.lanes + (site_.lanes == 1 ? 0 : lane);
  }

  const torusim_router_site site_;
  std::vector<Queue> queues_;  // [ports][vcs]
  std::vector<Output> outputs_;
};

TORUSIM_SYSTEMC_ROUTER(QueueRouter, 0, .classes = 1, .shared_max = -1)
