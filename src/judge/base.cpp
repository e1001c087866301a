#include "judge/base.hpp"

#include <utility>

#include "git/changes.hpp"
#include "repo/views/tree_view.hpp"

namespace pawl::judge {

Reader::Reader(git::Git& git, std::string folder, const std::optional<IndexPlace>& place)
    : git_(git), folder_(std::move(folder)), objects_(git, folder_) {
  if (!place) return;
  indexes_ = index::RepositoryIndex::later(objects_, place->folder, place->repository);
}

Base::Base(Reader& reader, std::string commit)
    : reader_(reader),
      commit_(std::move(commit)),
      tree_(repo::tree_view(reader.git(), reader.objects(), reader.folder(), commit_)) {}

const repo::Facts& Base::facts() const {
  if (!facts_) facts_ = repo::gather_facts(*tree_);
  return *facts_;
}

std::unique_ptr<index::CodeIndex> Base::index_with(const git::Change& change) const {
  if (reader_.indexes() == nullptr) return nullptr;
  return reader_.indexes()->lazily_at(commit_, index::changed_files(change));
}

}  // namespace pawl::judge
