#include "forge/github/host.hpp"

#include "base/text/text.hpp"
#include "os/network/http_request.hpp"

namespace pawl::forge {

// The addresses are those of https://docs.github.com/en/rest (for Enterprise Server: "Getting
// started with the REST API", "Forming calls with GraphQL").
Result<GithubHost> github_host(const std::string& api_url) {
  constexpr std::string_view kPublicApi = "https://api.github.com";
  constexpr std::string_view kServerPath = "/api/v3";
  std::string url = api_url.empty() ? std::string(kPublicApi) : api_url;
  while (url.ends_with('/')) url.pop_back();
  if (url == kPublicApi) {
    return GithubHost{
        .name = "github.com", .web = "https://github.com", .api = url, .graphql = url + "/graphql"};
  }
  Result<os::Url> read = os::parse_url(url);
  if (!read) return std::move(read).error();
  const os::Url& parts = *read;
  if (parts.scheme != "https" && !parts.loopback()) {
    return fail(Errc::invalid, "github.api_url " + parts.printable_text() +
                                   " is plain http to another machine, where anybody on the way "
                                   "reads the token; use https");
  }
  const bool usual = parts.port == (parts.scheme == "https" ? "443" : "80");
  GithubHost host;
  host.name = parts.host + (usual ? "" : ":" + parts.port);
  host.web = parts.scheme + "://" + host.name;
  host.api = url;
  host.graphql = url.ends_with(kServerPath)
                     ? url.substr(0, url.size() - kServerPath.size()) + "/api/graphql"
                     : url + "/graphql";
  return host;
}

bool is_on_github(const git::Target& target, const GithubHost& host) {
  return target.kind == git::TargetKind::url && !target.owner.empty() &&
         equal_folded(target.host, host.name);
}

}  // namespace pawl::forge
