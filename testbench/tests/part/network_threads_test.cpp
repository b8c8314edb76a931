// Threads and a network as a part: one at a time may use it, and networks do not share anything.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "models/part/network.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/part/recorded_run.h"

namespace torusim {
namespace {

using test::refusal;

TEST(NetworkThreads, AnotherThreadIsRefusedMeanwhile) {
  Network network(test::torus("torus:4x4"));
  std::vector<std::string> said;
  network.on_delivered([&](const MessageEvent&) {
    std::thread([&] {
      said.push_back(refusal([&] { network.send({.source = 1, .destination = 2}); }));
      said.push_back(refusal([&] { network.advance(1000); }));
      said.push_back(refusal([&] { network.finish(); }));
    }).join();
    said.push_back(refusal([&] { network.finish(); }));
  });
  network.send({.source = 0, .destination = 1});
  network.run();
  EXPECT_EQ(said,
            (std::vector<std::string>{"network: send while another thread uses it; one at a time may",
                                      "network: advance while another thread uses it; one at a time may",
                                      "network: finish while another thread uses it; one at a time may",
                                      "network: finish inside a listener"}));
  EXPECT_EQ(network.delivered(), 1);
}

/// Calls that meet are refused, and those that are not are as if one thread had made them.
TEST(NetworkThreads, ManyThreadsIntoOneHarmNothing) {
  Network network(test::torus("torus:4x4"));
  std::atomic<int> sent = 0, refused = 0;
  const auto send_many = [&](NodeId source) {
    for (int i = 0; i < 2000; ++i) {
      try {
        network.send({.source = source, .destination = 15, .flits = 2});
        ++sent;
      } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "network: send while another thread uses it; one at a time may");
        ++refused;
      }
    }
  };
  std::vector<std::thread> threads;
  for (NodeId source = 0; source < 4; ++source) threads.emplace_back(send_many, source);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sent + refused, 8000);
  EXPECT_EQ(network.run(), Advanced::kIdle);
  EXPECT_EQ(network.delivered(), sent);
}

TEST(NetworkThreads, ThreadsWithANetworkEachAreAsOne) {
  const auto hash_of = [](NodeId factor) {
    RunOptions options = test::torus("torus:4x4");
    options.threads = factor == 3 ? 2 : 1;
    Network network(options);
    int answers = 0;
    network.on_delivered([&](const MessageEvent& event) {
      if (++answers <= 500)
        network.send({.source = event.destination, .destination = event.source, .flits = 7});
    });
    for (NodeId node = 1; node < 16; ++node) {
      network.send(
          {.source = node, .destination = node * factor % 16 == node ? 0 : node * factor % 16, .flits = 20});
    }
    network.run();
    network.finish();
    return network.ejection_hash();
  };
  std::vector<std::uint64_t> alone, together(4);
  for (NodeId factor = 2; factor < 6; ++factor) alone.push_back(hash_of(factor));
  std::vector<std::thread> threads;
  for (NodeId factor = 2; factor < 6; ++factor) {
    threads.emplace_back([&, factor] { together[static_cast<std::size_t>(factor - 2)] = hash_of(factor); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(together, alone);
}

}  // namespace
}  // namespace torusim
