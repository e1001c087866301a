#include "forge/trouble.hpp"

#include <array>

namespace pawl::forge {
namespace {

struct KindRow {
  TroubleKind kind;
  Errc code;
};

// The first row of a code is what an Error of that code becomes.
constexpr auto kKinds = std::to_array<KindRow>({
    {TroubleKind::invalid, Errc::invalid},
    {TroubleKind::not_found, Errc::not_found},
    {TroubleKind::conflict, Errc::conflict},
    {TroubleKind::denied, Errc::denied},
    {TroubleKind::unauthorized, Errc::denied},
    {TroubleKind::unavailable, Errc::upstream},
    {TroubleKind::rate_limited, Errc::upstream},
    {TroubleKind::timeout, Errc::timeout},
    {TroubleKind::unsupported, Errc::invalid},
    {TroubleKind::cancelled, Errc::cancelled},
    {TroubleKind::local, Errc::io},
});

}  // namespace

Error to_error(const Trouble& trouble) {
  Error error{Errc::upstream, trouble.message, trouble.trail};
  for (const KindRow& row : kKinds) {
    if (row.kind == trouble.kind) error.code = row.code;
  }
  if (!trouble.way_out.empty()) error.message += "; " + trouble.way_out;
  if (trouble.retry_at) error.message += "; try again after " + to_iso8601(*trouble.retry_at);
  return error;
}

Trouble to_trouble(Error error) {
  Trouble trouble{
      .message = std::move(error.message), .way_out = {}, .trail = std::move(error.trail)};
  for (const KindRow& row : kKinds) {
    if (row.code != error.code) continue;
    trouble.kind = row.kind;
    break;
  }
  return trouble;
}

}  // namespace pawl::forge
