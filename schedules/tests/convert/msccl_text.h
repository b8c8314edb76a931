#pragma once
/// MSCCL programs as text, an element a line, from thread blocks in short.

#include <fmt/format.h>

#include <cctype>
#include <initializer_list>
#include <string>
#include <vector>

namespace torusim::test::msccl {

/// `TYPE SOURCE TARGET COUNT @BLOCK.STEP`, such as "r i0 o1 2 @0.1": places are a buffer and an offset. What
/// is left out: the target is the source, the count 1, and nothing is waited for.
inline std::string step(std::size_t number, const std::string& brief) {
  std::vector<std::string> words{""};
  for (const char c : brief) {
    if (c == ' ') words.emplace_back();
    if (c != ' ') words.back() += c;
  }
  std::string source, count = "1", block = "-1", awaited = "-1";
  std::string target;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word[0] == '@') {
      block = word.substr(1, word.find('.') - 1);
      awaited = word.substr(word.find('.') + 1);
    } else if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
      count = word;
    } else {
      if (source.empty()) source = word;
      target = word;
    }
  }
  if (source.empty()) source = target = "i0";
  return fmt::format(
      "<step s=\"{}\" type=\"{}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" dstoff=\"{}\" cnt=\"{}\" "
      "depid=\"{}\" deps=\"{}\"/>\n",
      number, words[0], source[0], source.substr(1), target[0], target.substr(1), count, block, awaited);
}

/// A thread block, without its number: the GPUs of its connections, its channel, its steps.
struct Block {
  int send = -1, receive = -1, channel = 0;
  std::vector<std::string> steps = {};
};

inline std::string gpu(int id, int inputs, int outputs, int scratch, const std::vector<Block>& blocks) {
  std::string text = fmt::format("<gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"{}\">\n", id,
                                 inputs, outputs, scratch);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    text += fmt::format("<tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n", b, blocks[b].send,
                        blocks[b].receive, blocks[b].channel);
    for (std::size_t s = 0; s < blocks[b].steps.size(); ++s) text += step(s, blocks[b].steps[s]);
    text += "</tb>\n";
  }
  return text + "</gpu>\n";
}

inline std::string algo(const std::string& attributes, const std::vector<std::string>& gpus) {
  std::string text = fmt::format("<algo name=\"a\" {}>\n", attributes);
  for (const std::string& gpu : gpus) text += gpu;
  return text + "</algo>\n";
}

}  // namespace torusim::test::msccl
