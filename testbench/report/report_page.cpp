#include "testbench/report/report_page.h"

#include "testbench/report/page_source.h"

namespace torusim {
namespace {

/// Appends JSON that may stand inside a script element: no `</script>`, and no bytes that are not UTF-8.
void embed(const nlohmann::ordered_json& json, std::string& page) {
  const std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::size_t from = 0;
  for (std::size_t at; (at = text.find('<', from)) != std::string::npos; from = at + 1) {
    page.append(text, from, at - from);
    page += "\\u003c";
  }
  page.append(text, from);
}

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '<' ? std::string("&lt;") : c == '&' ? std::string("&amp;") : std::string(1, c);
  }
  return result;
}

}  // namespace

std::string report_page(const std::vector<nlohmann::ordered_json>& runs) {
  const std::string title = runs.empty() ? "" : runs.front().value("title", "");
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += kPageMark;
  page += "\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
  page += html_text(title);
  page += " - torusim</title>\n<style>\n";
  page += kPageStyle;
  page += "</style>\n</head>\n<body>\n";
  page += kPageBody;
  page += "<script type=\"application/json\" id=\"data\">[";
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) page += ',';
    embed(runs[i], page);
  }
  page += "]</script>\n<script>\n";
  page += kPageScript;
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace torusim
