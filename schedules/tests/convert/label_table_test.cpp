// Labels against std::map.
#include "schedules/convert/label_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace torusim {
namespace {

TEST(LabelTable, FirstDefinitionsOfManyLabels) {
  std::mt19937 random(7);
  LabelTable table;
  for (const int distinct : {3, 50000, 200}) {
    std::map<std::string, std::uint32_t> expected;
    EXPECT_FALSE(table.find("l1"));
    for (std::uint32_t i = 0; i < 60000; ++i) {
      std::string label = "l" + std::to_string(random() % static_cast<unsigned>(distinct));
      if (i == 0) label.clear();
      if (i % 1000 == 0) label = std::string(i % 7000, 'x') + label;  // longer than others
      EXPECT_EQ(table.add(label, i), expected.emplace(label, i).second);
    }
    for (const auto& [label, operation] : expected) {
      ASSERT_EQ(table.find(label), operation) << label;
      ASSERT_FALSE(table.find(label + "'"));
    }
    table.clear();
  }
}

}  // namespace
}  // namespace torusim
