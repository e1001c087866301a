#include "git/git.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "git/hardening.hpp"
#include "git/objects/conversations.hpp"

namespace pawl::git {
namespace {

// Diffs and listings of large repositories are large; a cut one would be silently wrong.
constexpr std::size_t kOutputBytesMax = 512U << 20U;
constexpr std::size_t kConversationBytesMax = 4U << 10U;
constexpr std::size_t kMessageBytesMax = 400;
// More than an honest repository needs of one git, less than a machine has.
constexpr std::uint64_t kMemoryBytesMax = std::uint64_t{4} << 30U;
constexpr std::string_view kFetchFirst = "; fetch it there first, or repair the repository";

struct Symptom {
  std::string_view text;  // in git's message
  Errc code;
  bool damage = false;  // of the repository: to be mended there
};

// First match wins: what is missing or damaged comes before the lock or the ref that it broke.
constexpr auto kSymptoms = std::to_array<Symptom>({
    {"No space left on device", Errc::io},
    {"Out of diskspace", Errc::io},
    {"Disk quota exceeded", Errc::io},
    {"Read-only file system", Errc::denied},
    {"Permission denied", Errc::denied},
    {"Authentication failed", Errc::denied},
    {"could not read Username", Errc::denied},
    {"could not read Password", Errc::denied},
    {"terminal prompts disabled", Errc::denied},
    {"returned error: 401", Errc::denied},
    {"returned error: 403", Errc::denied},
    {"insufficient permission", Errc::denied},
    {"Out of memory", Errc::io},
    {"out of memory", Errc::io},
    {"File too large", Errc::io},
    {"File name too long", Errc::io},
    {"exceeds maximum", Errc::io},
    {"from promisor remote", Errc::io, true},
    {"unable to read", Errc::io, true},
    {"could not fetch", Errc::io, true},
    {"lazy fetching disabled", Errc::io, true},
    {"transport '", Errc::io, true},  // not allowed: a lazy fetch of an older git
    {"could not read", Errc::io, true},
    {"cannot read", Errc::io, true},
    {"unable to unpack", Errc::io, true},
    {"unable to parse", Errc::io, true},
    {"unable to stream", Errc::io, true},
    {"could not parse", Errc::io, true},
    {"inflate:", Errc::io, true},
    {"corrupt", Errc::io, true},
    {"garbage at end", Errc::io, true},
    {"is empty", Errc::io, true},
    {"is truncated", Errc::io, true},
    {"index file", Errc::io, true},
    {"bad index", Errc::io, true},
    {"index uses", Errc::io, true},
    {"bad signature", Errc::io, true},
    {"bad tree", Errc::io, true},
    {"bad object", Errc::io, true},
    {"bad config", Errc::io, true},
    {"not a tree object", Errc::io, true},
    {"reference broken", Errc::io, true},
    {"broken ref", Errc::io, true},
    {"nonexistent object", Errc::io, true},
    {"missing object", Errc::io, true},
    {"missing blob", Errc::io, true},
    {"missing tree", Errc::io, true},
    {"missing commit", Errc::io, true},
    {"missing necessary objects", Errc::io, true},
    {"did not send all necessary objects", Errc::io, true},
    {"unresolved deltas", Errc::io, true},
    {"invalid object", Errc::io, true},
    {"is missing", Errc::io, true},
    {"unknown repository extension", Errc::io},
    {"Expected git repo version", Errc::io},
    {"not a git repository", Errc::not_found},
    {"cannot change to", Errc::not_found},
    {"does not appear to be a git repository", Errc::not_found},
    {"returned error: 404", Errc::not_found},
    {"Repository not found", Errc::not_found},
    {"repository '", Errc::not_found},
    {"does not exist", Errc::not_found},
    {"unknown revision", Errc::not_found},
    {"bad revision", Errc::not_found},
    {"Could not read from remote", Errc::upstream},
    {"Could not read", Errc::io, true},
    {"ref with bad name", Errc::invalid},
    {"cannot lock ref", Errc::conflict},
    {".lock': File exists", Errc::conflict},
    {"stale info", Errc::conflict},
});

const Symptom* symptom_of(std::string_view said) {
  for (const Symptom& symptom : kSymptoms) {
    if (contains(said, symptom.text)) return &symptom;
  }
  return nullptr;
}

// The line that says why: the first `fatal:`, else the first `error:`, else the first at all.
// Of a damaged repository, the line that names the damage.
std::string_view reason_line(std::string_view said, const Symptom* symptom) {
  const auto lines = split_lines(said);
  for (const std::string_view line : lines) {
    if (symptom != nullptr && symptom->damage && contains(line, symptom->text)) return line;
  }
  for (const std::string_view start : {"fatal:", "error:"}) {
    for (const std::string_view line : lines) {
      if (line.starts_with(start)) return line;
    }
  }
  for (const std::string_view line : lines) {
    if (!trim(line).empty()) return line;
  }
  return {};
}

std::string what(const Git::Run& run) {
  std::string text = "git";
  bool is_value = false;  // of a -c
  for (const std::string& arg : run.args) {
    if (!is_value && !arg.starts_with('-')) {
      text += " " + arg;
      break;
    }
    is_value = arg == "-c";
  }
  return text + (run.folder.empty() ? "" : " in " + run.folder);
}

}  // namespace

Git::Git(os::Processes& processes, GitOptions options)
    : processes_(processes),
      options_(std::move(options)),
      conversations_(std::make_unique<Conversations>()) {
  if (!options_.credentials) return;
  learn(options_.credentials->token);
}

Git::Git(const Git& other)
    : processes_(other.processes_),
      options_(other.options_),
      redactor_(other.redactor_),
      repository_(other.repository_),
      conversations_(std::make_unique<Conversations>()) {}

Git::~Git() = default;

void Git::learn(const Secret& token) {
  redactor_.add(token);
  redactor_.add(Secret(base64("x-access-token:" + token.reveal())));
}

Status Git::log_in() {
  if (!options_.credentials || !options_.credentials->source || repository_.empty()) return Done{};
  TRY_ASSIGN(Secret token, options_.credentials->source(repository_));
  learn(token);
  options_.credentials->token = std::move(token);
  return Done{};
}

Result<os::Finished> Git::run(const Run& run) {
  if (run.remote) TRY(log_in());
  os::Command command;
  command.argv = {"git"};
  if (!run.folder.empty()) {
    command.argv.emplace_back("-C");
    command.argv.push_back(run.folder);
  }
  command.argv.insert(command.argv.end(), run.args.begin(), run.args.end());
  command.environment = hardened_environment(options_, run.remote);
  const auto add = [&](const auto& more) {
    for (const auto& wanted : more) {
      std::erase_if(command.environment,
                    [&](const auto& item) { return item.first == wanted.first; });
      command.environment.push_back(wanted);
    }
  };
  add(options_.environment);
  add(run.environment);
  command.folder = "/";
  command.input = run.input;
  command.deadline = run.deadline;
  command.output_bytes_max = kOutputBytesMax;
  command.cancel = options_.cancel;
  command.limits.memory_bytes = kMemoryBytesMax;
  command.input_from = run.input_from;
  if (run.may_go_on) command.may_go_on = [&](int) { return run.may_go_on(); };
  if (run.on_output) {
    command.on_output = run.on_output;
    command.output_bytes_max = kConversationBytesMax;  // it was handed over already
  }
  if (options_.overlay) options_.overlay->let_in(command);
  TRY_ASSIGN(os::Finished finished, processes_.run(command).during("running " + what(run)));
  if (finished.ending == os::Ending::timed_out || finished.ending == os::Ending::idle) {
    return fail(Errc::timeout, what(run) + ": " + finished.how_it_ended());
  }
  if (finished.ending == os::Ending::cancelled) {
    return fail(Errc::cancelled, what(run) + ": stopped on request");
  }
  if (finished.out_cut && !run.on_output) {
    return fail(Errc::io, what(run) + ": the answer is larger than Pawl reads (512 MiB)");
  }
  return finished;
}

Error Git::failure(const Run& run, const os::Finished& finished) const {
  const std::string said = redactor_.apply(finished.err);
  const Symptom* symptom = symptom_of(said);
  const std::string_view reason = reason_line(said, symptom);
  const bool login = contains(said, "could not read Username") ||
                     contains(said, "could not read Password") ||
                     contains(said, "Authentication failed");
  Errc code = symptom == nullptr ? Errc::upstream : symptom->code;
  // Only another machine may do better later.
  if (code == Errc::upstream && !run.remote) code = Errc::io;
  std::string_view way_out;
  if (login) way_out = "; set a token that may do this in the configuration";
  if (symptom != nullptr && symptom->damage) way_out = kFetchFirst;
  return fail(code,
              what(run) + ": " +
                  (reason.empty() ? finished.how_it_ended() : printable(reason, kMessageBytesMax)) +
                  std::string(way_out));
}

Result<std::string> Git::output(const Run& run) {
  TRY_ASSIGN(os::Finished finished, this->run(run));
  if (!finished.succeeded()) return failure(run, finished);
  return std::move(finished.out);
}

Result<std::string> Git::text(const std::string& folder, std::vector<std::string> args) {
  TRY_ASSIGN(std::string out, output({.folder = folder, .args = std::move(args)}));
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

Status Git::update_ref(const std::string& folder, const std::string& ref, const std::string& commit,
                       const std::string& expected, const std::string& reason,
                       const RefAt& replaced) {
  if (!ref.starts_with("refs/") || commit.starts_with('-') || expected.starts_with('-')) {
    return fail(Errc::invalid, "\"" + printable(ref, 120) + "\" is not a full ref name");
  }
  Run run{.folder = folder, .args = {"update-ref", "--no-deref", "-m", reason}};
  if (replaced.ref.empty()) {
    run.args.insert(run.args.end(), {ref, commit, expected});
  } else {
    run.args.emplace_back("--stdin");
    run.input = "update " + ref + " " + commit + " " + expected + "\ndelete " + replaced.ref + " " +
                replaced.commit + "\n";
  }
  TRY_ASSIGN(const os::Finished finished, this->run(run));
  if (finished.succeeded()) return Done{};
  Error error = failure(run, finished);
  // A lock that cannot be made because of rights, space or damage is no matter of who was first.
  const bool unknown = symptom_of(finished.err) == nullptr;
  if (unknown && contains(finished.err, ref)) error.code = Errc::conflict;
  return error;
}

namespace {

// A name of which git-check-ref-format(1) has nothing to say: letters, digits, dashes and
// underscores in parts that begin with a letter or a digit. Of all others git is asked.
bool is_plain_branch_name(std::string_view branch) {
  const std::vector<std::string_view> parts = split(branch, '/');
  return branch != "HEAD" && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
           return !part.empty() && is_letter_or_digit(part.front()) &&
                  std::all_of(part.begin(), part.end(),
                              [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; });
         });
}

}  // namespace

Status Git::check_branch_name(const std::string& branch) {
  if (is_plain_branch_name(branch)) return Done{};
  const bool readable = !branch.empty() && !branch.starts_with('-') && branch != "HEAD" &&
                        branch.find('\0') == std::string::npos;
  if (readable) {
    TRY_ASSIGN(const os::Finished finished,
               run({.folder = {}, .args = {"check-ref-format", "refs/heads/" + branch}}));
    if (finished.succeeded()) return Done{};
  }
  return fail(Errc::invalid, "\"" + printable(branch, 120) +
                                 "\" is not a branch name git accepts; use letters, digits, "
                                 "dashes and single slashes");
}

}  // namespace pawl::git
