#include "models/pins/open_watch.h"

#include <fmt/format.h>

namespace torusim::pins {

OpenWatch::OpenWatch(const sc_core::sc_module_name& name, RunContext& run, NodeId node,
                     const std::vector<LocalPins>& pins)
    : sc_module(name), run_(run), node_(node) {
  const auto vcs = static_cast<std::size_t>(run.hardware.vcs());
  for (const LocalPins& local : pins) {
    channels_.push_back({local, CreditCounter(run.hardware), std::vector<Injected>(vcs),
                         std::vector<int>(vcs), std::vector<int>(vcs)});
  }
  SC_HAS_PROCESS(OpenWatch);
  SC_METHOD(edge);
  sensitive << clock.pos();
  dont_initialize();
}

/// The clock edge that ends a cycle: the wires still have the values of that cycle.
void OpenWatch::edge() {
  for (Watched& watched : channels_) {
    if (watched.arrived.valid) take_flit(run_, node_, watched.arrived);
    book_returns(watched, watched.returned);
    book_injection(watched, watched.pins.forward_in.read());
    book_answers(watched, watched.pins.backward_in.read());
    watched.returned = watched.pins.backward_out.read();
    watched.arrived = watched.pins.forward_out.read();
    const Forward& arrived = watched.arrived;
    if (!arrived.valid || arrived.vc >= watched.owed.size()) continue;
    ++watched.owed[arrived.vc];
    const bool circuit = run_.hardware.switching == Switching::kCircuit;
    if (circuit && arrived.head && !arrived.tail) ++watched.unacked[arrived.vc];
  }
}

void OpenWatch::book_returns(Watched& watched, const Backward& back) {
  if (back.credit) watched.credits.credited(back.credit_vc);
  if (back.ack) watched.injected[back.ack_vc].needs_ack = false;
}

void OpenWatch::book_injection(Watched& watched, const Forward& flit) {
  // The probe has already reported flits without a message, and wrong virtual channels.
  if (!flit.valid || !run_.scoreboard.failure().empty()) return;
  Injected& worm = watched.injected[flit.vc];
  if (flit.head) {
    const std::uint32_t flits = length_or_index(flit.data);
    worm = {flits, 0, run_.hardware.switching == Switching::kCircuit && flits > 1};
    if (run_.hardware.cuts_through() && watched.credits.room(flit.vc) < static_cast<int>(flits)) {
      fail(fmt::format("the head of message {}, without credits for its {} flits (--switching {})",
                       message_number(flit.data), flits, to_text(run_.hardware.switching)));
    }
  } else if (worm.needs_ack) {
    fail(fmt::format("payload of message {} before the ack of its head", message_number(flit.data)));
  }
  const std::uint32_t index = flit.head ? 0 : length_or_index(flit.data);
  if (index != worm.next || flit.tail != (index + 1 == worm.flits)) {
    fail(fmt::format("flit {}{} of message {}, which has {} flits; flit {} is the next", index,
                     flit.tail ? ", a tail," : "", message_number(flit.data), worm.flits, worm.next));
  }
  if (watched.credits.room(flit.vc) == 0) {
    fail(fmt::format("flit {} of message {} on virtual channel {}, which has no credit", index,
                     message_number(flit.data), flit.vc));
  }
  watched.credits.sent(flit.vc);
  ++worm.next;
}

void OpenWatch::book_answers(Watched& watched, const Backward& back) {
  const auto book = [&](std::vector<int>& due, std::uint8_t vc, const char* what) {
    if (vc >= due.size() || due[vc] == 0) {
      fail(fmt::format("{} for virtual channel {}, although none is due", what, vc));
    } else {
      --due[vc];
    }
  };
  if (back.credit) book(watched.owed, back.credit_vc, "a credit");
  if (back.ack) book(watched.unacked, back.ack_vc, "an ack");
}

void OpenWatch::fail(const std::string& what) {
  run_.scoreboard.fail(run_.now, node_, "the open node's network interface sends " + what);
}

}  // namespace torusim::pins
