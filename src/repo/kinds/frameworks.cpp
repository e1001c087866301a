#include "repo/kinds/frameworks.hpp"

#include <algorithm>
#include <array>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

enum class Ecosystem : std::uint8_t {
  script,
  python,
  rust,
  go,
  jvm,
  ruby,
  php,
  dotnet,
  dart,
  elixir
};

struct FrameworkRow {
  Ecosystem ecosystem;
  std::string_view package;  // lower-case; of Go without `/v2`; of the JVM also a group alone
  std::string_view framework;
};

using enum Ecosystem;
constexpr auto kRows = std::to_array<FrameworkRow>({
    {script, "react", "React"},
    {script, "react-native", "React Native"},
    {script, "preact", "Preact"},
    {script, "vue", "Vue"},
    {script, "svelte", "Svelte"},
    {script, "@angular/core", "Angular"},
    {script, "solid-js", "Solid"},
    {script, "lit", "Lit"},
    {script, "ember-source", "Ember"},
    {script, "jquery", "jQuery"},
    {script, "next", "Next.js"},
    {script, "nuxt", "Nuxt"},
    {script, "@sveltejs/kit", "SvelteKit"},
    {script, "@remix-run/react", "Remix"},
    {script, "gatsby", "Gatsby"},
    {script, "astro", "Astro"},
    {script, "@docusaurus/core", "Docusaurus"},
    {script, "vitepress", "VitePress"},
    {script, "redux", "Redux"},
    {script, "@reduxjs/toolkit", "Redux"},
    {script, "zustand", "Zustand"},
    {script, "mobx", "MobX"},
    {script, "jotai", "Jotai"},
    {script, "pinia", "Pinia"},
    {script, "express", "Express"},
    {script, "fastify", "Fastify"},
    {script, "koa", "Koa"},
    {script, "@hapi/hapi", "hapi"},
    {script, "@nestjs/core", "NestJS"},
    {script, "hono", "Hono"},
    {script, "electron", "Electron"},
    {script, "socket.io", "Socket.IO"},
    {script, "three", "Three.js"},
    {script, "tailwindcss", "Tailwind CSS"},
    {script, "@mui/material", "Material UI"},
    {script, "@chakra-ui/react", "Chakra UI"},
    {script, "antd", "Ant Design"},
    {script, "bootstrap", "Bootstrap"},
    {script, "prisma", "Prisma"},
    {script, "@prisma/client", "Prisma"},
    {script, "sequelize", "Sequelize"},
    {script, "mongoose", "Mongoose"},
    {script, "typeorm", "TypeORM"},
    {script, "@trpc/server", "tRPC"},
    {script, "webpack", "webpack"},
    {script, "vite", "Vite"},
    {script, "rollup", "Rollup"},
    {script, "jest", "Jest"},
    {script, "vitest", "Vitest"},
    {script, "mocha", "Mocha"},
    {script, "ava", "AVA"},
    {script, "tap", "tap"},
    {script, "cypress", "Cypress"},
    {script, "@playwright/test", "Playwright"},
    {python, "django", "Django"},
    {python, "djangorestframework", "Django REST framework"},
    {python, "flask", "Flask"},
    {python, "fastapi", "FastAPI"},
    {python, "starlette", "Starlette"},
    {python, "tornado", "Tornado"},
    {python, "pyramid", "Pyramid"},
    {python, "bottle", "Bottle"},
    {python, "aiohttp", "aiohttp"},
    {python, "sanic", "Sanic"},
    {python, "scrapy", "Scrapy"},
    {python, "click", "Click"},
    {python, "typer", "Typer"},
    {python, "sqlalchemy", "SQLAlchemy"},
    {python, "celery", "Celery"},
    {python, "pydantic", "Pydantic"},
    {python, "numpy", "NumPy"},
    {python, "pandas", "pandas"},
    {python, "torch", "PyTorch"},
    {python, "tensorflow", "TensorFlow"},
    {python, "scikit-learn", "scikit-learn"},
    {python, "streamlit", "Streamlit"},
    {python, "langchain", "LangChain"},
    {python, "langgraph", "LangGraph"},
    {python, "jinja2", "Jinja"},
    {python, "pytest", "pytest"},
    {python, "sphinx", "Sphinx"},
    {python, "mkdocs", "MkDocs"},
    {rust, "tokio", "Tokio"},
    {rust, "actix-web", "Actix Web"},
    {rust, "rocket", "Rocket"},
    {rust, "warp", "warp"},
    {rust, "axum", "axum"},
    {rust, "hyper", "hyper"},
    {rust, "tide", "Tide"},
    {rust, "poem", "Poem"},
    {rust, "tauri", "Tauri"},
    {rust, "yew", "Yew"},
    {rust, "leptos", "Leptos"},
    {rust, "dioxus", "Dioxus"},
    {rust, "bevy", "Bevy"},
    {rust, "diesel", "Diesel"},
    {rust, "sqlx", "SQLx"},
    {rust, "serde", "Serde"},
    {rust, "clap", "clap"},
    {rust, "structopt", "StructOpt"},
    {rust, "rustls", "rustls"},
    {rust, "pyo3", "PyO3"},
    {go, "github.com/gin-gonic/gin", "Gin"},
    {go, "github.com/labstack/echo", "Echo"},
    {go, "github.com/gofiber/fiber", "Fiber"},
    {go, "github.com/go-chi/chi", "chi"},
    {go, "github.com/gorilla/mux", "Gorilla"},
    {go, "github.com/spf13/cobra", "Cobra"},
    {go, "github.com/urfave/cli", "urfave/cli"},
    {go, "gorm.io/gorm", "GORM"},
    {go, "google.golang.org/grpc", "gRPC"},
    {go, "github.com/stretchr/testify", "Testify"},
    {jvm, "org.springframework.boot", "Spring Boot"},
    {jvm, "org.springframework", "Spring"},
    {jvm, "io.quarkus", "Quarkus"},
    {jvm, "io.micronaut", "Micronaut"},
    {jvm, "org.hibernate", "Hibernate"},
    {jvm, "org.hibernate.orm", "Hibernate"},
    {jvm, "io.ktor", "Ktor"},
    {jvm, "junit:junit", "JUnit 4"},
    {jvm, "org.junit.jupiter", "JUnit 5"},
    {jvm, "org.testng:testng", "TestNG"},
    {jvm, "org.mockito", "Mockito"},
    {ruby, "rails", "Ruby on Rails"},
    {ruby, "sinatra", "Sinatra"},
    {ruby, "hanami", "Hanami"},
    {ruby, "rack", "Rack"},
    {ruby, "jekyll", "Jekyll"},
    {ruby, "rspec", "RSpec"},
    {ruby, "rspec-core", "RSpec"},
    {ruby, "minitest", "Minitest"},
    {php, "laravel/framework", "Laravel"},
    {php, "symfony/framework-bundle", "Symfony"},
    {php, "slim/slim", "Slim"},
    {php, "cakephp/cakephp", "CakePHP"},
    {php, "codeigniter4/framework", "CodeIgniter"},
    {php, "doctrine/orm", "Doctrine ORM"},
    {php, "phpunit/phpunit", "PHPUnit"},
    {php, "pestphp/pest", "Pest"},
    {dotnet, "xunit", "xUnit"},
    {dotnet, "nunit", "NUnit"},
    {dotnet, "mstest.testframework", "MSTest"},
    {dotnet, "microsoft.entityframeworkcore", "Entity Framework Core"},
    {dart, "flutter", "Flutter"},
    {elixir, "phoenix", "Phoenix"},
    {elixir, "ecto", "Ecto"},
});

std::optional<Ecosystem> ecosystem_of(ManifestKind kind) {
  switch (kind) {
    case ManifestKind::npm:
    case ManifestKind::deno: return script;
    case ManifestKind::python:
    case ManifestKind::python_setup:
    case ManifestKind::requirements:
    case ManifestKind::pipfile:
    case ManifestKind::conda: return python;
    case ManifestKind::cargo: return rust;
    case ManifestKind::go_mod: return go;
    case ManifestKind::maven:
    case ManifestKind::gradle: return jvm;
    case ManifestKind::gemfile:
    case ManifestKind::gemspec: return ruby;
    case ManifestKind::composer: return php;
    case ManifestKind::dotnet: return dotnet;
    case ManifestKind::pubspec: return dart;
    case ManifestKind::mix: return elixir;
    default: return {};
  }
}

// `github.com/labstack/echo/v4` → without its version; `gopkg.in/yaml.v3` is left as it is.
std::string_view without_major(std::string_view module) {
  const auto slash = module.rfind("/v");
  if (slash == std::string_view::npos) return module;
  const std::string_view digits = module.substr(slash + 2);
  const bool version =
      !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  return version ? module.substr(0, slash) : module;
}

// The name in lower case.
bool names(const FrameworkRow& row, std::string_view name) {
  if (row.ecosystem == go) return without_major(name) == row.package;
  if (row.ecosystem == jvm && !contains(row.package, ":")) {
    // A plugin of Gradle is called like the group.
    return name == row.package || name.starts_with(std::string(row.package) + ":");
  }
  return name == row.package;
}

// The project's documents may be made with these.
bool makes_documents(std::string_view framework) {
  static constexpr auto kSiteGenerators =
      fixed_words("Sphinx", "MkDocs", "Docusaurus", "VitePress", "Jekyll", "Astro");
  return std::find(kSiteGenerators.begin(), kSiteGenerators.end(), framework) !=
         kSiteGenerators.end();
}

bool is_in(std::string_view path, WordsView folders) {
  auto parts = split(path, '/');
  parts.pop_back();
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return std::find(folders.begin(), folders.end(), lower(part)) != folders.end();
  });
}

// What is in these is not what the project is built with.
bool is_aside(std::string_view path, std::string_view framework) {
  static constexpr auto kDocuments =
      fixed_words("doc", "docs", "documentation", "website", "site", "www");
  if (is_in(path, kDocuments) && !makes_documents(framework)) return true;
  static constexpr auto kHidingFolders =
      fixed_words("test", "tests", "spec", "specs", "e2e", "example", "examples", "sample",
                  "samples", "demo", "demos", "bench", "benches", "benchmark", "benchmarks",
                  "playground", "playgrounds", "integration", "sandbox");
  return is_in(path, kHidingFolders);
}

}  // namespace

void find_frameworks(Facts& facts) {
  for (const Dependency& dependency : facts.dependencies) {
    const std::string name = lower(dependency.name);
    const auto ecosystem = ecosystem_of(dependency.manifest);
    if (!ecosystem || dependency.kind == DependencyKind::indirect) continue;
    for (const FrameworkRow& row : kRows) {
      if (row.ecosystem != *ecosystem || !names(row, name)) continue;
      if (is_aside(dependency.path, row.framework)) continue;
      const bool known =
          std::any_of(facts.frameworks.begin(), facts.frameworks.end(),
                      [&](const Framework& one) { return one.name == row.framework; });
      if (!known) facts.frameworks.push_back({std::string(row.framework), dependency});
    }
  }
}

}  // namespace pawl::repo
