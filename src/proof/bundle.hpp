// The proof of a pull request: one JSON document (data/schemas/proof.json) that says what a run
// did and what it saw, put together by the program alone, from its journal, its results and git.
// The same run gives the same bytes. Its digest stands in the pull request and binds it
// (docs/adr/0058).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/event.hpp"
#include "base/json.hpp"
#include "base/result.hpp"
#include "git/git.hpp"
#include "guards/policy.hpp"
#include "repo/checks/checks.hpp"
#include "run/run_state.hpp"
#include "store/journal_chain.hpp"

namespace pawl::proof {

// Of a branch: its name, and where it is.
struct Tip {
  std::string branch;
  std::string commit;
  std::string tree;
};

// What commands of the target ran with.
struct Environment {
  std::string sandbox;                                        // an os::SandboxLevel
  std::vector<std::pair<std::string, std::string>> programs;  // and what each calls its version
  Json settings = Json::object();                             // that change what commands see
};

struct BundleFacts {
  std::string version;  // of Pawl
  const run::RunState& state;
  std::span<const JournalEvent> events;
  const store::ReadChain& chain;
  Tip base;
  Tip head;
  std::vector<git::CommitInfo> commits;  // between them, oldest first
  const repo::CheckResults& before;
  const repo::CheckResults& after;
  std::vector<guards::Suppression> suppressions;  // of the base
  Json softening = Json::object();                // settings that soften anything
  Environment environment;
  std::function<std::string(const std::string&)> model_name;  // as others may see it
  // The digest of the proof of all up to the base: of a pull request that an earlier run opened.
  // Empty: the base is no work of Pawl's.
  std::string goes_on_from = {};
};
Json make_bundle(const BundleFacts& facts);

// The bytes of a bundle.
std::string text_of(const Json& bundle);
// Their SHA-256.
std::string digest_of(std::string_view text);
// What was written as a bundle. Errc::invalid says where it is none.
Result<Json> parse_bundle(std::string_view text);
inline constexpr std::size_t kBundleBytesMax = std::size_t{16} << 20U;

// A few lines of Markdown, without a heading: what was run, what it said, the digest, and the `ref`
// that holds it. `escaped` makes a text show as itself.
std::string summary_of(const Json& bundle, const std::string& digest, std::string_view ref,
                       const std::function<std::string(std::string_view, std::size_t)>& escaped);
// The hidden mark that binds a pull request to its proof, and the digest a text has by such a mark;
// empty when it has none, or several that differ.
std::string proof_mark(std::string_view digest);
std::string marked_digest(std::string_view body);

// Where the repository holds the proof of a run, and of those that went on with its pull request: a
// commit with one file, whose ancestors hold the earlier proofs.
std::string proof_ref(std::string_view run);
inline constexpr std::string_view kProofFile = "proof.json";

}  // namespace pawl::proof
