#include "models/pins/foreign_account.h"

#include <fmt/format.h>

#include <algorithm>

namespace torusim::pins {

ForeignAccount::ForeignAccount(const Hardware& hardware, NodeId node, std::vector<Pins> pins)
    : hardware_(hardware), vcs_(hardware.vcs()), pins_(std::move(pins)) {
  state_.node = node;
  state_.accounts.resize(pins_.size() * vcs_);
}

void ForeignAccount::balance(RunContext& run) {
  for (int p = 0; p < static_cast<int>(pins_.size()); ++p) {
    const Backward& given = pins_[p].given->read();
    const auto surplus = [&](const char* what, int vc) {
      run.scoreboard.fail(
          run.now, state_.node,
          fmt::format("the router gives {} for virtual channel {} of input port {}, although none is due",
                      what, vc, p));
    };
    if (given.ack && !pass_ack(p, given.ack_vc)) return surplus("an ack", given.ack_vc);
    if (given.credit) {
      if (given.credit_vc >= vcs_ || account(p, given.credit_vc).uncredited == 0) {
        return surplus("a credit", given.credit_vc);
      }
      --account(p, given.credit_vc).uncredited;
      ++account(p, given.credit_vc).credited;
    }
    const Forward& leaving = pins_[p].leaving->read();
    if (leaving.valid && leaving.vc < vcs_) leave(p, leaving);
    const Backward& returned = pins_[p].returned->read();
    if (returned.credit && returned.credit_vc < vcs_) --account(p, returned.credit_vc).in_flight;
  }
  // Departures, credits and acks come first: what they answer has arrived in an earlier cycle.
  for (int p = 0; p < static_cast<int>(pins_.size()); ++p) {
    const Forward& flit = pins_[p].arriving->read();
    if (flit.valid && flit.vc < vcs_) arrive(run, p, flit);
    const Backward& returned = pins_[p].returned->read();
    for (ForeignState::Inside& inside : state_.inside) {
      const bool its_way = inside.next.port == p && inside.next.vc == returned.ack_vc;
      if (returned.ack && its_way && inside.left > 0) inside.ack_due = true;
    }
  }
}

bool ForeignAccount::pass_ack(int port, int vc) {
  for (ForeignState::Inside& inside : state_.inside) {
    if (!inside.ack_due || inside.port != port || inside.vc != vc) continue;
    inside.ack_due = false;
    return true;
  }
  return false;
}

void ForeignAccount::leave(int port, const Forward& flit) {
  ++account(port, flit.vc).in_flight;
  const auto worm =
      std::find_if(state_.inside.begin(), state_.inside.end(), [&](const ForeignState::Inside& inside) {
        const bool its_way = inside.next.port == port && inside.next.vc == flit.vc;
        return inside.worm->number == message_number(flit.data) && (its_way || hardware_.adaptive);
      });
  if (worm == state_.inside.end() || worm->inside == 0) return;  // the destination will report the fault
  ++worm->left;
  --worm->inside;
  if (flit.tail) state_.inside.erase(worm);
}

void ForeignAccount::arrive(RunContext& run, int port, const Forward& flit) {
  ++account(port, flit.vc).uncredited;
  const Worm* const worm = run.find(message_number(flit.data));
  if (worm == nullptr) return;
  if (flit.head) {
    state_.inside.push_back(
        {worm, port, flit.vc,
         hardware_.adaptive ? ChannelRef{} : channel_on_path(hardware_, *worm, worm->head_channels), 0, 0});
  }
  for (ForeignState::Inside& inside : state_.inside) {
    if (inside.worm == worm && inside.port == port && inside.vc == flit.vc) ++inside.inside;
  }
}

}  // namespace torusim::pins
