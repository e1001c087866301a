// Cargo packages and workspaces: `cargo check`, `cargo test`, offline.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

// Cargo's home is a private one: the user's holds credentials. Of the user's, the packages it
// has fetched are shown inside the private one by links.
void link_packages(Workbench& bench, std::string cargo_home) {
  if (!bench.prepared().folder.empty()) {
    cargo_home = os::join_path(bench.prepared().folder, "cargo");
  }
  const std::string own = bench.cache("cargo").for_command();
  for (const char* part : {"registry", "git", "config.toml"}) {
    // Settings of the user's own hold credentials.
    if (part == std::string_view("config.toml") && bench.prepared().folder.empty()) continue;
    const std::string shown = os::join_path(cargo_home, part);
    if (!bench.exists_on_host(shown)) continue;
    bench.allow({shown});
    static_cast<void>(bench.run({.argv = {"mkdir", "-p", own}}));
    static_cast<void>(bench.run({.argv = {"ln", "-sfn", shown, os::join_path(own, part)}}));
  }
}

enum class Packages : std::uint8_t { linked, none };

Environment cargo_environment(Workbench& bench, Packages packages = Packages::linked) {
  Environment environment = {{"CARGO_HOME", bench.cache("cargo").for_command()},
                             {"CARGO_TARGET_DIR", bench.cache("target").for_command()},
                             {"CARGO_NET_OFFLINE", "true"},
                             {"CARGO_TERM_COLOR", "never"},
                             {"RUST_BACKTRACE", "0"},
                             {"RUSTUP_AUTO_INSTALL", "0"}};
  const auto cargo = bench.tool("cargo");
  std::string cargo_home = cargo ? os::parent_path(os::parent_path(cargo->path)) : std::string();
  const std::string name = os::file_name(cargo_home);
  if (name == ".cargo" || name == "cargo") {
    // rustup puts its toolchains beside cargo's home.
    const std::string rustup =
        os::join_path(os::parent_path(cargo_home), name == "cargo" ? "rustup" : ".rustup");
    if (bench.exists_on_host(rustup)) {
      bench.allow({rustup});
      environment.emplace_back("RUSTUP_HOME", rustup);
    }
  } else if (!bench.home().empty()) {
    cargo_home = os::join_path(bench.home(), ".cargo");
  }
  if (packages == Packages::linked) link_packages(bench, cargo_home);
  return environment;
}

bool is_workspace_member(const Facts& facts, const Manifest& manifest) {
  const std::string_view folder = manifest.path.folder();
  return std::any_of(facts.manifests.begin(), facts.manifests.end(), [&](const Manifest& other) {
    const std::string_view above = other.path.folder();
    const bool is_above = above.size() < folder.size() && folder.starts_with(above) &&
                          (above.empty() || folder[above.size()] == '/');
    if (other.kind != ManifestKind::cargo || !is_above || !other.data.has("workspace")) {
      return false;
    }
    const std::string_view inside = above.empty() ? folder : folder.substr(above.size() + 1);
    const auto& excluded = other.data["workspace"]["exclude"].items();
    return std::none_of(excluded.begin(), excluded.end(), [&](const Json& one) {
      return inside == one.text() || inside.starts_with(one.string_or("") + "/");
    });
  });
}

// `--test boxes` for tests/boxes.rs. Nothing when a file is no target of its own.
std::vector<std::string> targets_to_test(const Workbench& bench) {
  std::vector<std::string> out;
  for (const std::string& path : bench.only()) {
    constexpr std::string_view kFolder = "tests/";
    const std::string_view name =
        std::string_view(path).substr(std::min(path.size(), kFolder.size()));
    if (!path.starts_with(kFolder) || !name.ends_with(".rs") || contains(name, "/")) return {};
    out.insert(out.end(), {"--test", std::string(name.substr(0, name.size() - 3))});
  }
  return out;
}

}  // namespace

// Manifests and the lock, and the names of the sources, by which cargo knows what a package is made
// of. Settings of the repository (.cargo) stay away: they can name programs.
Result<std::optional<Preparation>> cargo_preparation(const Facts& facts, const RepoView& view,
                                                     std::string_view folder) {
  const bool wanted =
      std::any_of(facts.dependencies.begin(), facts.dependencies.end(), [](const Dependency& one) {
        return one.manifest == ManifestKind::cargo && !(one.placed && one.constraint.empty());
      });
  const std::string at_folder = folder.empty() ? std::string() : std::string(folder) + "/";
  if (!wanted || view.has_folder(at_folder + "vendor")) return std::optional<Preparation>();
  Preparation plan{
      .manager = "cargo", .version_of = {"cargo", "--version"}, .kept_caches = {"cargo"}};
  for (const Entry& entry : view.files()) {
    const std::string& path = entry.path.text();
    if (entry.path.name() == "Cargo.toml" || path == at_folder + "Cargo.lock") {
      const auto text = view.read(entry.path);
      if (text) plan.files.emplace(path, *text);
    } else if (path.ends_with(".rs")) {
      plan.files.emplace(path, "");
    }
  }
  const auto lock = plan.files.find(at_folder + "Cargo.lock");
  const bool locked = lock != plan.files.end();
  if (locked) {
    plan.named_in = lock->first;
    for (const std::string_view line : split_lines(lock->second)) {
      constexpr std::string_view kStart = "source = \"";
      if (!line.starts_with(kStart)) continue;
      const std::string_view source = line.substr(kStart.size(), line.rfind('"') - kStart.size());
      // How Cargo has written its own registry ever since.
      if (source == "registry+https://github.com/rust-lang/crates.io-index") continue;
      plan.named.emplace_back(source);
    }
  }
  plan.steps = [locked](Workbench& bench, const PackageSource& source) {
    Step step{.argv = {"cargo", "fetch"}, .environment = cargo_environment(bench, Packages::none)};
    std::erase_if(step.environment,
                  [](const auto& one) { return one.first == "CARGO_NET_OFFLINE"; });
    if (locked) step.argv.emplace_back("--locked");
    const std::string home = bench.cache("cargo").for_command();
    Step settings{.argv = {"sh", "-c", "mkdir -p \"$1\" && printf '%s' \"$2\" > \"$1/config.toml\"",
                           "sh", home,
                           "[source.crates-io]\nreplace-with = \"registry\"\n\n[source.registry]\n"
                           "registry = \"sparse+" +
                               source.url + "\"\n"}};
    // Cargo knows its own registry, and takes no other name for it.
    const std::vector<PackageSource> known = public_sources();
    const bool own = std::any_of(known.begin(), known.end(), [&](const PackageSource& one) {
      return one.manager == source.manager && one.url == source.url;
    });
    if (own) return std::vector<Step>{std::move(step)};
    return std::vector<Step>{std::move(settings), std::move(step)};
  };
  return std::optional(std::move(plan));
}

std::vector<std::string> rust_folders(const Facts& facts, const RepoView&) {
  std::vector<std::string> folders;
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind != ManifestKind::cargo || is_workspace_member(facts, manifest)) continue;
    folders.emplace_back(manifest.path.folder());
  }
  return folders;
}

void build_rust(Workbench& bench, CheckRun& run) {
  run.command = "cargo check";
  const Ran ran = bench.run({.argv = {"cargo", "check", "--offline", "--message-format=json"},
                             .environment = cargo_environment(bench)});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code == 0) return pass(run);
  auto found = bench.placed(parse_cargo_messages(ran.out));
  if (found.empty()) {
    if (const auto trouble = trouble_of_the_place(ran.err)) return cannot_check(run, *trouble);
  }
  fail_with(run, std::move(found), ran.err);
}

void test_rust(Workbench& bench, CheckRun& run) {
  run.command = "cargo test";
  Step step{.argv = {"cargo", "test", "--offline", "--no-fail-fast"},
            .environment = cargo_environment(bench),
            .one_stream = true};
  for (std::string& word : targets_to_test(bench)) step.argv.push_back(std::move(word));
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  TestReport report = parse_cargo_test(ran.out);
  if (report.failing.empty() && ran.exit_code != 0) {
    auto found = bench.placed(parse_rustc_errors(ran.out));
    if (!found.empty()) return fail_with(run, std::move(found), ran.out);
  }
  if (report.empty() && ran.exit_code == 0) return no_tests(run, "there are no tests");
  judge_tests(run, bench, ran, std::move(report));
}

}  // namespace pawl::repo
