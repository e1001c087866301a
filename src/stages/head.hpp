// The HEAD commit of a run's worktree, with all that is known of it: read once, and shared
// by what plans on it and by all attempts that are made on it.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "git/objects/tree.hpp"
#include "index/blast_radius.hpp"
#include "judge/base.hpp"
#include "judge/tools.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

class Head {
 public:
  // Of the worktree as it is now. All are borrowed; there is a worktree.
  static Result<std::unique_ptr<Head>> open(const Scope& scope, const RunSettings& settings,
                                            const Checkout& checkout);
  Head(const Head&) = delete;
  Head& operator=(const Head&) = delete;

  const judge::Base& base() const { return base_; }
  git::ObjectReader& objects() { return reader_.objects(); }
  // What the commit has at a path; nothing when nothing is there. What lies on the disk has no say.
  Result<std::optional<git::TreeNode>> node(std::string_view path) {
    return git::node_at(reader_.objects(), base_.commit(), path);
  }
  judge::Tools& tools() { return tools_; }
  // Its code index, opened when somebody asks it. One at a time.
  std::unique_ptr<index::CodeIndex> index() const { return base_.index_with({}); }
  // Who uses what the files define; empty when nobody does, or nobody can say.
  index::BlastRadius blast_radius(std::span<const std::string> paths,
                                  const index::BlastOptions& options) const;

  // What builds and tests say of it, measured unless it is known.
  Status take_baseline();
  // The change the tools were asked about last has become HEAD: what they found holds there.
  Status keep_results();
  // What could not be written to the journal meanwhile.
  Status recorded() const { return *recorded_; }

 private:
  Head(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
       std::string commit);

  const Checkout& checkout_;
  std::shared_ptr<Status> recorded_;
  judge::Reader reader_;
  judge::Base base_;
  judge::Tools tools_;
};

}  // namespace pawl::stages
