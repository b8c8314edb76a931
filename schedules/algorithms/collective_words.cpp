#include "schedules/algorithms/collective_words.h"

#include <cctype>
#include <string>

namespace torusim {
namespace {

using Kind = Collective::Kind;

constexpr std::pair<std::string_view, Kind> kWords[] = {
    {"alltoall", Kind::kCompleteExchange},
    {"a2a", Kind::kCompleteExchange},
    {"aapc", Kind::kCompleteExchange},  // all-to-all personalized communication
    {"totalexchange", Kind::kCompleteExchange},
    {"completeexchange", Kind::kCompleteExchange},
    {"allgather", Kind::kGossip},
    {"alltoallbroadcast", Kind::kGossip},
    {"gossip", Kind::kGossip},
    {"bcast", Kind::kBroadcast},
    {"onetoall", Kind::kBroadcast},
    {"allreduce", Kind::kAllReduce},
    {"reducescatter", Kind::kReduceScatter},
    {"reduce", Kind::kReduce},
    {"alltoallv", Kind::kMessages},
    {"a2av", Kind::kMessages},
};

}  // namespace

std::optional<Kind> collective_of_word(std::string_view word) {
  std::string letters;
  for (const char c : word) {
    if (c != '-' && c != '_') letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  for (const auto& [known, kind] : kWords) {
    if (known == letters) return kind;
  }
  return std::nullopt;
}

}  // namespace torusim
