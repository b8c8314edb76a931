#include "schedules/algorithms/relayed/relay_table.h"

namespace torusim {

void add_relay_tables_6x6(std::vector<RelayTable>& all);
void add_relay_tables_8x8(std::vector<RelayTable>& all);
void add_relay_tables_16x16(std::vector<RelayTable>& all);
void add_relay_tables_8x8x8(std::vector<RelayTable>& all);

const std::vector<RelayTable>& relay_tables() {
  static const std::vector<RelayTable> tables = [] {
    std::vector<RelayTable> all;
    add_relay_tables_6x6(all);
    add_relay_tables_8x8(all);
    add_relay_tables_16x16(all);
    add_relay_tables_8x8x8(all);
    return all;
  }();
  return tables;
}

}  // namespace torusim
