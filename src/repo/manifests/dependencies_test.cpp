// Declared dependencies in every form of manifest, with their lines.
#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "repo/facts/facts.hpp"
#include "repo/manifests/dependency_sources.hpp"

namespace pawl::repo::dependencies_test {
namespace {

using Files = std::map<std::string, std::string>;

// `name constraint (kind, group) placed @ line`, one a row.
std::string listed(const Files& files) {
  std::string out;
  for (const Dependency& one : gather_facts(*memory_view(files)).dependencies) {
    out += one.name + (one.constraint.empty() ? "" : " " + one.constraint);
    out += " (" + std::string(to_string(one.kind));
    if (!one.group.empty()) out += ", " + one.group;
    out += one.placed ? ") placed @ " : ") @ ";
    if (files.size() > 1) out += one.path + ":";
    out += std::to_string(one.line) + "\n";
  }
  return out;
}

TEST_CASE("package.json") {
  CHECK(listed({{"package.json", R"({
  "config": {"dependencies": {"not-one": "1"}},
  "dependencies": {"@a/b": "^1.0.0",
    "c": "workspace:*", "d": "npm:e@2"},
  "devDependencies": {"c": "file:../c"},
  "peerDependencies": {"react": ">=17"},
  "optionalDependencies": {"fsevents": "*"}
})"}}) ==
        "@a/b ^1.0.0 (runtime) @ 3\nc workspace:* (runtime) placed @ 4\n"
        "d npm:e@2 (runtime) @ 4\nc file:../c (development) placed @ 5\n"
        "react >=17 (peer) @ 6\nfsevents * (optional) @ 7\n");
}

TEST_CASE("composer.json without the platform, deno.json") {
  CHECK(listed({{"composer.json", R"({"require": {"php": ">=8", "ext-json": "*",
 "psr/log": "^3"}, "require-dev": {"phpunit/phpunit": "^10"}})"}}) ==
        "psr/log ^3 (runtime) @ 2\nphpunit/phpunit ^10 (development) @ 2\n");
  CHECK(listed({{"deno.json", R"({"imports": {
  "@std/path": "jsr:@std/path@^1.0.0", "chalk": "npm:chalk@5/x.js",
  "@/": "./src/", "old": "https://deno.land/x/a.ts"}})"}}) ==
        "@std/path ^1.0.0 (runtime) @ 2\nchalk 5 (runtime) @ 2\n");
}

TEST_CASE("Cargo.toml, with what the workspace says for its members") {
  CHECK(listed({{"Cargo.toml",
                 "[package]\nname = \"a\"\n[dependencies]\nserde = { version = \"1\", optional = "
                 "true }\nnew-name = { package = \"old-name\", git = \"https://x/y\", rev = \"f\" "
                 "}\n[dependencies.toml]\npath = \"../toml\"\n[dev-dependencies]\nrand = \"0.8\"\n"
                 "[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n"
                 "[build-dependencies]\ncc = \"*\"\n"}}) ==
        "serde 1 (optional) @ 4\nold-name https://x/y#f (runtime) placed @ 5\n"
        "toml path:../toml (runtime) placed @ 6\nrand 0.8 (development) @ 9\n"
        "libc 0.2 (runtime, cfg(unix)) @ 11\ncc * (build) @ 13\n");
  CHECK(listed({{"Cargo.toml",
                 "[workspace]\nmembers = [\"a\"]\n[workspace.dependencies]\nserde = \"1.2\"\n"},
                {"a/Cargo.toml",
                 "[package]\nname = \"a\"\n[dependencies]\nserde.workspace = true\n"
                 "lost = { workspace = true }\n"}}) ==
        "serde 1.2 (runtime, workspace) @ Cargo.toml:4\nserde 1.2 (runtime) @ a/Cargo.toml:4\n"
        "lost (runtime) placed @ a/Cargo.toml:5\n");
}

TEST_CASE("go.mod, in blocks and alone, without what is replaced or left out") {
  CHECK(listed({{"go.mod",
                 "module m\n\nrequire (\n\t// why\n\ta.org/x v1.0.0\n"
                 "\tb.org/y/v2 v2.1.0 // indirect\n)\nrequire c.org/z v0.1.0\n"
                 "replace (\n\ta.org/x v1.0.0 => ../x\n)\nexclude a.org/x v0.9.0\n"}}) ==
        "a.org/x v1.0.0 (runtime) @ 5\nb.org/y/v2 v2.1.0 (indirect) @ 6\n"
        "c.org/z v0.1.0 (runtime) @ 8\n");
}

TEST_CASE("pyproject.toml of every tool") {
  CHECK(listed({{"pyproject.toml", R"([build-system]
requires = ["hatchling >= 1"]
[project]
dependencies = [
  "Foo_Bar[x,y]>=1; python_version < '3.9'",
  "zope.interface",
  "local @ file:///x",
]
[project.optional-dependencies]
speed = ["orjson"]
[dependency-groups]
test = ["pytest>7", {include-group = "lint"}]
lint = ["ruff"]
[tool.uv]
dev-dependencies = ["mypy"]
[tool.hatch.envs.docs]
dependencies = ["mkdocs"]
)"}}) == "hatchling >= 1 (build) @ 2\nfoo-bar >=1 (runtime) @ 5\nzope-interface (runtime) @ 6\n"
         "local file:///x (runtime) placed @ 7\norjson (optional, speed) @ 10\n"
         "pytest >7 (development, test) @ 12\nruff (development, lint) @ 13\n"
         "mypy (development, dev) @ 15\nmkdocs (development, docs) @ 17\n");
  CHECK(listed({{"pyproject.toml", R"([tool.poetry.dependencies]
python = "^3.8"
Jinja2 = "^3"
requests = {version = "*", optional = true}
here = {path = "../here"}
[tool.poetry.dev-dependencies]
tox = "4"
[tool.poetry.group.docs.dependencies]
sphinx = {git = "https://x/y", tag = "v1"}
)"}}) == "jinja2 ^3 (runtime) @ 3\nrequests * (optional) @ 4\nhere ../here (runtime) placed @ 5\n"
         "tox 4 (development, dev) @ 7\nsphinx https://x/y (development, docs) placed @ 9\n");
}

TEST_CASE("setup.cfg and setup.py") {
  CHECK(listed({{"setup.cfg",
                 "[options]\ninstall_requires =\n    MarkupSafe>=2.0\n    # not this\n"
                 "setup_requires = wheel\n[options.extras_require]\ni18n =\n  Babel>=2.7\n"}}) ==
        "markupsafe >=2.0 (runtime) @ 3\nwheel (build) @ 5\nbabel >=2.7 (optional, i18n) @ 8\n");
  CHECK(listed({{"setup.py",
                 "requires = [\n    'a>=1',  # why\n    \"b\"\n    '<2',\n    'c' + VERSION,\n]\n"
                 "setup(\n  name='x',\n  install_requires=requires,\n"
                 "  tests_require=['pytest'],\n"
                 "  extras_require={'socks': ['d!=1'], 'e': [f for f in g], **more},\n)\n"}}) ==
        "a >=1 (runtime) @ 2\nb <2 (runtime) @ 3\npytest (development) @ 10\n"
        "d !=1 (optional, socks) @ 11\n");
  CHECK(listed({{"setup.py", "setup(install_requires=read('requirements.txt'))\n"}}).empty());
}

TEST_CASE("requirement files say by their names what they are for") {
  CHECK(listed({{"requirements.txt",
                 "# head\na==1.0 --hash=sha256:x\n-r other.txt\nb[x]~=2 # why\n"
                 "git+https://h/c.git@v1#egg=C_d\nhttps://h/x.tar.gz\n./local\n"},
                {"requirements-dev.txt", "pytest \\\n    --hash=sha256:y\n"},
                {"docs/requirements.txt", "sphinx\n"},
                {"test_requirements.txt", "mock\n"},
                {"requirements-lock.txt",
                 "x==1\n    # via -r requirements.in\ny==2\n    # via\n    #   x\nz==3\n"},
                {"requirements/base.txt", "e ; sys_platform == 'x'\n"}}) ==
        "pytest (development, dev) @ requirements-dev.txt:1\n"
        "x ==1 (runtime) @ requirements-lock.txt:1\n"
        "y ==2 (indirect) @ requirements-lock.txt:3\n"
        "z ==3 (runtime) @ requirements-lock.txt:6\n"
        "a ==1.0 (runtime) @ requirements.txt:2\nb ~=2 (runtime) @ requirements.txt:4\n"
        "c-d git+https://h/c.git@v1 (runtime) placed @ requirements.txt:5\n"
        "mock (development, test) @ test_requirements.txt:1\n"
        "sphinx (development, docs) @ docs/requirements.txt:1\n"
        "e (runtime) @ requirements/base.txt:1\n");
}

TEST_CASE("Pipfile and environment.yml") {
  CHECK(listed({{"Pipfile",
                 "[packages]\nflask = \"*\"\nx = {path = \".\", editable = true}\n"
                 "[dev-packages]\npytest = {version = \">7\"}\n"}}) ==
        "flask * (runtime) @ 2\nx . (runtime) placed @ 3\npytest >7 (development) @ 5\n");
  CHECK(
      listed({{"environment.yml",
               "name: x\ndependencies:\n  - python=3.11\n  - conda-forge::numpy>=1.26\n"
               "  - scipy=1.11=build\n  - pip:\n      - Foo==2\n"}}) ==
      "numpy >=1.26 (runtime) @ 4\nscipy =1.11=build (runtime) @ 5\nfoo ==2 (runtime, pip) @ 7\n");
}

TEST_CASE("pom.xml with its own properties") {
  CHECK(listed({{"pom.xml", R"(<project>
  <parent><groupId>p</groupId><artifactId>parent</artifactId><version>7</version></parent>
  <artifactId>box</artifactId>
  <properties><g.version>31</g.version></properties>
  <dependencyManagement><dependencies><dependency><groupId>m</groupId>
    <artifactId>managed</artifactId></dependency></dependencies></dependencyManagement>
  <dependencies>
    <dependency>
      <groupId>${project.groupId}</groupId><artifactId>core</artifactId>
      <version>${project.version}</version>
    </dependency>
    <dependency><groupId>g</groupId><artifactId>a</artifactId><version>${g.version}</version>
      <scope>test</scope></dependency>
    <dependency><groupId>h</groupId><artifactId>b</artifactId><optional>true</optional></dependency>
    <dependency><groupId>i</groupId><artifactId>c</artifactId><version>${elsewhere}</version>
      <scope>provided</scope></dependency>
  </dependencies>
</project>)"}}) ==
        "p:parent 7 (build, parent) @ 2\np:core 7 (runtime) @ 8\n"
        "g:a 31 (development, test) @ 12\nh:b (optional) @ 14\n"
        "i:c ${elsewhere} (build, provided) @ 15\n");
}

TEST_CASE("Gradle in both languages, with a version catalogue") {
  CHECK(listed(
            {{"build.gradle.kts", R"(plugins {
  id("org.springframework.boot") version "3.2.0"
  kotlin("jvm")
}
dependencies {
  // implementation("not:this:1")
  implementation("g:a:1.0")
  api(project(":core"))
  testImplementation(platform("org.junit:junit-bom:5.10.0"))
  implementation(libs.guava.jre)
  runtimeOnly(files("x.jar"))
  implementation("g:b:$version")
  kapt("g:c")
}
)"},
             {"gradle/libs.versions.toml",
              "[versions]\nguava = \"33\"\n[libraries]\n"
              "guava-jre = { module = \"com.google.guava:guava\", version.ref = \"guava\" }\n"}}) ==
        "org.springframework.boot 3.2.0 (build, plugins) @ build.gradle.kts:2\n"
        "g:a 1.0 (runtime, implementation) @ build.gradle.kts:7\n"
        "org.junit:junit-bom 5.10.0 (development, testImplementation) @ build.gradle.kts:9\n"
        "com.google.guava:guava 33 (runtime, implementation) @ build.gradle.kts:10\n"
        "g:b $version (runtime, implementation) @ build.gradle.kts:12\n"
        "g:c (build, kapt) @ build.gradle.kts:13\n");
  CHECK(listed({{"build.gradle",
                 "buildscript {\n dependencies { \n  classpath 'a:plugin:1'\n }\n}\n"
                 "dependencies {\n  compile group: 'g', name: 'n', version: '2'\n"
                 "  compile libraries.x, libraries.y\n  testCompile \"g:t:3@jar\"\n}\n"}}) ==
        "a:plugin 1 (build, classpath) @ 3\ng:n 2 (runtime, compile) @ 7\n"
        "g:t 3 (development, testCompile) @ 9\n");
}

TEST_CASE("Gemfile, gemspec and mix.exs") {
  CHECK(listed({{"Gemfile",
                 "source 'https://rubygems.org'\ngemspec\ngem \"rack\", '>= 2', \"< 4\"\n"
                 "group :development, :test do\n  gem 'rspec' # why\n  if x\n    gem 'y'\n  end\n"
                 "end\ngem 'z', path: '../z'\ngem 'l', require: false, group: :test\n"
                 "# gem 'no'\ngems = []\n"}}) ==
        "rack >= 2, < 4 (development) @ 3\nrspec (development, development,test) @ 5\n"
        "y (development, development,test) @ 7\nz (development) placed @ 10\n"
        "l (development, test) @ 11\n");
  CHECK(listed({{"a.gemspec",
                 "s.add_dependency 'rack', '~> 2.2'\ns.add_runtime_dependency(%q<x>.freeze, "
                 "[\">= 1\".freeze])\n  s.add_development_dependency \"rake\"\n"
                 "s.add_dependency name\n"}}) ==
        "rack ~> 2.2 (runtime) @ 1\nx >= 1 (runtime) @ 2\nrake (development) @ 3\n");
  CHECK(listed({{"mix.exs",
                 "  def project do\n    [app: :box, deps: deps()]\n  end\n  defp deps do\n    [\n"
                 "      {:phoenix, \"~> 1.7\"},\n      {:credo, \"~> 1\", only: [:dev, :test]},\n"
                 "      {:own, path: \"../own\"}\n    ]\n  end\n"}}) ==
        "phoenix ~> 1.7 (runtime) @ 6\ncredo ~> 1 (development) @ 7\nown (runtime) placed @ 8\n");
}

TEST_CASE("CMake, Meson, autotools, vcpkg and Conan") {
  CHECK(listed({{"CMakeLists.txt",
                 "project(x)\n# find_package(Not REQUIRED)\nfind_package(ZLIB 1.2 REQUIRED)\n"
                 "if(A)\n  find_package( Qt6 COMPONENTS Core)\nendif()\n"
                 "find_package(${NAME})\nmessage(\"find_package(Nor)\")\n"
                 "pkg_check_modules(P REQUIRED IMPORTED_TARGET glib-2.0>=2.40 gtk4)\n"
                 "FetchContent_Declare(fmt\n  GIT_REPOSITORY https://x/fmt.git\n"
                 "  GIT_TAG 9.1.0)\n"}}) ==
        "ZLIB 1.2 (runtime) @ 3\nQt6 (optional) @ 5\nglib-2.0 >=2.40 (runtime, pkg-config) @ 9\n"
        "gtk4 (runtime, pkg-config) @ 9\n"
        "fmt https://x/fmt.git#9.1.0 (runtime, FetchContent) placed @ 10\n");
  CHECK(
      listed({{"meson.build",
               "project('x', 'c')\n# dependency('no')\n"
               "deps = [dependency('zlib', version: '>= 1.2'), dependency('m', required: false)]\n"
               "foreach n : names\n  dependency(n)\nendforeach\n"
               "declare_dependency(link_with: x)\n"}}) ==
      "zlib >= 1.2 (runtime) @ 3\nm (optional) @ 3\n");
  CHECK(listed({{"configure.ac",
                 "AC_INIT([x], [1])\nPKG_CHECK_MODULES([GLIB], [glib-2.0 >= 2.40 gtk4])\n"
                 "dnl PKG_CHECK_MODULES([N], [no])\n"
                 "PKG_CHECK_MODULES([C], [libcurl], [have=yes], [have=no])\n"}}) ==
        "glib-2.0 >=2.40 (runtime, pkg-config) @ 2\ngtk4 (runtime, pkg-config) @ 2\n"
        "libcurl (optional, pkg-config) @ 4\n");
  CHECK(listed({{"vcpkg.json",
                 "{\"dependencies\": [\"zlib\",\n {\"name\": \"fmt\", \"version>=\": \"9\"},\n"
                 " {\"name\": \"pkg\", \"host\": true}]}"}}) ==
        "zlib (runtime) @ 1\nfmt 9 (runtime) @ 2\npkg (build) @ 3\n");
  CHECK(listed(
            {{"conanfile.txt",
              "[requires]\nzlib/1.2.13@user/x\n[tool_requires]\ncmake/3.27\n[generators]\nX\n"}}) ==
        "zlib 1.2.13 (runtime) @ 2\ncmake 3.27 (build) @ 4\n");
}

TEST_CASE("pubspec.yaml and .csproj") {
  CHECK(listed({{"pubspec.yaml",
                 "name: x\ndependencies:\n  flutter:\n    sdk: flutter\n  http: ^1.0.0\n"
                 "dev_dependencies:\n  test: any\n"}}) ==
        "flutter (runtime) placed @ 3\nhttp ^1.0.0 (runtime) @ 5\ntest any (development) @ 7\n");
  CHECK(listed({{"a/X.csproj",
                 "<Project Sdk=\"Microsoft.NET.Sdk\">\n<ItemGroup>\n"
                 "<PackageReference Include=\"A.B\" Version=\"1.2\" />\n"
                 "<PackageReference Include=\"C\">\n<Version>3</Version>"
                 "<PrivateAssets>all</PrivateAssets></PackageReference>\n</ItemGroup>\n"
                 "</Project>"}}) == "A.B 1.2 (runtime) @ 3\nC 3 (development) @ 4\n");
}

TEST_CASE("requirements as they are written") {
  struct Row {
    const char* text;
    const char* name;
    const char* constraint;
    bool placed = false;
  };
  const Row rows[] = {
      {"a", "a", ""},          {"A.b_-c", "a-b-c", ""},
      {"a (>=1)", "a", ">=1"}, {"a[x] @ https://h/a.whl ; m", "a", "https://h/a.whl", true},
      {"a[x", "", ""},         {"", "", ""},
      {"https://h/a", "", ""}, {"a b", "", ""},
      {"-e .", "", ""}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const Requirement found = parse_requirement(row.text);
    CHECK(found.name == row.name);
    CHECK(found.constraint == row.constraint);
    CHECK(found.placed == row.placed);
  }
}

}  // namespace
}  // namespace pawl::repo::dependencies_test
