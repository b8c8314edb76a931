// Initiators and targets that break rules, throw exceptions or end too early: one report each, and the rest
// of the design continues.
#include <gtest/gtest.h>

#include <stdexcept>
#include <tuple>

#include "models/contract/kernel.h"
#include "models/contract/zero_load.h"
#include "models/part/sysc/torus.h"
#include "testbench/tests/part/platform.h"
#include "testbench/tests/part/protocol_checker.h"

namespace torusim::sysc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using test::PayloadPool;
using test::Reports;
using tlm::tlm_generic_payload;
using tlm::tlm_phase;
using tlm::tlm_sync_enum;
using Texts = std::vector<std::string>;

/// What it does and answers are functions.
struct Initiator : sc_core::sc_module {
  Initiator(const sc_core::sc_module_name& name, std::function<void(Initiator&)> its_program)
      : sc_module(name), program(std::move(its_program)) {
    socket.register_nb_transport_bw(this, &Initiator::nb_transport_bw);
    SC_HAS_PROCESS(Initiator);
    SC_THREAD(run);
  }
  void run() { program(*this); }
  PayloadPool::Item& read() {
    PayloadPool::Item& item = pool.get();
    item.bytes.resize(4);
    item.payload.set_read();
    item.payload.set_data_ptr(item.bytes.data());
    item.payload.set_data_length(4);
    item.payload.set_address(0);
    return item;
  }
  tlm_sync_enum call(tlm_generic_payload& payload, tlm_phase phase) {
    sc_time delay;
    return socket->nb_transport_fw(payload, phase, delay);
  }
  tlm_sync_enum nb_transport_bw(tlm_generic_payload& payload, tlm_phase& phase, sc_time&) {
    phases.push_back(phase.get_name());
    times.push_back(sc_core::sc_time_stamp());
    if (answer) answer(payload, phase);
    return phase == tlm::BEGIN_RESP ? answer_to_response : tlm::TLM_ACCEPTED;
  }
  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};
  PayloadPool pool;
  std::function<void(Initiator&)> program;
  std::function<void(tlm_generic_payload&, tlm_phase&)> answer;
  tlm_sync_enum answer_to_response = tlm::TLM_COMPLETED;
  Texts phases;
  std::vector<sc_time> times;
};

struct Target : sc_core::sc_module {
  explicit Target(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_nb_transport_fw(this, &Target::nb_transport_fw);
    socket.register_b_transport(this, &Target::b_transport);
  }
  tlm_sync_enum nb_transport_fw(tlm_generic_payload& payload, tlm_phase& phase, sc_time&) {
    if (phase == tlm::END_RESP) {
      ++ended;
      return tlm::TLM_COMPLETED;
    }
    if (answer) return answer(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  void b_transport(tlm_generic_payload& payload, sc_time&) {
    if (answer) answer(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  tlm_sync_enum call(tlm_generic_payload& payload, tlm_phase phase) {
    sc_time delay;
    return socket->nb_transport_bw(payload, phase, delay);
  }
  tlm_utils::simple_target_socket<Target> socket{"socket"};
  std::function<tlm_sync_enum(tlm_generic_payload&)> answer;
  int ended = 0;
};

/// An initiator at node 0 and a target at node 5.
struct Design {
  explicit Design(std::function<void(Initiator&)> program) : initiator("initiator", std::move(program)) {
    initiator.socket.bind(torus.target_socket(0));
    torus.initiator_socket(5).bind(target.socket);
    torus.map({.first = 0, .last = 0xff, .node = 5});
  }
  static TorusOptions options() {
    TorusOptions options;
    options.network.hardware.topology = Topology::parse("torus:4x4");
    return options;
  }
  KernelSession session;
  Reports reports;
  Torus torus{"torus", options(), sc_time(1, SC_NS)};
  Initiator initiator;
  Target target{"target"};
};

TEST(TorusFaults, OfAnInitiator) {
  Design design([](Initiator& self) {
    tlm_generic_payload unmanaged;
    EXPECT_EQ(self.call(unmanaged, tlm::BEGIN_REQ), tlm::TLM_COMPLETED);
    EXPECT_EQ(unmanaged.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    tlm_generic_payload &first = self.read().payload, &second = self.read().payload;
    EXPECT_EQ(self.call(first, tlm::BEGIN_REQ), tlm::TLM_ACCEPTED);
    EXPECT_EQ(self.call(second, tlm::BEGIN_REQ), tlm::TLM_COMPLETED);
    EXPECT_EQ(self.call(first, tlm::END_RESP), tlm::TLM_COMPLETED);
    EXPECT_EQ(self.call(first, tlm::END_REQ), tlm::TLM_ACCEPTED);
    EXPECT_EQ(self.call(first, tlm::BEGIN_RESP), tlm::TLM_ACCEPTED);
    wait(sc_time(100, SC_NS));
    EXPECT_TRUE(first.is_response_ok());
    EXPECT_EQ(first.get_ref_count(), 1);
    second.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    EXPECT_EQ(self.call(second, tlm::BEGIN_REQ), tlm::TLM_ACCEPTED);
    wait(sc_time(100, SC_NS));
    EXPECT_TRUE(second.is_response_ok());
    first.release();
    second.release();
  });
  sc_core::sc_start();
  const std::string who = "/torusim/protocol: torus: initiator 0 of node 0: ";
  EXPECT_EQ(Reports::take(),
            (Texts{who + "nb_transport of a transaction without a memory manager",
                   who + "BEGIN_REQ before the END_REQ of its last request",
                   who + "END_RESP of a transaction that is not at BEGIN_RESP",
                   who + "END_REQ on the forward path", who + "BEGIN_RESP on the forward path"}));
  EXPECT_EQ(design.initiator.phases, (Texts{"END_REQ", "BEGIN_RESP", "END_REQ", "BEGIN_RESP"}));
  EXPECT_EQ(design.target.ended, 0) << "TLM_COMPLETED needs no END_RESP";
}

TEST(TorusFaults, OfATarget) {
  Design design([](Initiator& self) {
    for (int i = 0; i < 2; ++i) {
      tlm_generic_payload& payload = self.read().payload;
      self.call(payload, tlm::BEGIN_REQ);
      wait(sc_time(100, SC_NS));
      EXPECT_TRUE(payload.is_response_ok());
      EXPECT_EQ(payload.get_ref_count(), 1);
      payload.release();
    }
  });
  design.target.answer = [&](tlm_generic_payload& payload) {
    sc_core::sc_spawn([&] {
      tlm_generic_payload other;
      wait(sc_time(3, SC_NS));
      EXPECT_EQ(design.target.call(other, tlm::BEGIN_RESP), tlm::TLM_ACCEPTED);
      EXPECT_EQ(design.target.call(payload, tlm::END_RESP), tlm::TLM_ACCEPTED);
      EXPECT_EQ(design.target.call(payload, tlm::END_REQ), tlm::TLM_ACCEPTED);
      EXPECT_EQ(design.target.call(payload, tlm::END_REQ), tlm::TLM_ACCEPTED);
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(design.target.call(payload, tlm::BEGIN_RESP), tlm::TLM_ACCEPTED);
      EXPECT_EQ(design.target.call(payload, tlm::BEGIN_RESP), tlm::TLM_ACCEPTED);
    });
    return tlm::TLM_ACCEPTED;
  };
  sc_core::sc_start();
  const std::string who = "/torusim/protocol: torus: target 0 of node 5: ";
  const Texts once = {who + "BEGIN_RESP of a transaction that it does not have",
                      who + "END_RESP on the backward path", who + "END_REQ of a request that has ended",
                      who + "BEGIN_RESP of a transaction that it does not have"};
  Texts twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  EXPECT_EQ(Reports::take(), twice);
  EXPECT_EQ(design.target.ended, 2);
}

TEST(TorusFaults, ExceptionsOfCallbacks) {
  Design design([](Initiator& self) {
    for (int i = 0; i < 5; ++i) {
      tlm_generic_payload& payload = self.read().payload;
      self.call(payload, tlm::BEGIN_REQ);
      wait(sc_time(100, SC_NS));
      EXPECT_EQ(payload.get_response_status(),
                i == 0 || i > 2 ? tlm::TLM_GENERIC_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(payload.get_ref_count(), 1);
      payload.release();
    }
    tlm_generic_payload& payload = self.read().payload;
    sc_time delay;
    EXPECT_THROW(self.socket->b_transport(payload, delay), std::domain_error);
    EXPECT_EQ(payload.get_address(), 0u);
    self.socket->b_transport(payload, delay);
    EXPECT_TRUE(payload.is_response_ok());
    payload.release();
  });
  int calls = 0;
  Initiator& self = design.initiator;
  design.target.answer = [&](tlm_generic_payload& payload) {
    if (++calls == 1) throw std::runtime_error("of the target");
    if (calls == 4) throw 7;
    if (calls == 5) {
      self.answer_to_response = tlm::TLM_UPDATED;
      return tlm::TLM_UPDATED;
    }
    if (calls == 6) throw std::domain_error("in the initiator's thread");
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  };
  design.initiator.answer = [&](tlm_generic_payload&, tlm_phase& phase) {
    if (phase == tlm::BEGIN_RESP && calls == 2) throw std::runtime_error("of the initiator");
  };
  sc_core::sc_start();
  EXPECT_EQ(calls, 7);
  const std::string target = ": torus: target 0 of node 5", initiator = ": torus: initiator 0 of node 0";
  EXPECT_EQ(
      Reports::take(),
      (Texts{"/torusim/callback" + target + " threw an exception: of the target",
             "/torusim/callback" + initiator + " threw an exception: of the initiator",
             "/torusim/callback" + target + " threw an exception: not a std::exception",
             "/torusim/protocol" + target + ": TLM_UPDATED of BEGIN_REQ with the phase BEGIN_REQ",
             "/torusim/protocol" + initiator + ": TLM_UPDATED of BEGIN_RESP with the phase BEGIN_RESP"}));
}

/// The range of addresses is the streaming width; and a message for a cycle that never comes is refused.
TEST(TorusFaults, RangesAndTimes) {
  Design design([&](Initiator& self) {
    for (const auto& [length, streaming, expected] :
         {std::tuple{64, 4, tlm::TLM_OK_RESPONSE}, std::tuple{4, 4, tlm::TLM_OK_RESPONSE},
          std::tuple{64, 64, tlm::TLM_ADDRESS_ERROR_RESPONSE},
          std::tuple{64, 0, tlm::TLM_ADDRESS_ERROR_RESPONSE}, std::tuple{4, 64, tlm::TLM_OK_RESPONSE}}) {
      PayloadPool::Item& item = self.read();
      item.bytes.resize(static_cast<std::size_t>(length));
      item.payload.set_data_ptr(item.bytes.data());
      item.payload.set_data_length(static_cast<unsigned>(length));
      item.payload.set_streaming_width(static_cast<unsigned>(streaming));
      item.payload.set_address(0xfc);
      sc_time delay;
      self.socket->b_transport(item.payload, delay);
      EXPECT_EQ(item.payload.get_response_status(), expected) << length << " over " << streaming;
      item.payload.release();
    }
  });
  constexpr Cycle kNever = 1'000'000'000'000'000'000;
  EXPECT_FALSE(design.torus.node(0).nb_send({.destination = 5, .flits = 4, .earliest = kNever}));
  sc_core::sc_start();
  EXPECT_EQ(Reports::take(),
            (Texts{"/torusim/use: torus.network: send in cycle 1000000000000000000, and the time of "
                   "the kernel ends before it"}));
}

/// An observer that throws ends the network.
TEST(TorusFaults, AnObserverThatThrows) {
  struct Thrower : Observer {
    void moved(Cycle, std::span<const FlitMove>) override { throw 7; }
  } thrower;
  KernelSession session;
  const Reports reports;
  TorusOptions options = Design::options();
  options.network.observers = {&thrower};
  Torus torus("torus", options, sc_time(1, SC_NS));
  torus.node(0).nb_send({.destination = 5, .flits = 4});
  sc_core::sc_start();
  EXPECT_EQ(Reports::take(), Texts{"/torusim/network: torus.network: not a std::exception"});
}

TEST(TorusFaults, TheEndWithTransactionsUnderWay) {
  for (int end = 1; end < 40; ++end) {
    Design design([](Initiator& self) {
      for (int i = 0; i < 3; ++i) {
        sc_core::sc_spawn([&self, &payload = self.read().payload] {
          sc_time delay;
          self.socket->b_transport(payload, delay);
        });
      }
      self.call(self.read().payload, tlm::BEGIN_REQ);
    });
    design.initiator.pool.in_use_at_end = 4;
    sc_core::sc_start(sc_time(end, SC_NS));
    sc_core::sc_stop();
    const Texts texts = Reports::take();
    const bool over = design.torus.network().delivered() == 8;
    EXPECT_EQ(texts.size(), over ? 0u : 1u);
    if (!over && !texts.empty()) {
      EXPECT_EQ(texts[0].substr(0, 27), "/torusim/unfinished: torus:") << texts[0];
    }
  }
}

TEST(TorusFaults, BlockingCallsEndWhenTheNetworkFinishes) {
  for (int end = 1; end < 40; ++end) {
    int returned = 0, served = 0;
    Design design([&](Initiator& self) {
      for (const int delay : {0, 7, 30}) {
        sc_core::sc_spawn([&, delay] {
          tlm_generic_payload& payload = self.read().payload;
          for (int call = 0; call < 2; ++call) {
            payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
            sc_time later(delay, SC_NS);
            self.socket->b_transport(payload, later);
            EXPECT_NE(payload.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
            served += payload.is_response_ok();
            ++returned;
          }
          payload.release();
        });
      }
      wait(sc_time(end, SC_NS));
      design.torus.finish();
    });
    sc_core::sc_start(sc_time(1000, SC_NS));
    EXPECT_EQ(returned, 6) << end;
    EXPECT_LT(served, 6) << end;
    Reports::take();
  }
}

/// END_REQ and BEGIN_RESP at zero load.
TEST(TorusFaults, PhasesOfAFaultlessRead) {
  Design design([](Initiator& self) {
    tlm_generic_payload& payload = self.read().payload;
    self.call(payload, tlm::BEGIN_REQ);
    wait(sc_time(100, SC_NS));
    payload.release();
  });
  sc_core::sc_start();
  const Hardware& hardware = design.torus.network().hardware();
  const Cycle there = zero_load_latency(hardware, 0, 2, 1), back = zero_load_latency(hardware, 0, 2, 2);
  ASSERT_EQ(design.initiator.phases, (Texts{"END_REQ", "BEGIN_RESP"}));
  EXPECT_EQ(design.initiator.times[0], sc_time(2, SC_NS)) << "the head leaves in cycle 0";
  EXPECT_EQ(design.initiator.times[1], sc_time(static_cast<double>(there + 1 + back + 1), SC_NS));
  EXPECT_EQ(Reports::take(), Texts());
}

/// The checker that is silent everywhere else is not so here.
TEST(TorusFaults, TheCheckerSeesBrokenRules) {
  KernelSession session;
  const Reports reports;
  Torus torus("torus", Design::options(), sc_time(1, SC_NS));
  Initiator initiator("initiator", [](Initiator& self) {
    tlm_generic_payload &first = self.read().payload, &second = self.read().payload;
    self.call(first, tlm::BEGIN_REQ);
    self.call(second, tlm::BEGIN_REQ);
    self.call(first, tlm::END_RESP);
    wait(sc_time(100, SC_NS));
    first.release();
    second.release();
  });
  Target target("target");
  target.answer = [&](tlm_generic_payload& payload) {
    target.call(payload, tlm::BEGIN_RESP);  // without a response status
    return tlm::TLM_ACCEPTED;
  };
  test::ProtocolChecker up("up"), down("down");
  initiator.socket.bind(up.up);
  up.down.bind(torus.target_socket(0));
  torus.initiator_socket(5).bind(down.up);
  down.down.bind(target.socket);
  torus.map({.first = 0, .last = 0xff, .node = 5});
  sc_core::sc_start();
  EXPECT_GE(up.violations.size(), 2u);
  EXPECT_EQ(up.violations[0], "up: two requests at once");
  EXPECT_EQ(down.violations, Texts{"down: BEGIN_RESP without a response"});
  EXPECT_EQ(Reports::take().size(), 2u);
}

}  // namespace
}  // namespace torusim::sysc
