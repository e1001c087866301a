// REST's forms of accounts, apps and installations.

export function user(world, one) {
  if (!one) return null;
  const url = `${world.places.api}/users/${encodeURIComponent(one.login)}`;
  return {
    login: one.login, id: one.id, node_id: one.nodeId, avatar_url: `${world.places.web}/avatars/u/${one.id}`, gravatar_id: '', url,
    html_url: `${world.places.web}/${one.login.replace('[bot]', '')}`, followers_url: `${url}/followers`, following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`, starred_url: `${url}/starred{/owner}{/repo}`, subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`, repos_url: `${url}/repos`, events_url: `${url}/events{/privacy}`, received_events_url: `${url}/received_events`,
    type: one.type, user_view_type: 'public', site_admin: one.siteAdmin,
  };
}

// What /user and /users/NAME add.
export function wholeUser(world, one) {
  const owned = [...world.repos.values()].filter((repo) => repo.owner === one && !repo.private).length;
  return {
    ...user(world, one), name: one.name, company: null, blog: '', location: null, email: one.email, hireable: null, bio: null, twitter_username: null,
    public_repos: owned, public_gists: 0, followers: 0, following: 0, created_at: world.clock.iso(one.createdAt), updated_at: world.clock.iso(one.updatedAt),
  };
}

export function app(world, one) {
  if (!one) return null;
  return {
    id: one.id, slug: one.slug, node_id: one.nodeId, client_id: one.clientId, owner: user(world, one.owner), name: one.name, description: '',
    external_url: `${world.places.web}/apps/${one.slug}`, html_url: `${world.places.web}/apps/${one.slug}`, created_at: world.clock.iso(one.createdAt),
    updated_at: world.clock.iso(one.updatedAt), permissions: one.permissions, events: one.events,
  };
}

export function installation(world, one) {
  const url = `${world.places.api}/app/installations/${one.id}`;
  return {
    id: one.id, account: user(world, one.account), access_tokens_url: `${url}/access_tokens`, repositories_url: `${world.places.api}/installation/repositories`,
    html_url: `${world.places.web}/settings/installations/${one.id}`, app_id: one.app.id, client_id: one.app.clientId, app_slug: one.app.slug, target_id: one.account.id,
    target_type: one.account.type, permissions: one.permissions, events: one.app.events, created_at: world.clock.iso(one.createdAt),
    updated_at: world.clock.iso(one.updatedAt), single_file_name: null, has_multiple_single_files: false, single_file_paths: [],
    repository_selection: one.repositories ? 'selected' : 'all', suspended_by: null, suspended_at: one.suspendedAt && world.clock.iso(one.suspendedAt),
  };
}
