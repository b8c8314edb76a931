#include "schedules/text/line_source.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "schedules/core/error.h"

namespace torusim::text {
namespace {

constexpr std::size_t kChunk = 256u << 10;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // of UTF-8

InputError failure(const std::string& name, const char* what) {
  return InputError(fmt::format("{}: cannot {}: {}", name, what, std::strerror(errno)));
}

}  // namespace

LineSource::LineSource(std::string name, File file, std::string text, HashComments comments)
    : name_(std::move(name)),
      comments_(comments),
      file_(std::move(file)),
      buffer_(text.begin(), text.end()),
      end_(buffer_.size()) {
  if (file_) stamp_ = stamp();
}

LineSource LineSource::open(const std::string& path, HashComments comments) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw failure(path, "open");
  struct stat status {};
  if (fstat(fileno(file.get()), &status) != 0) throw failure(path, "open");
  if (S_ISDIR(status.st_mode)) throw InputError(path + ": is a directory, not a file");
  LineSource source(path, std::move(file), "", comments);
  if (!S_ISREG(status.st_mode)) {
    source.copy_.reset(std::tmpfile());
    if (!source.copy_) throw failure(path, "copy to a temporary file");
  }
  return source;
}

LineSource LineSource::from_text(std::string text, std::string name, HashComments comments) {
  return LineSource(std::move(name), nullptr, std::move(text), comments);
}

std::string LineSource::stamp() const {
  struct stat status {};
  if (fstat(fileno(file_.get()), &status) != 0) throw failure(name_, "read");
  return fmt::format("{} {} {}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

bool LineSource::fill() {
  if (!file_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < end_ + kChunk) buffer_.resize(end_ + kChunk);
  const std::size_t got = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, file_.get());
  if (got == 0 && std::ferror(file_.get())) throw failure(name_, "read");
  if (copy_) keep(buffer_.data() + end_, got);
  end_ += got;
  return got > 0;
}

void LineSource::keep(const char* bytes, std::size_t size) {
  copied_ += size;
  if (copied_ > kMostCopied) {
    throw InputError(fmt::format("{}: more than {} MB from a pipe or device; write it to a file first", name_,
                                 kMostCopied >> 20));
  }
  if (std::fwrite(bytes, 1, size, copy_.get()) != size) throw failure(name_, "copy");
}

/// Reads the rest of the file into the copy.
void LineSource::read_from_copy() {
  do {
    begin_ = end_ = 0;
  } while (fill());
  if (std::fflush(copy_.get()) != 0) throw failure(name_, "copy");
  file_ = std::move(copy_);
  stamp_ = stamp();
}

std::string_view LineSource::bare(std::string_view line) const {
  for (std::size_t at = line.find('#'); comments_ == HashComments::kYes && at != std::string_view::npos;
       at = line.find('#', at + 1)) {
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') {
      line = line.substr(0, at);
      break;
    }
  }
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) {
    line.remove_suffix(1);
  }
  return line;
}

bool LineSource::next(std::string_view& line) {
  std::size_t searched = 0;  // of the bytes from begin_
  while (true) {
    const char* const from = buffer_.data() + begin_ + searched;
    const std::size_t left = end_ - begin_ - searched;
    const void* const found = left == 0 ? nullptr : std::memchr(from, '\n', left);
    if (found != nullptr) {
      const auto length = static_cast<const char*>(found) - (buffer_.data() + begin_);
      line = bare({buffer_.data() + begin_, std::size_t(length)});
      begin_ += length + 1;
      break;
    }
    searched = end_ - begin_;
    if (searched > kMaxLine) {
      throw InputError(
          fmt::format("{}:{}: a line of more than 16 MB: not a schedule text", name_, line_number_ + 1));
    }
    if (fill()) continue;
    if (begin_ == end_) return false;
    line = bare({buffer_.data() + begin_, end_ - begin_});
    begin_ = end_;
    break;
  }
  if (++line_number_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  return true;
}

std::string LineSource::text() {
  while (fill()) {
  }
  return {buffer_.data(), end_};
}

void LineSource::rewind() {
  begin_ = 0;
  line_number_ = 0;
  if (!file_) return;
  if (copy_) {
    if (copied_ == 0) return;  // nothing has been read yet
    read_from_copy();
  }
  if (stamp() != stamp_) throw InputError(name_ + ": the file was changed while it was in use");
  end_ = 0;
  std::rewind(file_.get());
}

}  // namespace torusim::text
