// `pawl bail`: a coding agent says that it may not go on. It runs where the agent does: in a
// sandbox, without Pawl's folders.
#include "agents/bail.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "os/files/fd.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kDetailMax = 200;

// The folder an agent was given has a .git of its own; the agent may stand below.
Result<std::string> top_of(os::Files& files, const std::string& from) {
  for (std::string folder = from; !folder.empty() && folder != "/";
       folder = os::parent_path(folder)) {
    TRY_ASSIGN(const auto git, files.stat(os::join_path(folder, ".git")));
    if (git) return folder;
  }
  return fail(Errc::not_found, from + " is in no git checkout: there is nobody to say it to");
}

// What is there first counts: who bails twice had a reason the first time. An empty file is no
// bail; it was made for this one. Nothing where there is a bail already; errno says what else is
// wrong.
os::Fd open_unsaid(const std::string& path) {
  os::Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                   S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH));
  if (fd.valid() || errno != EEXIST) return fd;
  fd = os::Fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat facts = {};
  const bool empty =
      fd.valid() && ::fstat(fd.get(), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size == 0;
  if (!empty) fd.reset();
  errno = EEXIST;
  return fd;
}

// The place that whoever started the agent named, else the top of its checkout.
Result<std::string> place(const os::Ports& ports) {
  for (const auto& [name, value] : ports.environment) {
    if (name == agents::kBailVariable && value.starts_with('/')) return value;
  }
  TRY_ASSIGN(const std::string folder, top_of(ports.files, ports.folder));
  return os::join_path(folder, agents::kBailFile);
}

class Bail final : public Command {
 public:
  std::string bail_class;
  std::vector<std::string> detail;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"CLASS", "why", &bail_class, true, classes_},
            {"DETAIL", "in your words", &detail, false}};
  }

  Result<Exit> run(Context& context) override {
    TRY(check_class());
    TRY_ASSIGN(const std::string path, place(context.ports));
    const os::Fd fd = open_unsaid(path);
    const int trouble = fd.valid() ? 0 : errno;
    const bool before = trouble == EEXIST;
    if (trouble != 0 && !before) return os::errno_error(trouble, path);
    if (before) context.console.say(path + " is there already; it stays as it is");
    if (json) context.console.document(Json::object({{"file", path}, {"written", !before}}));
    if (before) return Exit::done;
    const Json words =
        Json::object({{"class", bail_class}, {"detail", printable(join(detail, " "), kDetailMax)}});
    if (!os::write_all(fd.get(), words.dump() + "\n")) return os::errno_error(errno, path);
    return Exit::done;
  }

 private:
  static std::vector<std::string> class_names() {
    const auto classes = agents::bail_classes();
    return {classes.begin(), classes.end()};
  }

  Status check_class() const {
    const std::vector<std::string> names = class_names();
    if (among(names, bail_class)) return Done{};
    const auto near = nearest(bail_class, names);
    return fail(Errc::invalid,
                "there is no class '" + printable(bail_class, 60) + "' of a bail; " +
                    (near ? "did you mean " + *near + "?" : "there are " + join(names, ", ")));
  }

  std::string classes_ = join(class_names(), " ");
};

}  // namespace

std::unique_ptr<Command> make_bail() { return std::make_unique<Bail>(); }

}  // namespace pawl::cli
