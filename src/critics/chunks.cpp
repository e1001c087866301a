#include "critics/chunks.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>

#include "base/text/text.hpp"
#include "llm/context_window.hpp"

namespace pawl::critics {
namespace {

constexpr std::size_t kPathShown = 400;

std::string file_heading(const DiffFile& file) {
  return "file " + printable(file.path, kPathShown) + (file.removed ? " (removed)" : "") + "\n";
}

constexpr const char* kGap = "       ...\n";
// Of a question: so much of it a piece has at most, that little room is left where the next one
// does not fit any more.
constexpr std::int64_t kPieceShare = 4;

std::string shown_line(const DiffLine& line) {
  char number[24] = "      ";
  if (line.side != Side::removed) {
    std::snprintf(number, sizeof number, "%6lld", static_cast<long long>(line.line));
  }
  const char mark = line.side == Side::added ? '+' : line.side == Side::removed ? '-' : ' ';
  return std::string(number) + " " + mark + line.text + "\n";
}

struct Weighed {
  Piece piece;
  std::int64_t weight = 0;
};

// The hunks of a file as pieces of which each fits into a question.
std::vector<Weighed> pieces_of(const Diff& diff, std::size_t file, std::int64_t weight_max) {
  std::vector<Weighed> pieces;
  const std::int64_t gap = llm::weight_of(kGap);
  for (std::size_t h = 0; h < diff.files[file].hunks.size(); ++h) {
    const DiffHunk& hunk = diff.files[file].hunks[h];
    if (hunk.withheld) continue;
    bool open = false;
    for (std::size_t i = 0; i < hunk.lines.size(); ++i) {
      const std::int64_t weight = llm::weight_of(shown_line(hunk.lines[i]));
      const bool fits = gap + weight <= weight_max;
      if (open && (!fits || pieces.back().weight + weight > weight_max / kPieceShare)) open = false;
      if (!fits) continue;
      if (!open) {
        pieces.push_back(
            {.piece = {.file = file, .hunk = h, .first = i, .last = i}, .weight = gap});
        open = true;
      }
      pieces.back().piece.last = i + 1;
      pieces.back().weight += weight;
    }
  }
  return pieces;
}

std::int64_t sum_of(const std::vector<Weighed>& pieces) {
  return std::accumulate(pieces.begin(), pieces.end(), std::int64_t{0},
                         [](std::int64_t sum, const Weighed& each) { return sum + each.weight; });
}

// What of the files fits into so much, small files first; in the order of the diff.
std::vector<std::vector<Weighed>> chosen(std::vector<std::vector<Weighed>> files,
                                         const std::vector<std::int64_t>& headings,
                                         std::int64_t budget) {
  std::vector<std::size_t> order(files.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return sum_of(files[a]) < sum_of(files[b]);
  });
  for (const std::size_t file : order) {
    std::int64_t left = budget - headings[file];
    std::size_t taken = 0;
    while (taken < files[file].size() && files[file][taken].weight <= left) {
      left -= files[file][taken++].weight;
    }
    files[file].resize(taken);
    if (taken > 0) budget = left;
  }
  return files;
}

// A file that fits into one question is torn apart only where that saves questions that are needed.
enum class Packing : std::uint8_t { whole_files, tight };

class Packer {
 public:
  Packer(std::int64_t weight_max, Packing packing) : weight_max_(weight_max), packing_(packing) {}

  void add(const std::vector<Weighed>& pieces, std::int64_t heading) {
    const std::int64_t all = heading + sum_of(pieces);
    if (packing_ == Packing::whole_files && all <= weight_max_ && left() < all) open();
    bool headed = false;
    for (const Weighed& each : pieces) {
      if (left() < each.weight + (headed ? 0 : heading)) {
        open();
        headed = false;
      }
      chunks_.back().weight += each.weight + (headed ? 0 : heading);
      chunks_.back().pieces.push_back(each.piece);
      headed = true;
    }
  }
  std::vector<Chunk> take() { return std::move(chunks_); }

 private:
  std::int64_t left() const { return chunks_.empty() ? -1 : weight_max_ - chunks_.back().weight; }
  void open() {
    if (chunks_.empty() || !chunks_.back().pieces.empty()) chunks_.emplace_back();
  }

  std::int64_t weight_max_ = 0;
  Packing packing_ = Packing::whole_files;
  std::vector<Chunk> chunks_;
};

std::vector<Chunk> packed(const std::vector<std::vector<Weighed>>& files,
                          const std::vector<std::int64_t>& headings, std::int64_t weight_max,
                          Packing packing) {
  Packer packer(weight_max, packing);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!files[i].empty()) packer.add(files[i], headings[i]);
  }
  return packer.take();
}

// How many of the questions the budget holds.
std::size_t affordable(const std::vector<Chunk>& chunks, const ChunkLimits& limits) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    total += chunks[i].weight + limits.fixed;
    if (total > limits.total) return i;
  }
  return chunks.size();
}

}  // namespace

std::vector<Chunk> cut(const Diff& diff, const ChunkLimits& limits) {
  std::vector<std::vector<Weighed>> files(diff.files.size());
  std::vector<std::int64_t> headings(diff.files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    headings[i] = llm::weight_of(file_heading(diff.files[i]));
    files[i] = pieces_of(diff, i, limits.chunk - headings[i]);
  }
  // What is said in each question counts, too.
  const std::int64_t one = std::max<std::int64_t>(1, limits.chunk + limits.fixed);
  const std::int64_t questions = (limits.total + one - 1) / one;
  const std::int64_t budget = std::max<std::int64_t>(0, limits.total - questions * limits.fixed);
  files = chosen(std::move(files), headings, budget);
  std::vector<Chunk> chunks = packed(files, headings, limits.chunk, Packing::whole_files);
  if (affordable(chunks, limits) < chunks.size()) {
    chunks = packed(files, headings, limits.chunk, Packing::tight);
  }
  chunks.resize(affordable(chunks, limits));
  return chunks;
}

std::string text_of(const Diff& diff, const Chunk& chunk) {
  std::string text;
  const Piece* last = nullptr;
  for (const Piece& piece : chunk.pieces) {
    const DiffFile& file = diff.files[piece.file];
    if (last == nullptr || last->file != piece.file) text += file_heading(file);
    const bool goes_on = last != nullptr && last->hunk == piece.hunk && last->last == piece.first;
    if (last != nullptr && last->file == piece.file && !goes_on) text += kGap;
    const std::vector<DiffLine>& lines = file.hunks[piece.hunk].lines;
    for (std::size_t i = piece.first; i < piece.last; ++i) text += shown_line(lines[i]);
    last = &piece;
  }
  return text;
}

Coverage coverage_of(const Diff& diff, const std::vector<Chunk>& read) {
  std::map<std::size_t, std::size_t> changed_read;  // by file
  for (const Chunk& chunk : read) {
    for (const Piece& piece : chunk.pieces) {
      const auto& lines = diff.files[piece.file].hunks[piece.hunk].lines;
      for (std::size_t i = piece.first; i < piece.last; ++i) {
        if (lines[i].side != Side::context) ++changed_read[piece.file];
      }
    }
  }
  Coverage out{.files = diff.files.size()};
  for (std::size_t i = 0; i < diff.files.size(); ++i) {
    const DiffFile& file = diff.files[i];
    const std::size_t changed = changed_lines(file);
    out.lines += changed;
    out.lines_read += changed_read[i];
    if (changed_read[i] == changed && file.obstacle.empty()) {
      ++out.files_read;
    } else {
      out.unread.push_back(file.path);
    }
  }
  return out;
}

}  // namespace pawl::critics
