// TLM-2.0 transactions through a torus in the kernel of a design.
#include <gtest/gtest.h>

#include "models/contract/kernel.h"
#include "models/contract/zero_load.h"
#include "models/part/sysc/torus.h"
#include "testbench/tests/part/platform.h"

namespace torusim::sysc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

/// A processor whose program is a function.
struct Processor : sc_core::sc_module {
  Processor(const sc_core::sc_module_name& name, std::function<void(Processor&)> program)
      : sc_module(name), program_(std::move(program)) {
    SC_HAS_PROCESS(Processor);
    SC_THREAD(run);
  }
  /// The time that b_transport takes.
  sc_time transfer(tlm::tlm_command command, std::uint64_t address, test::Bytes& bytes,
                   tlm::tlm_response_status expected = tlm::TLM_OK_RESPONSE) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
    sc_time delay;
    const sc_time before = sc_core::sc_time_stamp();
    socket->b_transport(payload, delay);
    EXPECT_EQ(payload.get_response_status(), expected);
    return sc_core::sc_time_stamp() + delay - before;
  }
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};

 private:
  void run() { program_(*this); }
  std::function<void(Processor&)> program_;
};

/// A memory that takes 2.5 ns.
struct Memory : sc_core::sc_module {
  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name), bytes(0x1000) {
    socket.register_b_transport(this, &Memory::b_transport);
    socket.register_transport_dbg(this, &Memory::access);
  }
  unsigned access(tlm::tlm_generic_payload& payload) {
    unsigned char* const here = bytes.data() + payload.get_address();
    if (payload.is_write()) std::copy_n(payload.get_data_ptr(), payload.get_data_length(), here);
    if (payload.is_read()) std::copy_n(here, payload.get_data_length(), payload.get_data_ptr());
    return payload.get_data_length();
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_time& delay) {
    access(payload);
    delay += sc_time(2.5, SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  test::Bytes bytes;
};

TEST(TorusTransport, ZeroLoadTimesAreTheClosedForm) {
  for (const int link_delay : {1, 3}) {
    KernelSession session;
    TorusOptions options = test::of_shape("torus:8x8");
    options.network.hardware.link_delay = link_delay;
    options.network.hardware.reserve = 8;
    options.flit_bytes = 8;
    const sc_time period(2, SC_NS);
    Torus torus("torus", options, period);
    const Hardware& hardware = torus.network().hardware();
    std::vector<std::unique_ptr<Memory>> memories;
    const std::vector<NodeId> nodes = {1, 9, 36, 63};
    for (std::size_t m = 0; m < nodes.size(); ++m) {
      memories.push_back(std::make_unique<Memory>(("memory" + std::to_string(m)).c_str()));
      torus.initiator_socket(nodes[m]).bind(memories[m]->socket);
      torus.map({.first = m * 0x1000, .last = m * 0x1000 + 0xfff, .node = nodes[m], .base = 0});
    }
    int measured = 0;
    Processor processor("processor", [&](Processor& self) {
      for (std::size_t m = 0; m < nodes.size(); ++m) {
        for (const std::size_t bytes : {1, 8, 9, 200}) {
          for (const tlm::tlm_command command : {tlm::TLM_WRITE_COMMAND, tlm::TLM_READ_COMMAND}) {
            test::Bytes data(bytes, 7);
            const bool writes = command == tlm::TLM_WRITE_COMMAND;
            const Cycle hops = dimension_order_route(hardware.topology, 0, nodes[m]).hops(hardware.topology);
            const Cycle flits = 1 + (Cycle(bytes) + 7) / 8;
            // Each worm is seen at the end of the cycle in which its tail is taken; 2.5 ns end in the second
            // cycle after.
            const Cycle cycles = zero_load_latency(hardware, 0, hops, writes ? flits : 1) + 1 + 2 +
                                 zero_load_latency(hardware, 0, hops, writes ? 1 : flits) + 1;
            EXPECT_EQ(self.transfer(command, m * 0x1000, data), period * static_cast<double>(cycles))
                << "node " << nodes[m] << ", " << bytes << " bytes";
            ++measured;
          }
        }
      }
    });
    processor.socket.bind(torus.target_socket(0));
    sc_core::sc_start();
    EXPECT_EQ(measured, 32);
  }
}

TEST(TorusTransport, AddressesAreTheTargetsOwnAndUnmappedOnesAnError) {
  KernelSession session;
  Torus torus("torus", test::of_shape("torus:4x4"), sc_time(1, SC_NS));
  Memory first("first"), second("second"), near("near");
  torus.initiator_socket(5).bind(first.socket);
  torus.initiator_socket(5).bind(second.socket);
  torus.initiator_socket(2).bind(near.socket);
  torus.map({.first = 0x8000, .last = 0x8fff, .node = 5, .target = 0});
  torus.map({.first = 0xf000, .last = 0xf0ff, .node = 5, .target = 1, .base = 0x100});
  torus.map({.first = 0x1000, .last = 0x10ff, .node = 2});
  bool ended = false;
  Processor processor("processor", [&](Processor& self) {
    test::Bytes bytes = {1, 2, 3}, read(3);
    self.transfer(tlm::TLM_WRITE_COMMAND, 0x8010, bytes);
    self.transfer(tlm::TLM_WRITE_COMMAND, 0xf002, bytes);
    self.transfer(tlm::TLM_WRITE_COMMAND, 0x1001, bytes);
    EXPECT_EQ(test::Bytes(&first.bytes[0x10], &first.bytes[0x13]), bytes);
    EXPECT_EQ(test::Bytes(&second.bytes[0x102], &second.bytes[0x105]), bytes);
    EXPECT_EQ(test::Bytes(&near.bytes[1], &near.bytes[4]), bytes) << "of the processor's own node";
    for (const std::uint64_t address : {0x0, 0x9000, 0xf0fe, 0x10fe}) {
      EXPECT_EQ(self.transfer(tlm::TLM_READ_COMMAND, address, read, tlm::TLM_ADDRESS_ERROR_RESPONSE),
                sc_core::SC_ZERO_TIME);
    }
    tlm::tlm_generic_payload payload;
    tlm::tlm_dmi dmi;
    payload.set_address(0x8010);
    EXPECT_FALSE(self.socket->get_direct_mem_ptr(payload, dmi));
    EXPECT_TRUE(dmi.is_none_allowed());
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_data_ptr(read.data());
    payload.set_data_length(3);
    const sc_time before = sc_core::sc_time_stamp();
    EXPECT_EQ(self.socket->transport_dbg(payload), 3u);
    EXPECT_EQ(read, bytes);
    payload.set_address(0x20);
    EXPECT_EQ(self.socket->transport_dbg(payload), 0u);
    EXPECT_EQ(sc_core::sc_time_stamp(), before) << "the debug transport takes no time";
    ended = true;
  });
  processor.socket.bind(torus.target_socket(2));
  sc_core::sc_start();
  EXPECT_TRUE(ended);
}

/// Responses do not queue behind the requests of their node, since they are of another class.
TEST(TorusTransport, ResponsesPassRequestsOfTheirNode) {
  std::map<int, sc_time> took;
  for (const int request_class : {0, 1}) {
    KernelSession session;
    TorusOptions options = test::of_shape("torus:4x4");
    options.request_class = request_class;
    options.flit_bytes = 1;
    Torus torus("torus", options, sc_time(1, SC_NS));
    Memory here("here"), there("there");
    torus.initiator_socket(0).bind(here.socket);
    torus.initiator_socket(2).bind(there.socket);
    torus.map({.first = 0x0, .last = 0xfff, .node = 0});
    torus.map({.first = 0x1000, .last = 0x1fff, .node = 2});
    std::vector<std::unique_ptr<Processor>> writers;
    for (int i = 0; i < 4; ++i) {
      writers.push_back(
          std::make_unique<Processor>(("writer" + std::to_string(i)).c_str(), [](Processor& self) {
            test::Bytes bytes(1000);
            self.transfer(tlm::TLM_WRITE_COMMAND, 0x1000, bytes);
          }));
      writers.back()->socket.bind(torus.target_socket(0));
    }
    Processor reader("reader", [&](Processor& self) {
      test::Bytes bytes(4);
      took[request_class] = self.transfer(tlm::TLM_READ_COMMAND, 0x0, bytes);
    });
    reader.socket.bind(torus.target_socket(3));
    sc_core::sc_start();
  }
  EXPECT_LT(took[1], sc_time(100, SC_NS));
  EXPECT_GT(took[0], sc_time(3000, SC_NS));
}

/// Two nodes read from each other, each with one place. Of one class, a node's response waits behind its next
/// request, which waits for the other node's response.
TEST(TorusTransport, OneClassForRequestsAndResponsesDeadlocks) {
  for (const int request_class : {0, 1}) {
    KernelSession session;
    TorusOptions options = test::of_shape("torus:4x4");
    options.request_class = request_class;
    options.places = 1;
    Torus torus("torus", options, sc_time(1, SC_NS));
    Memory here("here"), there("there");
    torus.initiator_socket(0).bind(here.socket);
    torus.initiator_socket(2).bind(there.socket);
    torus.map({.first = 0x0, .last = 0xfff, .node = 0});
    torus.map({.first = 0x1000, .last = 0x1fff, .node = 2});
    // A kernel drops the threads of a deadlock with all that they own.
    test::Bytes bytes(100);
    std::vector<tlm::tlm_generic_payload> payloads(4);
    std::vector<std::unique_ptr<Processor>> readers;
    int done = 0;
    for (int i = 0; i < 4; ++i) {
      tlm::tlm_generic_payload& payload = payloads[static_cast<std::size_t>(i)];
      payload.set_read();
      payload.set_address(i % 2 == 0 ? 0x1000 : 0x0);
      payload.set_data_ptr(bytes.data());
      payload.set_data_length(100);
      readers.push_back(std::make_unique<Processor>(("reader" + std::to_string(i)).c_str(),
                                                    [&done, &payload](Processor& self) {
                                                      sc_time delay;
                                                      for (int n = 0; n < 5; ++n, ++done) {
                                                        self.socket->b_transport(payload, delay);
                                                      }
                                                    }));
      readers.back()->socket.bind(torus.target_socket(i % 2 == 0 ? 0 : 2));
    }
    if (request_class == 1) {
      sc_core::sc_start();
      EXPECT_EQ(done, 20);
      continue;
    }
    try {
      sc_core::sc_start();
      ADD_FAILURE() << "no deadlock: " << done;
    } catch (const sc_core::sc_report& report) {
      EXPECT_STREQ(report.get_msg_type(), "/torusim/deadlock");
      EXPECT_STREQ(
          report.get_msg(),
          "torus.network: 2 requests wait for places at their targets, which 2 responses hold that wait "
          "behind them; give requests and responses different classes");
    }
  }
}

TEST(TorusTransport, AThreadThatEndsInItsCallHarmsNothing) {
  for (int kill_at = 0; kill_at < 90; ++kill_at) {
    KernelSession session;
    TorusOptions options = test::of_shape("torus:4x4");
    options.places = 1;
    Torus torus("torus", options, sc_time(1, SC_NS));
    Memory memory("memory");
    torus.initiator_socket(5).bind(memory.socket);
    torus.map({.first = 0x0, .last = 0xfff, .node = 5});
    int done = 0;
    Processor processor("processor", [&](Processor& self) {
      std::vector<sc_core::sc_process_handle> threads;
      test::Bytes bytes(40);
      for (int i = 0; i < 3; ++i) {
        threads.push_back(sc_core::sc_spawn([&] {
          test::Bytes own(40);
          self.transfer(tlm::TLM_WRITE_COMMAND, 0x0, own);
          ++done;
        }));
      }
      wait(sc_time(kill_at, SC_NS));
      threads[1].kill();
      self.transfer(tlm::TLM_READ_COMMAND, 0x0, bytes);
      ++done;
    });
    processor.socket.bind(torus.target_socket(0));
    sc_core::sc_start();
    EXPECT_GE(done, 3) << kill_at;
    EXPECT_TRUE(torus.network().idle());
  }
}

TEST(TorusTransport, SocketsOfOtherWidths) {
  KernelSession session;
  Torus torus("torus", test::of_shape("torus:4x4"), sc_time(1, SC_NS));
  Memory memory("memory");
  torus.initiator_socket(5).bind(memory.socket);
  torus.map({.first = 0x0, .last = 0xfff, .node = 5});
  struct Wide : sc_core::sc_module {
    explicit Wide(const sc_core::sc_module_name& name) : sc_module(name) {
      SC_HAS_PROCESS(Wide);
      SC_THREAD(run);
    }
    void run() {
      tlm::tlm_generic_payload payload;
      test::Bytes bytes = {9};
      payload.set_write();
      payload.set_address(0x8);
      payload.set_data_ptr(bytes.data());
      payload.set_data_length(1);
      sc_time delay;
      socket->b_transport(payload, delay);
    }
    tlm_utils::simple_initiator_socket<Wide, 128> socket{"socket"};
  } wide("wide");
  wide.socket.bind(torus.target_socket<128>(0));
  EXPECT_THROW(torus.target_socket<64>(0), sc_core::sc_report);
  sc_core::sc_start();
  EXPECT_EQ(memory.bytes[8], 9);
}

}  // namespace
}  // namespace torusim::sysc
