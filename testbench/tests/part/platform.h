#pragma once
/// Parts of a TLM-2.0 platform for tests: initiators and memories of every kind, with random behaviour.

#include <gtest/gtest.h>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <systemc>
#include <tlm>
#include <tuple>
#include <utility>
#include <vector>

#include "models/part/sysc/torus.h"

namespace torusim::test {

/// With anything else as it is by default.
inline sysc::TorusOptions of_shape(const char* shape) {
  sysc::TorusOptions options;
  options.network.hardware.topology = Topology::parse(shape);
  return options;
}

using Bytes = std::vector<unsigned char>;

/// Who sent a transaction, and its number among those.
struct Origin : tlm::tlm_extension<Origin> {
  int initiator = 0, number = 0;
  tlm_extension_base* clone() const override { return new Origin(*this); }
  void copy_from(const tlm_extension_base& other) override { *this = static_cast<const Origin&>(other); }
};

/// Payloads with bytes and an origin, used again and again.
class PayloadPool : public tlm::tlm_mm_interface {
 public:
  struct Item {
    explicit Item(PayloadPool* pool) : payload(pool) { payload.set_extension(&origin); }
    ~Item() { payload.clear_extension(&origin); }
    tlm::tlm_generic_payload payload;
    Origin origin;
    Bytes bytes, expected;
  };
  ~PayloadPool() override { EXPECT_EQ(busy_.size(), in_use_at_end); }
  Item& get() {
    if (free_.empty()) free_.push_back(std::make_unique<Item>(this));
    std::unique_ptr<Item> item = std::move(free_.back());
    free_.pop_back();
    Item& taken = *item;
    busy_.emplace(&taken.payload, std::move(item));
    taken.payload.acquire();
    taken.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    return taken;
  }
  Item& of(tlm::tlm_generic_payload& payload) { return *busy_.at(&payload); }
  void free(tlm::tlm_generic_payload* payload) override {
    const auto at = busy_.find(payload);
    free_.push_back(std::move(at->second));
    busy_.erase(at);
  }
  std::size_t busy() const { return busy_.size(); }
  std::size_t in_use_at_end = 0;

 private:
  std::vector<std::unique_ptr<Item>> free_;
  std::map<tlm::tlm_generic_payload*, std::unique_ptr<Item>> busy_;
};

/// A program of random reads and writes in the initiator's own part of every memory. It knows every byte.
class RandomProgram {
 public:
  static constexpr std::uint64_t kMemory = 0x10000, kOwn = 0x100;
  RandomProgram(int initiator, int memories, unsigned seed)
      : initiator_(initiator), random_(seed), bytes_(static_cast<std::size_t>(memories), Bytes(kOwn)) {}

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  sc_core::sc_time time(int most_ns) { return sc_core::sc_time(below(most_ns * 10) / 10.0, sc_core::SC_NS); }
  PayloadPool::Item& next() {
    PayloadPool::Item& item = pool.get();
    const int memory = below(static_cast<int>(bytes_.size()));
    const int length = 1 + below(100), at = below(static_cast<int>(kOwn) - length + 1);
    Bytes& known = bytes_[static_cast<std::size_t>(memory)];
    const bool writes = below(2) == 0;
    item.bytes.assign(static_cast<std::size_t>(length), 0);
    if (writes) {
      for (unsigned char& byte : item.bytes) byte = static_cast<unsigned char>(random_());
      std::copy(item.bytes.begin(), item.bytes.end(), known.begin() + at);
    }
    item.expected.assign(known.begin() + at, known.begin() + at + length);
    item.payload.set_command(writes ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    item.payload.set_address(memory * kMemory + static_cast<unsigned>(initiator_) * kOwn +
                             static_cast<unsigned>(at));
    item.payload.set_data_ptr(item.bytes.data());
    item.payload.set_data_length(static_cast<unsigned>(length));
    item.payload.set_streaming_width(static_cast<unsigned>(length));
    item.origin.initiator = initiator_;
    item.origin.number = sent++;
    return item;
  }
  void check(PayloadPool::Item& item) {
    EXPECT_EQ(item.payload.get_response_status(), tlm::TLM_OK_RESPONSE);
    EXPECT_FALSE(item.payload.is_dmi_allowed());
    EXPECT_EQ(item.bytes, item.expected);
    ++done;
    if (on_checked) on_checked();
  }

  PayloadPool pool;
  std::function<void()> on_checked;  ///< after each
  int sent = 0, done = 0;

 private:
  const int initiator_;
  std::mt19937 random_;
  std::vector<Bytes> bytes_;
};

/// One call of b_transport after another.
struct LooseInitiator : sc_core::sc_module {
  LooseInitiator(const sc_core::sc_module_name& name, RandomProgram& its_program, int its_transactions)
      : sc_module(name), program(its_program), transactions(its_transactions) {
    SC_HAS_PROCESS(LooseInitiator);
    SC_THREAD(run);
  }
  void run() {
    while (program.sent < transactions) {
      PayloadPool::Item& item = program.next();
      sc_core::sc_time delay = program.below(3) == 0 ? program.time(20) : sc_core::SC_ZERO_TIME;
      socket->b_transport(item.payload, delay);
      EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
      program.check(item);
      item.payload.release();
      if (program.below(3) == 0) wait(program.time(20));
    }
  }
  tlm_utils::simple_initiator_socket<LooseInitiator> socket{"socket"};
  RandomProgram& program;
  const int transactions;
};

/// Several transactions under way by nb_transport, responses ended in each of the ways.
struct ApproximateInitiator : sc_core::sc_module {
  ApproximateInitiator(const sc_core::sc_module_name& name, RandomProgram& its_program, int its_transactions)
      : sc_module(name), program(its_program), transactions(its_transactions) {
    socket.register_nb_transport_bw(this, &ApproximateInitiator::nb_transport_bw);
    SC_HAS_PROCESS(ApproximateInitiator);
    SC_THREAD(run);
    SC_METHOD(end_response);
    sensitive << to_end.get_event();
    dont_initialize();
  }
  void run() {
    while (program.sent < transactions) {
      while (request != nullptr || under_way == 4) wait(changed);
      PayloadPool::Item& item = program.next();
      request = &item.payload;
      ++under_way;
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = program.below(3) == 0 ? program.time(20) : sc_core::SC_ZERO_TIME;
      const auto answer = socket->nb_transport_fw(item.payload, phase, delay);
      EXPECT_EQ(answer, tlm::TLM_ACCEPTED);
      if (program.below(3) == 0) wait(program.time(20));
    }
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::END_REQ) {
      EXPECT_EQ(request, &payload);
      request = nullptr;
      changed.notify(sc_core::SC_ZERO_TIME);
      return tlm::TLM_ACCEPTED;
    }
    EXPECT_EQ(phase, tlm::BEGIN_RESP);
    // Its own draws, so that the order of events of one time changes nothing.
    std::mt19937 random(static_cast<unsigned>(program.pool.of(payload).origin.number));
    const unsigned way = random() % 3;
    const sc_core::sc_time later(random() % 30 / 10.0, sc_core::SC_NS);
    if (way == 0) {
      to_end.notify(payload, 3 * later);
      return tlm::TLM_ACCEPTED;
    }
    end(payload);
    delay += later;
    if (way == 1) return tlm::TLM_COMPLETED;
    phase = tlm::END_RESP;
    return tlm::TLM_UPDATED;
  }
  void end_response() {
    while (tlm::tlm_generic_payload* const payload = to_end.get_next_transaction()) {
      payload->acquire();
      end(*payload);
      tlm::tlm_phase phase = tlm::END_RESP;
      sc_core::sc_time delay;
      EXPECT_EQ(socket->nb_transport_fw(*payload, phase, delay), tlm::TLM_COMPLETED);
      payload->release();
    }
  }
  void end(tlm::tlm_generic_payload& payload) {
    program.check(program.pool.of(payload));
    --under_way;
    payload.release();
    changed.notify(sc_core::SC_ZERO_TIME);
  }
  tlm_utils::simple_initiator_socket<ApproximateInitiator> socket{"socket"};
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> to_end{"to_end"};
  RandomProgram& program;
  const int transactions;
  tlm::tlm_generic_payload* request = nullptr;
  int under_way = 0;
  sc_core::sc_event changed;
};

/// A memory that answers in every way of the base protocol. What it draws depends on the transaction alone,
/// not on the order of those of one time.
struct RandomMemory : sc_core::sc_module {
  RandomMemory(const sc_core::sc_module_name& name, unsigned its_seed)
      : sc_module(name), bytes(RandomProgram::kMemory), seed(its_seed) {
    socket.register_b_transport(this, &RandomMemory::b_transport);
    socket.register_nb_transport_fw(this, &RandomMemory::nb_transport_fw);
    socket.register_transport_dbg(this, &RandomMemory::access);
    SC_HAS_PROCESS(RandomMemory);
    SC_METHOD(end_request);
    sensitive << requests.get_event();
    dont_initialize();
    SC_METHOD(begin_response);
    sensitive << response_due << response_ended;
    dont_initialize();
  }
  int below(int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); }
  sc_core::sc_time time(int most_ns) { return sc_core::sc_time(below(most_ns * 10) / 10.0, sc_core::SC_NS); }
  void draw_for(tlm::tlm_generic_payload& payload) {
    const Origin* const origin = payload.get_extension<Origin>();
    random.seed(seed +
                (origin == nullptr ? 0u : static_cast<unsigned>(1000 * origin->initiator + origin->number)));
  }
  /// At once: in the order in which requests come.
  unsigned access(tlm::tlm_generic_payload& payload) {
    unsigned char* const here = bytes.data() + payload.get_address();
    EXPECT_LE(payload.get_address() + payload.get_data_length(), bytes.size());
    if (payload.is_write()) std::copy_n(payload.get_data_ptr(), payload.get_data_length(), here);
    if (payload.is_read()) std::copy_n(here, payload.get_data_length(), payload.get_data_ptr());
    return payload.get_data_length();
  }
  void serve(tlm::tlm_generic_payload& payload) {
    access(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    payload.set_dmi_allowed(true);
    if (const Origin* const origin = payload.get_extension<Origin>()) {
      const auto [last, is_first] = numbers.try_emplace(origin->initiator, -1);
      EXPECT_GT(origin->number, last->second) << "out of order";
      last->second = origin->number;
      ++served;
    }
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    serve(payload);
    draw_for(payload);
    const int way = below(3);
    if (way == 0) wait(time(20));
    if (way == 1) delay += time(20);
  }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      EXPECT_EQ(response, &payload);
      response = nullptr;
      --under_way;
      last_end = sc_core::sc_time_stamp();
      response_ended.notify(sc_core::SC_ZERO_TIME);
      payload.release();
      return tlm::TLM_COMPLETED;
    }
    EXPECT_EQ(phase, tlm::BEGIN_REQ);
    serve(payload);
    draw_for(payload);
    const int way = below(5);
    if (way == 0) {
      delay += time(20);
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    // Not in the time of an END_RESP, so that the order of the two changes nothing.
    const bool alone = under_way++ == 0 && last_end != sc_core::sc_time_stamp();
    if (way == 1 && alone) {
      response = &payload;
      delay += time(20);
      phase = tlm::BEGIN_RESP;
      return tlm::TLM_UPDATED;
    }
    if (way == 2) {  // BEGIN_RESP is also the END_REQ, if no other response is before it
      respond(payload, time(20));
      return tlm::TLM_ACCEPTED;
    }
    if (way == 3) {
      delay += time(10);
      respond(payload, delay + time(20));
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    }
    requests.notify(payload, time(10));
    return tlm::TLM_ACCEPTED;
  }
  void end_request() {
    while (tlm::tlm_generic_payload* const payload = requests.get_next_transaction()) {
      tlm::tlm_phase phase = tlm::END_REQ;
      draw_for(*payload);
      sc_core::sc_time delay = time(5);
      respond(*payload, delay + time(20));
      EXPECT_EQ(socket->nb_transport_bw(*payload, phase, delay), tlm::TLM_ACCEPTED);
    }
  }
  /// After the delay and a little more, so that a response is known before its time.
  void respond(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay) {
    const sc_core::sc_time at = sc_core::sc_time_stamp() + delay + sc_core::sc_time(0.1, sc_core::SC_NS);
    const Origin* const origin = payload.get_extension<Origin>();
    const int initiator = origin == nullptr ? 0 : origin->initiator,
              number = origin == nullptr ? 0 : origin->number;
    responses[{at, initiator, number}] = &payload;
    response_due.notify(std::get<0>(responses.begin()->first) - sc_core::sc_time_stamp());
  }
  void begin_response() {
    if (response != nullptr || responses.empty()) return;
    const auto first = responses.begin();
    if (std::get<0>(first->first) > sc_core::sc_time_stamp()) {
      response_due.notify(std::get<0>(first->first) - sc_core::sc_time_stamp());
      return;
    }
    response = first->second;
    responses.erase(first);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    EXPECT_EQ(socket->nb_transport_bw(*response, phase, delay), tlm::TLM_ACCEPTED);
  }
  tlm_utils::simple_target_socket<RandomMemory> socket{"socket"};
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> requests{"requests"};
  /// By time, those of one time by initiator and number.
  std::map<std::tuple<sc_core::sc_time, int, int>, tlm::tlm_generic_payload*> responses;
  Bytes bytes;
  const unsigned seed;
  std::mt19937 random;
  std::map<int, int> numbers;  // the latest of each initiator
  int served = 0;
  tlm::tlm_generic_payload* response = nullptr;
  int under_way = 0;  // from BEGIN_REQ to END_RESP
  sc_core::sc_time last_end = sc_core::sc_max_time();
  sc_core::sc_event response_ended, response_due;
};

/// Reports are taken down, and nothing is thrown.
class Reports {
 public:
  Reports() {
    texts().clear();
    sc_core::sc_report_handler::set_handler([](const sc_core::sc_report& report, const sc_core::sc_actions&) {
      if (report.get_severity() == sc_core::SC_INFO) return;
      texts().push_back(std::string(report.get_msg_type()) + ": " + report.get_msg());
      if (report.get_file_name()[0] == '/') texts().push_back("the path of the build");
    });
  }
  ~Reports() { sc_core::sc_report_handler::set_handler(nullptr); }
  static std::vector<std::string> take() { return std::exchange(texts(), {}); }

 private:
  static std::vector<std::string>& texts() {
    static std::vector<std::string> all;
    return all;
  }
};

}  // namespace torusim::test
