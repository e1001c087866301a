#include "agents/session.hpp"

#include <algorithm>

#include <unistd.h>

#include "agents/bail.hpp"
#include "agents/events.hpp"
#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "os/network/gate_bridge.hpp"
#include "os/sandbox/sandbox_view.hpp"
#include "repo/checks/prepare.hpp"
#include "repo/checks/toolchains.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::agents {
namespace {

constexpr std::string_view kSystemPath = "/usr/local/bin:/usr/bin:/bin";
// Where no limit is named: longer than anybody waits.
constexpr Milliseconds kWallMax{7 * 24 * 3'600'000LL};
// Between TERM and KILL.
constexpr Milliseconds kGrace{3'000};
constexpr std::size_t kOutputKept = 1U << 20U;
constexpr std::size_t kPlaceholderHex = 40;

std::string variable_of(const os::Ports& ports, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    for (const auto& [each, value] : ports.environment) {
      if (each == name && !value.empty()) return value;
    }
  }
  return {};
}

std::string path_of(const os::Ports& ports) {
  const std::string own = variable_of(ports, {"PATH"});
  return own.empty() ? std::string(kSystemPath) : own + ":" + std::string(kSystemPath);
}

// A package manager stands for its public registry.
std::vector<std::string> with_registries(const std::vector<std::string>& names) {
  std::vector<std::string> all;
  const std::vector<repo::PackageSource> sources = repo::public_sources();
  for (const std::string& name : names) {
    const auto source =
        std::find_if(sources.begin(), sources.end(),
                     [&](const repo::PackageSource& each) { return each.manager == name; });
    if (source == sources.end()) {
      all.push_back(name);
      continue;
    }
    all.push_back(source->url);
    all.insert(all.end(), source->others.begin(), source->others.end());
  }
  return all;
}

Result<std::vector<os::GateHost>> gate_hosts(const std::vector<std::string>& names) {
  std::vector<os::GateHost> hosts;
  for (const std::string& name : with_registries(names)) {
    const auto host = os::GateHost::of_url(contains(name, "://") ? name : "https://" + name);
    if (!host) return fail(Errc::invalid, "an agent cannot be led to " + printable(name, 200));
    hosts.push_back(*host);
  }
  return hosts;
}

std::optional<os::GateHost> way_out(const os::Ports& ports) {
  const std::string proxy = variable_of(ports, {"https_proxy", "HTTPS_PROXY", "http_proxy"});
  if (proxy.empty()) return {};
  return os::GateHost::of_url(contains(proxy, "://") ? proxy : "http://" + proxy);
}

// Of a program that a package manager of Node installed, all that lies beside it: what is for this
// machine alone is a package of its own.
std::vector<std::string> readable_with_packages(const std::string& program) {
  std::vector<std::string> readable = repo::readable_for(program);
  constexpr std::string_view kModules = "/node_modules/";
  const std::string real = os::canonical_path(program).value_or(program);
  if (real.starts_with("/usr/")) return readable;
  if (const auto at = real.find(kModules); at != std::string::npos) {
    readable.push_back(real.substr(0, at + kModules.size() - 1));
  }
  return readable;
}

std::vector<std::string> readable_toolchains(const std::string& path) {
  std::vector<std::string> readable;
  for (const std::string_view line : split_lines(asset("agents/tools.txt").value_or(""))) {
    if (line.empty() || line.starts_with('#')) continue;
    const auto tool = repo::find_tool(std::string(line), path);
    if (!tool) continue;
    readable.insert(readable.end(), tool->read_only.begin(), tool->read_only.end());
  }
  return readable;
}

// `claude=/path; codex=/path`: where a person says that program lies; empty: nowhere.
std::string program_in(const std::string& setting, std::string_view name) {
  for (const std::string_view part : split(setting, ';')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos || trim(part.substr(0, equals)) != name) continue;
    return std::string(trim(part.substr(equals + 1)));
  }
  return {};
}

void add_unique(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const std::string& one : more) {
    if (!among(all, one)) all.push_back(one);
  }
}

// What is written there belongs to whom the agent runs as.
Result<std::unique_ptr<os::Root>> open_as(const std::string& folder,
                                          const std::optional<os::Owner>& owner) {
  TRY_ASSIGN(const auto plain, os::Root::open(folder));
  TRY_ASSIGN(const os::Fd descriptor, plain->itself());
  return os::Root::at(descriptor.get(), folder, owner);
}

std::vector<ModelPlace> places_or_none(Result<std::vector<ModelPlace>>& places) {
  return places ? *std::move(places) : std::vector<ModelPlace>();
}

}  // namespace

Session::Session(const AgentPorts& ports, const Order& order, EventSink& events,
                 std::vector<ModelPlace> places, std::string placeholder)
    : ports_(ports),
      order_(order),
      events_(events),
      placeholder_(std::move(placeholder)),
      builtin_prices_(llm::PriceTable::builtin()),
      meter_(order.limits),
      proxy_(std::make_shared<ModelProxy>(
          ModelProxy::Setup{.http = ports.ports.http,
                            .clock = ports.ports.clock,
                            .events = events,
                            .redactor = ports.redactor,
                            .meter = meter_,
                            .prices = ports.prices != nullptr ? *ports.prices : builtin_prices_,
                            .places = std::move(places),
                            .label = order.label,
                            .placeholder = placeholder_,
                            .budget = ports.budget,
                            .heard = [this] { heard_ = true; }})) {}

Result<std::unique_ptr<Session>> Session::open(const AgentPorts& ports, const Order& order,
                                               EventSink& events) {
  auto places = model_places(ports.config);
  if (!places) return places.error();
  // Long, so that an agent that blanks its key in what it prints blanks nothing else.
  std::string placeholder = "pawl-placeholder-" + ports.ports.random.hex(kPlaceholderHex);
  std::unique_ptr<Session> session(
      new Session(ports, order, events, places_or_none(places), std::move(placeholder)));
  TRY(session->open_folders());
  TRY(session->open_gate());
  return session;
}

Session::~Session() { close(); }

Status Session::open_folders() {
  const auto owner = ports_.sandbox.files_owner();
  const std::string home = os::absolute_path(order_.home);
  TRY_ASSIGN(const bool made, ports_.ports.files.make_new_folder(home, 0700));
  if (made && owner && ::lchown(home.c_str(), owner->uid, owner->gid) != 0) {
    return os::errno_error(errno, home);
  }
  TRY_ASSIGN(folder_, order_.overlay ? order_.overlay->open(owner) : open_as(order_.folder, owner));
  TRY_ASSIGN(home_, open_as(home, owner));
  // What an earlier one left to say is not this one's.
  static_cast<void>(agents::take_bail(*folder_));
  static_cast<void>(agents::take_bail(*home_));
  return Done{};
}

Status Session::open_gate() {
  TRY_ASSIGN(std::vector<os::GateHost> hosts, gate_hosts(order_.hosts));
  TRY_ASSIGN(
      gate_,
      os::HostGate::open(
          {.hosts = std::move(hosts),
           .proxy = way_out(ports_.ports),
           .answer_here = [proxy = proxy_](int socket, const std::string& head, std::string rest) {
             proxy->answer(socket, head, std::move(rest));
           }}));
  if (ports_.sandbox.report().level != os::SandboxLevel::full) {
    TRY_ASSIGN(port_, os::free_bridge_port());
  }
  url_ = os::bridge_url(port_);
  TRY_ASSIGN(bridge_, os::bridge_words(gate_->socket(), port_));
  return Done{};
}

Status Session::put_in_home(std::string_view path, std::string_view text) {
  TRY_ASSIGN(const RepoPath place, RepoPath::from_git(path));
  return home_->write(place, text, 0644).during("writing into the HOME of an agent");
}

Result<std::string> Session::read_from_home(std::string_view path, std::size_t bytes_max) const {
  TRY_ASSIGN(const RepoPath place, RepoPath::from_git(path));
  return home_->read(place, bytes_max);
}

std::string Session::home_inside() const {
  const bool full = ports_.sandbox.report().level == os::SandboxLevel::full;
  return full ? os::kHomeInside : os::absolute_path(order_.home);
}

Variables Session::common_environment() const {
  const std::string bail_folder = order_.may_write ? order_.folder : home_inside();
  Variables variables = {{"PATH", path_of(ports_.ports)},
                         {"LANG", "C.UTF-8"},
                         {"LC_ALL", "C.UTF-8"},
                         {"TERM", "dumb"},
                         {"NO_COLOR", "1"},
                         {"CI", "true"},
                         {"SHELL", "/bin/sh"},
                         {"USER", "user"},
                         {"GIT_AUTHOR_NAME", ports_.config.bot_name},
                         {"GIT_AUTHOR_EMAIL", ports_.config.bot_email},
                         {"GIT_COMMITTER_NAME", ports_.config.bot_name},
                         {"GIT_COMMITTER_EMAIL", ports_.config.bot_email},
                         {"GIT_TERMINAL_PROMPT", "0"},
                         {"PAWL_AGENT_LABEL", order_.label},
                         {std::string(kBailVariable), os::join_path(bail_folder, kBailFile)}};
  for (const char* name : {"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"}) {
    variables.emplace_back(name, url_);
  }
  for (const char* name : {"no_proxy", "NO_PROXY"}) {
    variables.emplace_back(name, "127.0.0.1,localhost,::1");
  }
  return variables;
}

Result<std::string> Session::find(const std::string& program) const {
  const std::string own = program_in(ports_.config.agent_programs, program);
  if (!own.empty()) return own;
  if (program.starts_with('/')) return program;
  if (contains(program, "/")) return os::absolute_path(os::join_path(ports_.ports.folder, program));
  const auto tool = repo::find_tool(program, path_of(ports_.ports));
  if (tool) return tool->path;
  return fail(Errc::not_found, "the agent's program " + printable(program, 200) +
                                   " is not in PATH (agents.programs says where one lies)");
}

Result<os::Command> Session::command_of(const Program& program) const {
  os::Command command;
  command.environment = common_environment();
  for (const auto& [name, value] : program.environment) {
    std::erase_if(command.environment, [&](const auto& each) { return each.first == name; });
    command.environment.emplace_back(name, value);
  }
  TRY_ASSIGN(const std::string found, find(program.argv.front()));
  os::SandboxPolicy policy{.folder = order_.folder, .read_only = {}};
  add_unique(policy.read_only, readable_toolchains(path_of(ports_.ports)));
  add_unique(policy.read_only, readable_with_packages(found));
  add_unique(policy.read_only, program.readable);
  add_unique(policy.read_only, order_.readable);
  add_unique(policy.read_only, {bridge_.front(), gate_->socket()});
  policy.home = os::absolute_path(order_.home);
  policy.folder_read_only = !order_.may_write;
  policy.overlay = order_.overlay;
  policy.cpu_at_will = true;
  command.argv = bridge_;
  command.argv.push_back(found);
  command.argv.insert(command.argv.end(), program.argv.begin() + 1, program.argv.end());
  command.folder = order_.folder;
  command.input = program.input;
  command.input_from = program.input_from;
  const bool limited = order_.limits.wall > Milliseconds(0);
  command.deadline = program.wall.value_or(limited ? order_.limits.wall : kWallMax);
  command.output_bytes_max = kOutputKept;
  command.grace = kGrace;
  command.cancel = &ports_.ports.cancel;
  return ports_.sandbox.confine(std::move(command), policy);
}

bool Session::may_go_on(int ancestor) {
  if (ending_ || !meter_.reached().empty()) return false;
  const Milliseconds now = ports_.ports.clock.monotonic();
  if (heard_.exchange(false)) stall_->heard(now);
  if (!stall_->due(now)) return true;
  Activity activity = activity_below(ancestor);
  activity.bytes += gate_->bytes_carried();
  switch (stall_->look(activity, now)) {
    case StallWatch::Verdict::works: return true;
    case StallWatch::Verdict::quiet: {
      const Milliseconds quiet = stall_->quiet_for(now);
      const AgentQuiet event{
          .label = order_.label, .quiet = quiet, .ends_in = order_.limits.idle - quiet};
      static_cast<void>(events_.append(to_event(event)).ok());
      return true;
    }
    case StallWatch::Verdict::stalled: stalled_ = true; return false;
  }
  return true;
}

Result<Ended> Session::run(const Program& program,
                           const std::function<void(std::string_view)>& on_output) {
  TRY_ASSIGN(os::Command command, command_of(program));
  ending_ = false;
  stalled_ = false;
  stall_ = std::make_unique<StallWatch>(order_.limits.idle, ports_.ports.clock.monotonic());
  command.may_go_on = [this](int ancestor) { return may_go_on(ancestor); };
  command.on_output = on_output;
  TRY_ASSIGN(os::Finished finished, ports_.ports.processes.run(command));
  return Ended{.finished = std::move(finished), .stalled = stalled_, .by_us = ending_};
}

std::optional<Bail> Session::take_bail() {
  auto bail = agents::take_bail(*folder_);
  auto from_home = agents::take_bail(*home_);
  return bail ? bail : from_home;
}

void Session::close() {
  if (!gate_) return;
  for (const std::string& host : gate_->refused()) {
    const AgentRefused event{
        .label = order_.label, .what = host, .reason = "not among the hosts it may ask"};
    static_cast<void>(events_.append(to_event(event)).ok());
  }
  gate_.reset();
  proxy_->close();
}

}  // namespace pawl::agents
