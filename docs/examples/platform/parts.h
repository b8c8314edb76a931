#pragma once
// The parts of the platform: ordinary SystemC modules, which know nothing of the network.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

/// Reads and writes by b_transport. A program is a function, which runs in a thread.
struct Processor : sc_core::sc_module {
  Processor(const sc_core::sc_module_name& name, std::function<void(Processor&)> program)
      : sc_module(name), program_(std::move(program)) {
    SC_HAS_PROCESS(Processor);
    SC_THREAD(run);
  }

  void transfer(tlm::tlm_command command, std::uint64_t address, void* data, unsigned bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    if (payload.is_response_error()) SC_REPORT_ERROR(name(), payload.get_response_string().c_str());
    wait(delay);
  }
  std::uint32_t read(std::uint64_t address) {
    std::uint32_t value = 0;
    transfer(tlm::TLM_READ_COMMAND, address, &value, sizeof value);
    return value;
  }
  void write(std::uint64_t address, std::uint32_t value) {
    transfer(tlm::TLM_WRITE_COMMAND, address, &value, sizeof value);
  }

  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};

 private:
  void run() { program_(*this); }
  std::function<void(Processor&)> program_;
};

struct Memory : sc_core::sc_module {
  Memory(const sc_core::sc_module_name& name, std::size_t bytes, const sc_core::sc_time& latency)
      : sc_module(name), data_(bytes), latency_(latency) {
    socket.register_b_transport(this, &Memory::b_transport);
    socket.register_transport_dbg(this, &Memory::access);
  }
  unsigned access(tlm::tlm_generic_payload& payload) {
    const unsigned bytes = payload.get_data_length();
    unsigned char* const here = data_.data() + payload.get_address();
    if (payload.is_write()) std::copy_n(payload.get_data_ptr(), bytes, here);
    if (payload.is_read()) std::copy_n(here, bytes, payload.get_data_ptr());
    return bytes;
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    access(payload);
    delay += latency_;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  tlm_utils::simple_target_socket<Memory> socket{"socket"};

 private:
  std::vector<unsigned char> data_;
  const sc_core::sc_time latency_;
};

/// Copies blocks. Registers of 32 bits: 0 from, 4 to, 8 bytes; a write of the last one starts the copy, and
/// it reads 0 when that is done.
struct DmaEngine : sc_core::sc_module {
  explicit DmaEngine(const sc_core::sc_module_name& name) : sc_module(name) {
    registers.register_b_transport(this, &DmaEngine::b_transport);
    SC_HAS_PROCESS(DmaEngine);
    SC_THREAD(copy);
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    std::uint32_t& value = values_[payload.get_address() / 4 % 3];
    std::uint32_t& data = *reinterpret_cast<std::uint32_t*>(payload.get_data_ptr());
    if (payload.is_read()) data = value;
    if (payload.is_write()) value = data;
    if (payload.is_write() && &value == &values_[2]) started_.notify(sc_core::SC_ZERO_TIME);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  void copy() {
    while (true) {
      wait(started_);
      for (std::uint32_t at = 0; at < values_[2]; at += kBurst) {
        unsigned char burst[kBurst];
        const unsigned bytes = std::min(kBurst, values_[2] - at);
        transfer(tlm::TLM_READ_COMMAND, values_[0] + at, burst, bytes);
        transfer(tlm::TLM_WRITE_COMMAND, values_[1] + at, burst, bytes);
      }
      values_[2] = 0;
    }
  }
  void transfer(tlm::tlm_command command, std::uint64_t address, unsigned char* data, unsigned bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data);
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    wait(delay);
  }

  tlm_utils::simple_target_socket<DmaEngine> registers{"registers"};
  tlm_utils::simple_initiator_socket<DmaEngine> socket{"socket"};

 private:
  static constexpr std::uint32_t kBurst = 64;
  std::uint32_t values_[3] = {};
  sc_core::sc_event started_;
};
