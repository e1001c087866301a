// REST's forms of repositories, branches, commits and contents.
import { roleOf } from '../world/access.mjs';
import { userOfEmail } from '../world/access.mjs';
import { readCommit } from '../world/git.mjs';
import { forksOf, sourceOf } from '../world/repos.mjs';
import { fullName } from '../world/world.mjs';
import { user } from './people.mjs';

export const repoUrl = (world, one) => `${world.places.api}/repos/${fullName(one)}`;
export const webUrl = (world, one) => `${world.places.web}/${fullName(one)}`;

const kTemplates = {
  archive_url: '{/archive_format}{/ref}', assignees_url: '/assignees{/user}', blobs_url: '/git/blobs{/sha}', branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}', comments_url: '/comments{/number}', commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}', contents_url: '/contents/{+path}', contributors_url: '/contributors', deployments_url: '/deployments',
  downloads_url: '/downloads', events_url: '/events', forks_url: '/forks', git_commits_url: '/git/commits{/sha}', git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}', hooks_url: '/hooks', issue_comment_url: '/issues/comments{/number}', issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}', keys_url: '/keys{/key_id}', labels_url: '/labels{/name}', languages_url: '/languages', merges_url: '/merges',
  milestones_url: '/milestones{/number}', notifications_url: '/notifications{?since,all,participating}', pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}', stargazers_url: '/stargazers', statuses_url: '/statuses/{sha}', subscribers_url: '/subscribers',
  subscription_url: '/subscription', tags_url: '/tags', teams_url: '/teams', trees_url: '/git/trees{/sha}',
};

export function repo(world, one, actor = null) {
  const url = repoUrl(world, one);
  const web = webUrl(world, one);
  const open = [...one.issues.values()].filter((issue) => issue.state === 'open').length;
  const templates = Object.fromEntries(Object.entries(kTemplates).map(([name, rest]) => [name, url + (name === 'archive_url' ? `/${rest}` : rest)]));
  return {
    id: one.id, node_id: one.nodeId, name: one.name, full_name: fullName(one), private: one.private, owner: user(world, one.owner), html_url: web,
    description: one.description, fork: Boolean(one.parent), url, ...templates, created_at: world.clock.iso(one.createdAt), updated_at: world.clock.iso(one.updatedAt),
    pushed_at: world.clock.iso(one.pushedAt ?? one.createdAt), git_url: `git://github.localhost/${fullName(one)}.git`,
    ssh_url: `git@github.localhost:${fullName(one)}.git`, clone_url: `${web}.git`, svn_url: web, homepage: one.homepage, size: 0, stargazers_count: 0,
    watchers_count: 0, language: null, has_issues: one.hasIssues, has_projects: one.hasProjects, has_downloads: true, has_wiki: one.hasWiki, has_pages: false,
    has_discussions: false, forks_count: forksOf(world, one).length, mirror_url: null, archived: one.archived, disabled: false, open_issues_count: open,
    license: null, allow_forking: one.allowForking, is_template: false, web_commit_signoff_required: one.webCommitSignoffRequired, topics: one.topics,
    visibility: one.private ? 'private' : 'public', forks: forksOf(world, one).length, open_issues: open, watchers: 0, default_branch: one.defaultBranch,
    custom_properties: {}, permissions: permissions(roleOf(one, actor)),
  };
}

function permissions(role) {
  const rank = ['none', 'read', 'triage', 'write', 'maintain', 'admin'].indexOf(role);
  return { admin: rank >= 5, maintain: rank >= 4, push: rank >= 3, triage: rank >= 2, pull: rank >= 1 };
}

export function wholeRepo(world, one, actor) {
  const whole = { ...repo(world, one, actor), network_count: forksOf(world, one).length, subscribers_count: 0, temp_clone_token: null };
  const rights = roleOf(one, actor);
  if (['write', 'maintain', 'admin'].includes(rights)) {
    Object.assign(whole, {
      allow_rebase_merge: one.allowRebaseMerge, allow_squash_merge: one.allowSquashMerge, allow_merge_commit: one.allowMergeCommit,
      allow_auto_merge: one.allowAutoMerge, delete_branch_on_merge: one.deleteBranchOnMerge, allow_update_branch: one.allowUpdateBranch,
    });
  }
  if (one.parent) Object.assign(whole, { parent: repo(world, one.parent, actor), source: repo(world, sourceOf(one), actor) });
  return whole;
}

const unsigned = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

export function gitCommit(world, one, data) {
  const url = `${repoUrl(world, one)}/git/commits/${data.sha}`;
  return {
    sha: data.sha, node_id: `C_${data.sha}`, url, html_url: `${webUrl(world, one)}/commit/${data.sha}`, author: data.author, committer: data.committer,
    tree: { sha: data.tree, url: `${repoUrl(world, one)}/git/trees/${data.tree}` }, message: data.message,
    parents: data.parents.map((sha) => ({ sha, url: `${repoUrl(world, one)}/git/commits/${sha}`, html_url: `${webUrl(world, one)}/commit/${sha}` })),
    verification: unsigned,
  };
}

export function commit(world, one, sha) {
  const data = readCommit(one, sha);
  const url = `${repoUrl(world, one)}/commits/${data.sha}`;
  return {
    sha: data.sha, node_id: `C_${data.sha}`,
    commit: {
      author: data.author, committer: data.committer, message: data.message, tree: { sha: data.tree, url: `${repoUrl(world, one)}/git/trees/${data.tree}` },
      url: `${repoUrl(world, one)}/git/commits/${data.sha}`, comment_count: 0, verification: unsigned,
    },
    url, html_url: `${webUrl(world, one)}/commit/${data.sha}`, comments_url: `${url}/comments`, author: user(world, userOfEmail(world, data.author.email)),
    committer: user(world, userOfEmail(world, data.committer.email)),
    parents: data.parents.map((parent) => ({ sha: parent, url: `${repoUrl(world, one)}/commits/${parent}`, html_url: `${webUrl(world, one)}/commit/${parent}` })),
  };
}

export function diffEntry(world, one, sha, file) {
  const named = file.path.split('/').map(encodeURIComponent).join('/');
  return {
    sha: /^0+$/.test(file.sha) ? null : file.sha, filename: file.path, status: file.status, additions: file.additions, deletions: file.deletions,
    changes: file.additions + file.deletions, blob_url: `${webUrl(world, one)}/blob/${sha}/${named}`, raw_url: `${webUrl(world, one)}/raw/${sha}/${named}`,
    contents_url: `${repoUrl(world, one)}/contents/${named}?ref=${sha}`, ...(file.patch !== null && { patch: file.patch }),
    ...(file.before !== file.path && { previous_filename: file.before }),
  };
}

export function branch(world, one, name, sha) {
  const isProtected = one.protections.has(name);
  return {
    name, commit: { sha, url: `${repoUrl(world, one)}/commits/${sha}` }, protected: isProtected,
  };
}

export function wholeBranch(world, one, name, sha, protection) {
  const url = `${repoUrl(world, one)}/branches/${encodeURIComponent(name)}`;
  return {
    name, commit: commit(world, one, sha), _links: { self: url, html: `${webUrl(world, one)}/tree/${name}` }, protected: Boolean(protection),
    protection: {
      enabled: Boolean(protection),
      required_status_checks: {
        enforcement_level: protection?.required_status_checks ? (protection.enforce_admins ? 'everyone' : 'non_admins') : 'off',
        contexts: (protection?.required_status_checks?.checks ?? []).map((check) => check.context),
        checks: protection?.required_status_checks?.checks ?? [],
      },
    },
    protection_url: `${url}/protection`,
  };
}

export function ref(world, one, name, sha, type = 'commit') {
  const path = name.slice('refs/'.length);
  return {
    ref: name, node_id: `REF_${Buffer.from(`${one.id}:${name}`).toString('base64url')}`, url: `${repoUrl(world, one)}/git/refs/${path}`,
    object: { type, sha, url: `${repoUrl(world, one)}/git/${type}s/${sha}` },
  };
}
