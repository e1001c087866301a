// What Bundler locks: the archives of its packages are fetched by their names from the registry,
// and installed afterwards without any network, for packages with extensions run programs of their
// own to compile them. Bundler itself would evaluate the Gemfile, which is a program.
#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/gem_locks.hpp"

namespace pawl::repo {
namespace {

constexpr const char* kGemList = "gems.txt";
constexpr const char* kGemArchives = "gem-archives";
constexpr const char* kGemCertificates = "/etc/ssl/certs/ca-certificates.crt";

// All that the result depends on besides the list. Whoever installs what a failure named need not
// wait until it is forgotten.
constexpr std::string_view kGemVersion = R"ruby(
puts RUBY_DESCRIPTION, Gem::VERSION, Gem::Platform.local, Gem.extension_api_version
puts File.exist?(File.join(RbConfig::CONFIG["rubyhdrdir"].to_s, "ruby.h"))
puts %w[make cc].map { |name| ENV["PATH"].split(":").any? { |at| File.exist?(File.join(at, name)) } }
)ruby";

// Takes the list (a package a line: name, version, platform, SHA-256 or `-`), the folder for the
// archives and the address of the registry. Of a package that is locked for several platforms the
// one for this machine is fetched, else the one for any. Nothing of an archive is looked into.
constexpr std::string_view kFetchGems = R"ruby(
require "digest"
require "fileutils"
require "net/http"
require "uri"
list, to, registry = ARGV
ours = Gem::Platform.local
musl = ours.to_s.include?("musl")
fits = lambda do |platform|
  platform == "ruby" || (Gem::Platform.new(platform) === ours && platform.include?("musl") == musl)
end
rank = lambda do |platform|
  next 2 if platform == "ruby"
  Gem::Platform.new(platform) == ours ? 0 : 1
end
gems = File.readlines(list, chomp: true).map(&:split).select { |gem| fits.call(gem[2]) }
gems = gems.group_by { |gem| gem[0, 2] }.values.map { |all| all.min_by { |gem| rank.call(gem[2]) } }
proxy = URI(ENV["http_proxy"]) if ENV["http_proxy"]
sessions = Hash.new do |all, (scheme, host, port)|
  all[[scheme, host, port]] =
    Net::HTTP.start(host, port, proxy&.host, proxy&.port,
                    use_ssl: scheme == "https", open_timeout: 30, read_timeout: 60)
end
get = lambda do |uri, path|
  raise "it leads to #{uri.scheme}" unless uri.is_a?(URI::HTTP)
  request = Net::HTTP::Get.new(uri, "Accept-Encoding" => "identity")
  elsewhere = nil
  sessions[[uri.scheme, uri.host, uri.port]].request(request) do |answer|
    case answer
    when Net::HTTPOK
      File.open(path, "wb") { |file| answer.read_body { |part| file.write(part) } }
    when Net::HTTPRedirection
      elsewhere = URI.join(uri, answer["location"].to_s)
    else
      raise "#{answer.code} #{answer.message}"
    end
  end
  elsewhere
end
FileUtils.mkdir_p(to)
gems.each do |name, version, platform, sha256|
  file = [name, version, *(platform unless platform == "ruby")].join("-") + ".gem"
  path = File.join(to, file)
  tries = 0
  begin
    uri = URI("#{registry.chomp("/")}/gems/#{file}")
    5.times { uri &&= get.call(uri, path) }
    raise "it leads on and on" if uri
  rescue SystemCallError, SocketError, EOFError, Timeout::Error, OpenSSL::SSL::SSLError => error
    sessions.clear
    retry if (tries += 1) < 2
    abort "ERROR: #{file}: #{error.message}"
  rescue StandardError => error
    abort "ERROR: #{file}: #{error.message}"
  end
  next if sha256 == "-" || Digest::SHA256.file(path).hexdigest == sha256
  abort "ERROR: #{file} is another one than the lock has the digest of"
end
)ruby";

// Takes the folder of the archives and that to install in. Packages with extensions come last, each
// after those that it needs.
constexpr std::string_view kInstallGems = R"ruby(
require "fileutils"
require "rubygems/package"
require "rubygems/installer"
from, to = ARGV
FileUtils.mkdir_p(to)
gems = Dir.children(from).sort.map do |file|
  begin
    spec = Gem::Package.new(File.join(from, file)).spec
  rescue StandardError => error
    abort "ERROR: #{file} is no package: #{error.message}"
  end
  abort "ERROR: #{file} holds #{spec.full_name}" if file != "#{spec.full_name}.gem"
  suits = spec.required_ruby_version.satisfied_by?(Gem.ruby_version)
  abort "ERROR: #{spec.full_name} requires Ruby #{spec.required_ruby_version}" unless suits
  [spec, File.join(from, file)]
end
by_name = gems.group_by { |spec, _| spec.name }
why = lambda do |text|
  case text
  when /header files for ruby/ then "it is compiled with Ruby's headers (install the package ruby-dev)"
  when /development tools first|No such file or directory - (make|gcc|cc)\b|sh: \d+: (make|gcc|cc): not found|\bmake: not found/
    "it is compiled (install the package build-essential)"
  else
    lines = text.lines.map(&:strip).reject { |line| line.match?(/\A(collect2|make)\b|extconf\.rb failed|Failed to build gem/) }
    lines.find { |line| line.match?(/error:|cannot find|missing|not found|requires/i) } ||
      lines.reverse.find { |line| line.match?(/error|can't|no such|unable|refused|unreachable|resolve|failed/i) } ||
      lines.first.to_s
  end
end
done = {}
install = lambda do |gem|
  spec, path = gem
  next if done[spec.full_name]
  done[spec.full_name] = true
  spec.runtime_dependencies.each { |one| by_name.fetch(one.name, []).each(&install) }
  begin
    Gem::Installer.at(path, install_dir: to, ignore_dependencies: true, wrappers: true).install
  rescue StandardError => error
    abort "ERROR: #{spec.full_name} cannot be installed without network: #{why.call(error.message)}"
  end
end
gems.partition { |spec, _| spec.extensions.empty? }.each { |some| some.each(&install) }
FileUtils.rm_rf([File.join(to, "cache"), File.join(to, "doc"), from])
)ruby";

std::string list_of(const GemLock& lock) {
  std::string lines;
  for (const LockedGem& gem : lock.gems) {
    // The one that runs is that of this machine.
    if (gem.name == "bundler") continue;
    lines += gem.name + " " + gem.version + " " + gem.platform + " " +
             (gem.sha256.empty() ? "-" : gem.sha256) + "\n";
  }
  return lines;
}

std::vector<Step> fetch_gems(Workbench& bench, const PackageSource& source) {
  Step step{.argv = {"ruby", "-e", std::string(kFetchGems), kGemList,
                     bench.cache(kGemArchives).for_command(), source.url},
            .environment = {{"GEM_HOME", bench.cache(kGemFolder).for_command()}}};
  if (bench.exists_on_host(kGemCertificates)) {
    step.environment.emplace_back("SSL_CERT_FILE", kGemCertificates);
  }
  return {std::move(step)};
}

std::vector<Step> install_gems(Workbench& bench) {
  const std::string home = bench.cache(kGemFolder).for_command();
  return {{.argv = {"ruby", "-e", std::string(kInstallGems),
                    bench.cache(kGemArchives).for_command(), home},
           .environment = {{"GEM_HOME", home}, {"GEM_PATH", home}}}};
}

}  // namespace

std::string gemfile_of(const RepoView& view, std::string_view folder) {
  for (const char* name : {"gems.rb", "Gemfile"}) {
    std::string path = folder.empty() ? name : std::string(folder) + "/" + name;
    if (view.has(path)) return path;
  }
  return {};
}

Result<std::optional<Preparation>> bundler_preparation(const Facts&, const RepoView& view,
                                                       std::string_view folder) {
  const std::string gemfile = gemfile_of(view, folder);
  if (gemfile.empty()) return std::optional<Preparation>();
  const std::string path = gemfile.ends_with("gems.rb")
                               ? gemfile.substr(0, gemfile.size() - 2) + "locked"
                               : gemfile + ".lock";
  if (!view.has(path)) {
    return fail(Errc::not_found, "there is no " + path + ", which names versions (bundle lock)");
  }
  TRY_ASSIGN(const RepoPath lock_path, RepoPath::from_git(path));
  TRY_ASSIGN(const std::string text, view.read(lock_path, kGemLockBytesMax));
  const Result<GemLock> lock = read_gem_lock(text);
  if (!lock) return fail(Errc::invalid, path + " cannot be read: " + lock.error().message);
  TRY(only_packages(lock->others, path));
  Preparation plan{.manager = "bundler",
                   .needs = {"ruby", "bundle"},
                   .folder = "",
                   .files = {{kGemList, list_of(*lock)}},
                   .version_of = {"ruby", "-e", std::string(kGemVersion)},
                   .named = lock->named,
                   .named_in = path,
                   .steps = fetch_gems,
                   .afterwards = install_gems,
                   .kept_caches = {kGemFolder}};
  if (lock->gems.empty() && lock->named.empty()) return std::optional<Preparation>();
  return std::optional(std::move(plan));
}

}  // namespace pawl::repo
