#include "store/journal_chain.hpp"

#include <algorithm>

#include "store/journal.hpp"
#include "store/journal_line.hpp"

namespace pawl::store {
namespace {

constexpr std::string_view kBegin = R"(,"chain":")";
constexpr std::string_view kEnd = R"("})";
constexpr std::size_t kLinkDigits = 64;
constexpr std::size_t kLinkBytes = kBegin.size() + kLinkDigits + 1;  // with its last quote
constexpr std::size_t kPendingMax = std::size_t{1} << 16U;

bool is_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// The line as it was before it got its link.
std::string without_link(std::string_view line) {
  return std::string(line.substr(0, line.size() - kLinkBytes - 1)) + "}\n";
}

std::string place_between(std::uint64_t from, std::uint64_t to) {
  return from == 0 ? "before event " + std::to_string(to + 1)
                   : "between event " + std::to_string(from) + " and event " + std::to_string(to);
}

}  // namespace

std::string with_link(std::string_view line, std::string_view link) {
  std::string out(line.substr(0, line.size() - 2));  // without `}` and newline
  out.reserve(line.size() + kLinkBytes);
  out += kBegin;
  out += link;
  out += kEnd;
  out += '\n';
  return out;
}

// The data of an event are an object: before the end of a line without a link there is a brace.
std::string_view link_of(std::string_view line) {
  if (line.size() < kLinkBytes + 1 || !line.ends_with(kEnd)) return {};
  const std::string_view tail = line.substr(line.size() - kLinkBytes - 1);
  const std::string_view link = tail.substr(kBegin.size(), kLinkDigits);
  return tail.starts_with(kBegin) && is_hex(link) ? link : std::string_view();
}

void Chain::add(std::string_view bytes) {
  // Backwards: what is before the newest link is in it.
  std::size_t end = bytes.size();
  while (end > 0) {
    const std::size_t newline = end < 2 ? std::string_view::npos : bytes.rfind('\n', end - 2);
    const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
    const std::string_view link = link_of(bytes.substr(start, end - 1 - start));
    if (!link.empty()) {
      linked(link);
      break;
    }
    end = start;
  }
  pending_ += bytes.substr(end);
  if (pending_.size() < kPendingMax) return;
  since_.add(pending_);
  pending_.clear();
}

std::string Chain::next(std::string_view line) const {
  Sha256 digest = since_;
  digest.add(pending_);
  digest.add(line);
  return digest.hex();
}

void Chain::linked(std::string_view link) {
  since_ = Sha256();
  since_.add(link);
  pending_.clear();
}

Result<ReadChain> read_chain(const std::string& run_folder) {
  ReadChain out;
  Chain chain;
  TRY_ASSIGN(const JournalLines lines, read_lines(run_folder, {}));
  LineParser parser([](std::string_view) { return false; });
  std::string_view rest = lines.text;
  std::uint64_t linked_seq = 0;
  for (bool header = true; !rest.empty(); header = false) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const std::string_view whole = rest.substr(0, line.size() + 1);
    rest.remove_prefix(whole.size());
    if (header) {
      TRY(parse_journal_header(line));
      chain.add(whole);
      continue;
    }
    const auto event = parser.parse(line);
    if (!event && rest.empty()) break;  // torn by a crash
    if (!event) {
      out.broken = "event " + std::to_string(out.last_seq + 1) + " cannot be read";
      return out;
    }
    // Numbers that do not follow each other are a change that no link need show: the newest events
    // have none behind them.
    const bool follows = event->seq == out.last_seq + 1;
    const std::string_view link = link_of(line);
    if (!follows || (!link.empty() && chain.next(without_link(line)) != link)) {
      out.broken = follows ? place_between(linked_seq, event->seq)
                           : "after event " + std::to_string(out.last_seq);
      return out;
    }
    out.last_seq = event->seq;
    if (link.empty()) {
      chain.add(whole);
      continue;
    }
    chain.linked(link);
    linked_seq = event->seq;
    out.links.push_back({.seq = event->seq, .hash = std::string(link)});
  }
  return out;
}

}  // namespace pawl::store
