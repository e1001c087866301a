#include "repo/checks/test_registry.hpp"

#include <doctest/doctest.h>

#include <array>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/digest.hpp"
#include "base/json.hpp"
#include "base/text/text.hpp"
#include "os/files/files.hpp"
#include "os/network/relay.hpp"
#include "os/processes/process.hpp"

namespace pawl::repo::test_checks {
namespace {

// Packs what comes on standard input; prints where the archive is, and its digests: for Go
// two, for npm one.
constexpr std::string_view kPacker = R"py(
import base64, gzip, hashlib, io, json, os, re, shutil, subprocess, sys, tarfile, tempfile, zipfile
want = json.load(sys.stdin)
name, version, kind = want["name"], want["version"], want["kind"]
files = {path: text.encode() for path, text in want["files"].items()}
if want["zeros"]: files["zeros"] = bytes(want["zeros"])
out = tempfile.NamedTemporaryFile(delete=False, prefix="pawl-package-")
sums = []
def h1(entries):
    lines = "".join(hashlib.sha256(data).hexdigest() + "  " + path + "\n" for path, data in sorted(entries.items()))
    return "h1:" + base64.b64encode(hashlib.sha256(lines.encode()).digest()).decode()
if kind in ("npm", "sdist", "crate"):
    top = "package" if kind == "npm" else name + "-" + version
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1) as tar:
        for path, data in files.items():
            entry = tarfile.TarInfo(top + "/" + path)
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))
elif kind == "gem":
    def tarred(entries, to):
        with tarfile.open(fileobj=to, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for path, data in entries.items():
                entry = tarfile.TarInfo(path)
                entry.size, entry.mode = len(data), 0o644
                tar.addfile(entry, io.BytesIO(data))
    number, _, platform = version.partition("-")
    ruby = files.pop(".ruby", b">= 0").decode().split()
    def tagged(tag, text): return "!ruby/object:Gem::" + tag + " " + text
    def requirement(sign, one):
        return tagged("Requirement", '{requirements: [["%s", %s]]}' % (sign, tagged("Version", '{version: "%s"}' % one)))
    extensions = [path for path in files if path.endswith("extconf.rb")]
    spec = {"name": name, "authors": ["a"], "bindir": "exe", "executables": [],
            "dependencies": [], "extensions": extensions, "files": sorted(files), "require_paths": ["lib"],
            "summary": "s", "licenses": [], "metadata": {}, "rubygems_version": "3.0.0",
            "specification_version": 4, "requirements": []}
    lines = ["--- !ruby/object:Gem::Specification"]
    lines += [key + ": " + json.dumps(value) for key, value in spec.items()]
    lines += ["date: 2020-01-01 00:00:00.000000000 Z", "version: " + tagged("Version", '{version: "%s"}' % number)]
    lines += ["platform: " + (platform or "ruby")]
    lines += ["required_ruby_version: " + requirement(*ruby), "required_rubygems_version: " + requirement(">=", "0")]
    data = io.BytesIO()
    tarred(files, data)
    tarred({"metadata.gz": gzip.compress(("\n".join(lines) + "\n").encode()), "data.tar.gz": gzip.compress(data.getvalue())}, out)
elif kind == "jar":
    with tempfile.TemporaryDirectory() as folder:
        def below(path): return os.path.join(folder, path)
        for path, data in files.items():
            os.makedirs(os.path.dirname(below(path)), exist_ok=True)
            with open(below(path), "wb") as one: one.write(data)
        sources = [below(path) for path in files if path.endswith(".java")]
        if sources:
            lib = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("mvn")))), "lib")
            if not os.path.isdir(lib):  # mvn is a script that calls another
                said = subprocess.run(["mvn", "-version"], capture_output=True, text=True).stdout
                lib = os.path.join(re.search("Maven home: ([^\n\x1b]*)", said).group(1), "lib")
            jars = ":".join(os.path.join(lib, name) for name in os.listdir(lib))
            brief = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]
            subprocess.run(["javac"] + brief + ["--release", "8", "-proc:none", "-nowarn", "-d", folder, "-cp", jars] + sources, check=True)
        with zipfile.ZipFile(out, "w") as archive:
            for at, _, names in os.walk(folder):
                for name in names:
                    archive.write(os.path.join(at, name), os.path.relpath(os.path.join(at, name), folder))
else:
    if kind == "wheel":
        info = name + "-" + version + ".dist-info/"
        files[info + "METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()
        files[info + "WHEEL"] = b"Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        files[info + "RECORD"] = "".join(path + ",,\n" for path in list(files) + [info + "RECORD"]).encode()
    elif kind == "zip":
        files = {name + "-" + version + "/" + path: data for path, data in files.items()}
    else:
        sums = [h1({"go.mod": files["go.mod"]})]
        files = {name + "@" + version + "/" + path: data for path, data in files.items()}
        sums.append(h1(files))
    with zipfile.ZipFile(out, "w") as archive:
        for path, data in files.items(): archive.writestr(path, data)
out.close()
if kind == "npm":
    with open(out.name, "rb") as made: sums = ["sha512-" + base64.b64encode(hashlib.sha512(made.read()).digest()).decode()]
print(json.dumps({"path": out.name, "sums": sums}))
)py";

struct Packed {
  std::string bytes;
  std::vector<std::string> sums;
};

Packed pack(const std::string& kind, const Package& package) {
  Json files = Json::object();
  for (const auto& [path, text] : package.files) files.set(path, text);
  os::Command command;
  command.argv = {"python3", "-c", std::string(kPacker)};
  command.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}};
  command.folder = "/tmp";
  command.input = Json::object({{"kind", kind},
                                {"name", package.name},
                                {"version", package.version},
                                {"zeros", static_cast<std::int64_t>(package.zeros)},
                                {"files", files}})
                      .dump();
  // Jars are compiled, which takes long; several tests have the same ones.
  static std::map<std::string, Packed> made;
  if (const auto before = made.find(command.input); before != made.end()) return before->second;
  const auto done = os::real_processes()->run(command);
  REQUIRE(done);
  CAPTURE(done->err);
  const auto answer = Json::parse(done->out);
  REQUIRE(answer);
  const auto disk = os::real_files();
  const std::string path = (*answer)["path"].string_or("");
  Packed packed{.bytes = disk->read(path).value(), .sums = {}};
  for (const Json& sum : (*answer)["sums"].items()) packed.sums.emplace_back(sum.text());
  REQUIRE(disk->remove(path).ok());
  if (kind == "jar") made.emplace(command.input, packed);
  return packed;
}

}  // namespace

TestRegistry::TestRegistry() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);  // NOLINT: the socket API wants it
  REQUIRE(::bind(listener_.get(), generic, size) == 0);
  REQUIRE(::listen(listener_.get(), 64) == 0);
  REQUIRE(::getsockname(listener_.get(), generic, &size) == 0);
  port_ = ntohs(address.sin_port);
  serving_ = std::thread([this] { serve(); });
}

TestRegistry::~TestRegistry() {
  ::shutdown(listener_.get(), SHUT_RDWR);
  serving_.join();
}

std::string TestRegistry::url(const std::string& path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + path;
}

void TestRegistry::put(const std::string& path, std::string content) {
  const std::lock_guard lock(mutex_);
  pages_[path] = std::move(content);
}

void TestRegistry::serve() {
  for (;;) {
    const os::Fd connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!connection.valid()) return;
    answer(connection.get());
  }
}

void TestRegistry::answer(int connection) {
  std::string head;
  std::array<char, 4096> chunk{};
  while (!contains(head, "\r\n\r\n")) {
    const ssize_t n = ::recv(connection, chunk.data(), chunk.size(), 0);
    if (n <= 0) return;
    head.append(chunk.data(), static_cast<std::size_t>(n));
  }
  ++requests_;
  const auto words = split_words(std::string_view(head).substr(0, head.find('\n')));
  std::string wanted(words.size() > 1 ? words[1] : "");
  // As a proxy is asked.
  if (wanted.starts_with("http://")) wanted.erase(0, wanted.find('/', 7));
  std::string content;
  std::string status = "404 Not Found";
  {
    const std::lock_guard lock(mutex_);
    const auto page = pages_.find(wanted);
    if (page != pages_.end()) {
      status = "200 OK";
      content = page->second;
    }
  }
  if (content.starts_with(kMoved)) {
    status = "302 Found\r\nLocation: " + content.substr(kMoved.size());
    content.clear();
  }
  const std::string_view type = content.starts_with('<') ? "text/html" : "application/json";
  os::send_all(connection, "HTTP/1.1 " + status + "\r\nContent-Type: " + std::string(type) +
                               "\r\nConnection: close\r\nContent-Length: " +
                               std::to_string(content.size()) + "\r\n\r\n" + content);
  ::shutdown(connection, SHUT_WR);
}

std::string TestRegistry::add_npm(const Package& package) {
  const std::string place =
      "/npm/" + package.name + "/-/" + package.name + "-" + package.version + ".tgz";
  const Packed packed = pack("npm", package);
  put(place, packed.bytes);
  const std::string tarball = package.tarball_at.empty() ? url(place) : package.tarball_at;
  Json version = Json::parse(package.files.at("package.json")).value();
  version.set("dist", Json::object({{"tarball", tarball}}));
  Json versions = Json::object();
  versions.set(package.version, version);
  put("/npm/" + package.name,
      Json::object({{"name", package.name},
                    {"dist-tags", Json::object({{"latest", package.version}})},
                    {"versions", versions}})
          .dump());
  return packed.sums.front();
}

void TestRegistry::add_wheel(const Package& package) {
  const std::string file = package.name + "-" + package.version + "-py3-none-any.whl";
  put("/files/" + file, pack("wheel", package).bytes);
  put("/pip/" + package.name + "/",
      "<html><a href=\"/files/" + file + "\">" + file + "</a></html>");
}

void TestRegistry::add_sdist(const Package& package) {
  const std::string file = package.name + "-" + package.version + ".tar.gz";
  put("/files/" + file, pack("sdist", package).bytes);
  put("/pip/" + package.name + "/",
      "<html><a href=\"/files/" + file + "\">" + file + "</a></html>");
}

void TestRegistry::add_crate(const Package& package) {
  const std::string bytes = pack("crate", package).bytes;
  put("/cargo/config.json", Json::object({{"dl", url("/crates")}}).dump());
  put("/crates/" + package.name + "/" + package.version + "/download", bytes);
  put("/cargo/" + package.name.substr(0, 2) + "/" + package.name.substr(2, 2) + "/" + package.name,
      Json::object({{"name", package.name},
                    {"vers", package.version},
                    {"deps", Json::array()},
                    {"cksum", digest_hex(Hash::sha256, {bytes})},
                    {"features", Json::object()},
                    {"yanked", false}})
              .dump() +
          "\n");
}

std::string TestRegistry::add_gem(const Package& package) {
  const std::string own = package.name + "-" + package.version;
  const std::string bytes = pack("gem", package).bytes;
  put("/gem/gems/" + (package.stands_for.empty() ? own : package.stands_for) + ".gem", bytes);
  return digest_hex(Hash::sha256, {bytes});
}

void TestRegistry::add_zip(const std::string& path, const Package& package) {
  put(path, pack("zip", package).bytes);
}

void TestRegistry::add_go(const Package& package) {
  const Packed packed = pack("go", package);
  const std::string place = "/go/" + package.name + "/@v/" + package.version;
  put(place + ".info", Json::object({{"Version", package.version}}).dump());
  put(place + ".mod", package.files.at("go.mod"));
  put(place + ".zip", packed.bytes);
  const std::string line = package.name + " " + package.version;
  go_sum_ += line + " " + packed.sums[1] + "\n" + line + "/go.mod " + packed.sums[0] + "\n";
}

void TestRegistry::add_maven(const std::string& group, const Package& package,
                             const std::string& pom) {
  const std::string place = "/maven/" + replace_all(group, ".", "/") + "/" + package.name + "/" +
                            package.version + "/" + package.name + "-" + package.version;
  const auto add = [&](const std::string& ending, const std::string& content) {
    put(place + ending + ".sha1", digest_hex(Hash::sha1, {content}));
    put(place + ending, content);
  };
  add(".pom", "<project><modelVersion>4.0.0</modelVersion><groupId>" + group +
                  "</groupId><artifactId>" + package.name + "</artifactId><version>" +
                  package.version + "</version>" + pom + "</project>");
  if (!package.files.empty()) add(".jar", pack("jar", package).bytes);
}

}  // namespace pawl::repo::test_checks
