#include "repo/checks/prepare.hpp"

#include <algorithm>
#include <mutex>

#include "base/assets.hpp"
#include "base/digest.hpp"
#include "base/text/text.hpp"
#include "os/files/root.hpp"
#include "os/files/tainted.hpp"
#include "os/network/host_gate.hpp"
#include "os/processes/process.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/dependency_store.hpp"
#include "repo/checks/lending.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::repo {
namespace {

constexpr std::string_view kFormat = "2";  // of what is kept: another one is another key
constexpr std::size_t kKeyDigits = 40;
constexpr std::string_view kKeptFolder = "kept";  // in the cache folder of the copy

RepoPath named_path(std::string_view path) { return RepoPath::from_git(path).value(); }

// `git+https://host/x`, `registry+https://…` → the address itself.
std::string_view plain_address(std::string_view address) {
  const auto plus = address.substr(0, address.find("://")).rfind('+');
  return plus == std::string_view::npos ? address : address.substr(plus + 1);
}

std::string host_shown(std::string_view address) {
  const std::string_view plain = plain_address(address);
  if (const auto host = os::GateHost::of_url(plain)) return host->name;
  const auto start = plain.find("://");
  std::string_view rest = start == std::string_view::npos ? plain : plain.substr(start + 3);
  if (const auto at = rest.find('@'); at != std::string_view::npos) rest.remove_prefix(at + 1);
  return printable(rest.substr(0, rest.find_first_of(":/")), 120);
}

bool is_loopback(const os::GateHost& host) {
  return host.name == "localhost" || host.name.starts_with("127.") || host.name == "::1" ||
         host.name == "[::1]";
}

class Preparer {
 public:
  Preparer(const CheckPorts& ports, const CheckOptions& options, const Facts& facts,
           const RepoView& view, const PrepareFor& what, Preparation plan, PackageSource source)
      : ports_(ports),
        options_(options),
        facts_(facts),
        view_(view),
        what_(what),
        plan_(std::move(plan)),
        source_(std::move(source)),
        store_(ports.files, options.needs.folder, options.needs.now) {
    for (const std::string& url : source_.others) add_host(hosts_, url);
    add_host(hosts_, source_.url);
    may_be_named_ = hosts_;
    for (const std::string& url : source_.aliases) add_host(may_be_named_, url);
  }

  Prepared run() {
    Prepared prepared;
    const Status allowed = check_addresses();
    const Status done = allowed ? fetch(prepared) : allowed;
    if (!done) {
      prepared = {};
      prepared.trouble = done.error().message;
    }
    return prepared;
  }

 private:
  const Needs& needs() const { return options_.needs; }
  const std::string& folder() const { return plan_.folder ? *plan_.folder : what_.folder; }
  const std::string& name() const {
    return plan_.program.name.empty() ? plan_.manager : plan_.program.name;
  }
  static void add_host(std::vector<os::GateHost>& hosts, std::string_view url) {
    if (auto host = os::GateHost::of_url(url)) hosts.push_back(*std::move(host));
  }

  // Before anything is asked: a lock that names another host is refused with that host.
  Status check_addresses() const {
    const auto source = os::GateHost::of_url(source_.url);
    if (plan_.spares_loopback && source && is_loopback(*source)) {
      return fail(Errc::denied, plan_.manager + " asks " + source->name +
                                    " past any proxy, and so past the sandbox's: give the mirror "
                                    "another name of this machine (checks.mirrors)");
    }
    for (const std::string& address : plan_.named) {
      if (address.starts_with("file:")) continue;
      const std::string_view plain = plain_address(address);
      const auto host = os::GateHost::of_url(plain);
      const bool git = address.starts_with("git+") || address.starts_with("git:") ||
                       address.starts_with("ssh:") || address.starts_with("git@");
      const bool known =
          host && !git &&
          std::any_of(may_be_named_.begin(), may_be_named_.end(), [&](const os::GateHost& one) {
            return one.name == host->name && one.port == host->port;
          });
      if (known) continue;
      return fail(Errc::denied, plan_.named_in + " names " + host_shown(address) +
                                    ", which is no registry of " + plan_.manager +
                                    " (checks.mirrors)");
    }
    return Done{};
  }

  Status fetch(Prepared& prepared) {
    if (ports_.sandbox.report().level != os::SandboxLevel::full) {
      return fail(Errc::denied, "dependencies are fetched in a full sandbox only");
    }
    TRY_ASSIGN(const std::string key, key_of());
    if (take_kept(key, prepared)) return Done{};
    TRY(ports_.files.make_folders(needs().folder, 0700));
    TRY(store_.check_recent_failure(key));
    if (options_.progress) {
      options_.progress(name() + " dependencies" + (folder().empty() ? "" : " of " + folder()));
    }
    const Status made = make(key);
    if (ports_.cancel != nullptr && ports_.cancel->requested()) {
      return fail(Errc::cancelled, "it was asked to stop");
    }
    if (!made) {
      // So that not every check tries again.
      store_.remember_failure(key, made.error().message);
      return made;
    }
    if (!take_kept(key, prepared)) return fail(Errc::io, "what was fetched could not be kept");
    return Done{};
  }

  // By all the result depends on: what is asked for, by which tool, for which machine.
  Result<std::string> key_of() {
    TRY_ASSIGN(copy_, os::Tainted::create(what_.scratch, {.owner = ports_.sandbox.files_owner(),
                                                          .cancel = ports_.cancel}));
    TRY(copy_->fill(named_path(kCacheFolder), {}));
    TRY(copy_->fill(named_path(kSourceFolder),
                    [&](const std::string& folder) { return write_files(folder); }));
    bench_.emplace(ports_, options_, facts_, view_, Workbench::Place{*copy_, folder()});
    bench_->start(needs().deadline);
    TRY(find_program());
    const std::vector<Step> all = steps();
    const Ran version =
        bench_->run({.argv = plan_.version_of, .environment = all.back().environment});
    if (!version.succeeded()) {
      const std::string said =
          version.known() ? plan_.version_of.front() +
                                " does not start here: " + printable(trim(version.err), 200)
                          : version.unknown;
      return fail(Errc::not_found, said);
    }
    if (plan_.program.suits) TRY(plan_.program.suits(trim(version.out)));
    const Ran machine = bench_->run({.argv = {"uname", "-sm"}});
    std::string asked(kFormat);
    const auto add = [&](std::string_view part) {
      asked += std::to_string(part.size()) + ":";
      asked += part;
    };
    add(folder());
    add(machine.out);
    add(version.out);
    for (const std::vector<Step>& some : {all, afterwards()}) {
      for (const Step& step : some) {
        for (const std::string& word : step.argv) add(bench_->as_repository_paths(word));
      }
    }
    for (const auto& [path, text] : plan_.files) {
      add(path);
      add(text);
    }
    for (const std::string& text : plan_.made_from) add(text);
    return name() + "-" + digest_hex(Hash::sha256, {asked}).substr(0, kKeyDigits);
  }

  // The name that the program has on this machine.
  Status find_program() {
    for (const std::string& one : plan_.needs) {
      if (!bench_->tool(one)) return fail(Errc::not_found, not_installed(one));
    }
    std::string& called = plan_.version_of.front();
    if (plan_.program.name.empty() || bench_->tool(called)) return Done{};
    const auto& names = plan_.program.also_called;
    const auto other = std::find_if(names.begin(), names.end(), [&](const std::string& one) {
      return bench_->tool(one).has_value();
    });
    if (other == names.end()) {
      return fail(Errc::not_found,
                  name() + " is not installed (install " + plan_.program.install + ")");
    }
    called_ = *other;
    called = *other;
    return Done{};
  }

  std::vector<Step> steps() {
    std::vector<Step> all = plan_.steps(*bench_, source_);
    for (Step& step : all) {
      if (!called_.empty() && step.argv.front() == plan_.program.name) step.argv.front() = called_;
    }
    return all;
  }

  std::string as_asked(const std::string& path, std::string text) const {
    if (!plan_.moves_to_mirror || path != plan_.named_in) return text;
    const std::string mirror = source_.url + (source_.url.ends_with('/') ? "" : "/");
    for (const std::string& alias : source_.aliases) text = replace_all(text, alias, mirror);
    return text;
  }

  Status write_files(const std::string& folder) const {
    TRY_ASSIGN(const std::unique_ptr<os::Root> root, os::Root::open(folder));
    for (const auto& [path, text] : plan_.files) {
      TRY_ASSIGN(const RepoPath file, RepoPath::from_git(path));
      TRY(root->write(file, as_asked(path, text), 0644));
    }
    TRY_ASSIGN(const RepoPath note, RepoPath::from_git(os::join_path(this->folder(), ".pawl")));
    return root->write(note, "", 0644);  // so that the folder is there
  }

  bool take_kept(const std::string& key, Prepared& prepared) const {
    if (!store_.take(key)) return false;
    prepared.folder = store_.place(key);
    std::size_t number = 0;
    for (const std::string& kept : plan_.kept) {
      const std::string from =
          os::join_path(prepared.folder, "modules-" + std::to_string(number++));
      const auto one = ports_.files.stat(from);
      if (!one || !one->has_value()) continue;
      prepared.modules.push_back({.from = from, .to = kept, .scratch = plan_.scratch});
    }
    prepared.readable.push_back(prepared.folder);
    return true;
  }

  Status make(const std::string& key) {
    bench_->limit_disk(needs().bytes_max);
    TRY(ask_registry());
    for (const Step& step : afterwards()) {
      const Ran ran = bench_->run(step);
      if (!ran.succeeded()) return fail(Errc::upstream, complaint_of(ran));
    }
    TRY_ASSIGN(const std::uint64_t bytes, collect());
    store_.make_room(bytes, needs().all_bytes_max);
    Status moved =
        copy_->hand_over(named_path(os::join_path(kCacheFolder, kKeptFolder)), store_.place(key));
    // Another run was faster.
    const auto there = ports_.files.stat(store_.place(key));
    if (!moved && (!there || !there->has_value())) return moved;
    return store_.keep(key, bytes);
  }

  // The gate is gone when it returns.
  Status ask_registry() {
    TRY_ASSIGN(const auto gate,
               os::HostGate::open(
                   {.hosts = hosts_, .bytes_max = needs().bytes_max, .proxy = needs().proxy}));
    TRY(bench_->open_way(*gate));
    Status asked = run_all(steps(), *gate);
    for (std::size_t round = 0; asked && plan_.next; ++round) {
      Result<bool> more = ask_again(round, *gate);
      if (!more) asked = std::move(more).error();
      if (!more || !*more) break;
    }
    bench_->close_way();
    return asked;
  }

  // Whether there was something more to ask for.
  Result<bool> ask_again(std::size_t asked, const os::HostGate& gate) {
    TRY_ASSIGN(const std::optional<FetchRound> round, plan_.next(*bench_, asked));
    if (!round) return false;
    for (const auto& [path, text] : round->files) {
      TRY_ASSIGN(const RepoPath file, RepoPath::from_git(os::join_path(kSourceFolder, path)));
      TRY(copy_->put(file, text, 0644));
    }
    TRY(run_all(round->steps, gate));
    return true;
  }

  std::vector<Step> afterwards() {
    return plan_.afterwards ? plan_.afterwards(*bench_) : std::vector<Step>();
  }

  Status run_all(const std::vector<Step>& all, const os::HostGate& gate) {
    for (const Step& step : all) {
      const Ran ran = bench_->run(step);
      if (!ran.succeeded()) return fail(Errc::upstream, why(ran, gate));
    }
    return Done{};
  }

  std::string why(const Ran& ran, const os::HostGate& gate) const {
    const std::vector<std::string> refused = gate.refused();
    if (!refused.empty()) {
      return "it asks for " + join(refused, ", ") + ", which is no registry of " + plan_.manager +
             " (checks.mirrors)";
    }
    if (gate.used_up())
      return "more than " + human_bytes(needs().bytes_max) + " were to be fetched";
    return complaint_of(ran);
  }

  std::string complaint_of(const Ran& ran) const {
    if (!ran.known()) return ran.unknown;
    const std::string all = ran.all();
    const auto lines = split_lines(trim(all));
    if (plan_.program.complaint) {
      const std::string said = plan_.program.complaint(all);
      if (!said.empty()) return name() + ": " + printable(said, 240);
    }
    for (const std::string_view mark : {"ERROR: ", "error: ", "npm error ", "npm ERR! ", "go: "}) {
      for (const std::string_view line : lines) {
        const auto at = line.find(mark);
        const std::string_view rest =
            at == std::string_view::npos ? std::string_view() : trim(line.substr(at + mark.size()));
        // npm names the code and the call before it says what is wrong.
        const bool empty = rest.empty() || rest.starts_with("code ") ||
                           rest.starts_with("errno ") || rest.starts_with("syscall ");
        if (!empty) return name() + ": " + printable(rest, 240);
      }
    }
    return name() + ": " +
           (lines.empty() ? "exit code " + std::to_string(ran.exit_code)
                          : printable(lines.back(), 240));
  }

  // What is kept, in one folder, readable by whoever commands run as; its size.
  Result<std::uint64_t> collect() {
    std::string script =
        "set -e; kept=$1; shift; mkdir -p \"$kept\"; number=0\n"
        "while [ \"$1\" != -- ]; do\n"
        "  if [ -d \"$1\" ]; then mv \"$1\" \"$kept/modules-$number\"\n";
    for (const std::string& name : plan_.scratch) {
      script += "    mkdir -p \"$kept/modules-$number/" + name + "\"\n";
    }
    script +=
        "  fi; number=$((number+1)); shift\ndone; shift\n"
        "for cache; do if [ -d \"$cache\" ]; then mv \"$cache\" \"$kept/\"; fi; done\n"
        "chmod -R a+rX,u+w,go-w \"$kept\"; du -sk \"$kept\" | cut -f1";
    Step step{.argv = {"sh", "-c", script, "sh", bench_->cache(kKeptFolder).for_command()},
              .at_root = true};
    for (const std::string& path : plan_.kept) step.argv.push_back("./" + path);
    step.argv.emplace_back("--");
    for (const std::string& name : plan_.kept_caches) {
      step.argv.push_back(bench_->cache(name).for_command());
    }
    const Ran ran = bench_->run(step);
    const auto kibibytes = parse_int(trim(ran.out));
    if (!ran.succeeded() || !kibibytes) {
      return fail(Errc::io, "what was fetched could not be collected: " +
                                printable(ran.known() ? trim(ran.err) : ran.unknown, 200));
    }
    return static_cast<std::uint64_t>(*kibibytes) << 10U;
  }

  const CheckPorts& ports_;
  const CheckOptions& options_;
  const Facts& facts_;
  const RepoView& view_;
  const PrepareFor& what_;
  Preparation plan_;
  PackageSource source_;
  std::string called_;  // what the program is called here, where that is not its name
  DependencyStore store_;
  std::vector<os::GateHost> hosts_;         // that may be asked
  std::vector<os::GateHost> may_be_named_;  // in a lock
  std::unique_ptr<os::Tainted> copy_;
  std::optional<Workbench> bench_;

 public:
  void remove() {
    bench_.reset();
    if (copy_) static_cast<void>(copy_->remove().ok());
  }
};

}  // namespace

Prepared prepare(const Facts& facts, const RepoView& view, const CheckPorts& ports,
                 const CheckOptions& options, const PrepareFor& what) {
  Prepared prepared = lend(facts, ports, options, what);
  const bool fetches = !options.needs.folder.empty() && what.stack.preparation != nullptr;
  if (!fetches || !prepared.readable.empty() || !prepared.modules.empty()) return prepared;
  const auto plan = what.stack.preparation(facts, view, what.folder);
  if (!plan) {
    prepared.trouble = plan.error().message;
    return prepared;
  }
  if (!*plan) return prepared;
  const auto& sources = options.needs.sources;
  const auto source = std::find_if(sources.begin(), sources.end(), [&](const PackageSource& one) {
    return one.manager == (*plan)->manager;
  });
  if (source == sources.end()) {
    prepared.trouble = "no registry of " + (*plan)->manager + " is known";
    return prepared;
  }
  // Stacks that share their dependencies wait for each other instead of fetching twice.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  Preparer preparer(ports, options, facts, view, what, **plan, *source);
  Prepared fetched = preparer.run();
  preparer.remove();
  return fetched;
}

Status only_packages(const std::vector<std::string>& others, std::string_view lock) {
  if (others.empty()) return Done{};
  return fail(Errc::denied, std::string(lock) + " names " + printable(others.front(), 120) +
                                ", which is no package of a registry");
}

std::vector<PackageSource> public_sources() {
  std::vector<PackageSource> sources;
  for (const std::string_view line : split_lines(asset("checks/registries.txt").value_or(""))) {
    const auto cells = split(line, '|');
    if (line.starts_with('#') || cells.size() != 4) continue;
    PackageSource& source = sources.emplace_back();
    source.manager = trim(cells[0]);
    source.url = trim(cells[1]);
    for (const std::string_view other : split_words(cells[2])) source.others.emplace_back(other);
  }
  return sources;
}

}  // namespace pawl::repo
