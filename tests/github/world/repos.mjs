// Repositories: made, forked, renamed, and what follows when their refs change, whoever changed them.
import fs from 'node:fs';
import path from 'node:path';

import { invalid } from './errors.mjs';
import { branchSha, commitTree, git, isAncestor, kNoCommit, refsOf, treeWith } from './git.mjs';
import { fullName } from './world.mjs';

const kDefaults = {
  private: false, description: null, homepage: null, hasIssues: true, hasProjects: true, hasWiki: true,
  archived: false, allowMergeCommit: true, allowSquashMerge: true, allowRebaseMerge: true, allowAutoMerge: false,
  deleteBranchOnMerge: false, allowUpdateBranch: false, allowForking: true, webCommitSignoffRequired: false,
};
const kStandardLabels = [
  ['bug', 'd73a4a', "Something isn't working"],
  ['documentation', '0075ca', 'Improvements or additions to documentation'],
  ['enhancement', 'a2eeef', 'New feature or request'],
];

export function makeRepo(world, owner, name, settings = {}) {
  if (!/^[\w.-]{1,100}$/.test(name)) throw invalid('Repository', 'name', 'invalid');
  const key = `${owner.login}/${name}`.toLowerCase();
  if (world.repoNames.get(key)?.current) {
    throw invalid('Repository', 'name', 'custom', 'name already exists on this account');
  }
  const repo = world.add('R', {
    ...kDefaults, ...settings, owner, name, defaultBranch: settings.defaultBranch ?? 'main',
    collaborators: new Map(Object.entries(settings.collaborators ?? {}).map(([login, role]) => [login.toLowerCase(), role])),
    labels: [], milestones: [], issues: new Map(), lastNumber: 0, hooks: [], protections: new Map(), rulesets: [],
    statuses: [], suites: [], runs: [], workflows: [], workflowRuns: [], topics: [], parent: settings.parent ?? null,
    ci: null, pushedAt: null,
  });
  repo.folder = path.join(world.folder, 'repositories', `${repo.id}.git`);
  if (settings.from) cloneInto(repo, settings.from);
  else git(world.folder, ['init', '--quiet', '--bare', `--initial-branch=${repo.defaultBranch}`, repo.folder]);
  writeHook(repo);
  for (const [label, color, description] of kStandardLabels) {
    repo.labels.push(world.add('LA', { repo, name: label, color, description, isDefault: true }));
  }
  world.repos.set(repo.id, repo);
  world.repoNames.set(key, { id: repo.id, current: true });
  return repo;
}

function cloneInto(repo, from) {
  git('/', ['clone', '--quiet', '--bare', '--no-local', from, repo.folder]);
  git(repo.folder, ['symbolic-ref', 'HEAD', `refs/heads/${repo.defaultBranch}`]);
  repo.pushedAt = Date.now();
}

// git runs this before it takes a ref. What may be known before the push arrives is in FAKE_REFUSED, a line
// each: REF, a tab, the message; what needs its commits is asked here.
function writeHook(repo) {
  const hook = path.join(repo.folder, 'hooks', 'update');
  fs.mkdirSync(path.dirname(hook), { recursive: true });
  fs.copyFileSync(new URL('./update_hook.sh', import.meta.url), hook);
  fs.chmodSync(hook, 0o755);
}

export function renameRepo(world, repo, name, owner = repo.owner) {
  const key = `${owner.login}/${name}`.toLowerCase();
  if (world.repoNames.get(key)?.current) {
    throw invalid('Repository', 'name', 'custom', 'name already exists on this account');
  }
  world.repoNames.set(fullName(repo).toLowerCase(), { id: repo.id, current: false });
  world.repoNames.set(key, { id: repo.id, current: true });
  Object.assign(repo, { name, owner });
}

export function deleteRepo(world, repo) {
  for (const [key, entry] of world.repoNames) if (entry.id === repo.id) world.repoNames.delete(key);
  world.repos.delete(repo.id);
  world.drop(repo);
  fs.rmSync(repo.folder, { recursive: true, force: true });
}

// The network of a repository: all that were forked of the same one.
export const sourceOf = (repo) => (repo.parent ? sourceOf(repo.parent) : repo);

export function forksOf(world, repo) {
  return [...world.repos.values()].filter((one) => one.parent === repo);
}

export function forkRepo(world, repo, owner, name = repo.name) {
  const known = [...world.repos.values()].find((one) => one.owner === owner && sourceOf(one) === sourceOf(repo));
  if (known) return known;
  const fork = makeRepo(world, owner, name, {
    parent: repo, from: repo.folder, private: repo.private, defaultBranch: repo.defaultBranch, hasIssues: false,
  });
  // Of what is forked, branches and tags come along, not the pulls.
  for (const ref of refsOf(fork, 'refs/pull').keys()) git(fork.folder, ['update-ref', '-d', ref]);
  return fork;
}

// Moves a ref, as `actor`, and lets everything know that depends on it. A null `sha` deletes.
export function moveRef(world, repo, ref, sha, actor) {
  const old = refsOf(repo, ref).get(ref) ?? kNoCommit;
  if (sha === null) git(repo.folder, ['update-ref', '-d', ref]);
  else git(repo.folder, ['update-ref', ref, sha]);
  refMoved(world, repo, { ref, old, young: sha ?? kNoCommit, actor });
}

export function refMoved(world, repo, { ref, old, young, actor }) {
  if (old === young) return;
  repo.pushedAt = world.clock.now();
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null;
  if (old === kNoCommit) world.announce('create', null, repo, { ref, actor });
  if (young === kNoCommit) world.announce('delete', null, repo, { ref, actor });
  const forced = old !== kNoCommit && young !== kNoCommit && !isAncestor(repo, old, young);
  world.announce('push', null, repo, { ref, branch, old, young, forced, actor });
}

// A commit of these files on a branch, by a person, outside of any request.
export function commitFiles(world, repo, { branch, files, message, author, force = false, parent }) {
  const head = parent ?? branchSha(repo, branch) ?? (force ? null : branchSha(repo, repo.defaultBranch));
  const sha = commitTree(repo, {
    tree: treeWith(repo, head, files),
    parents: head ? [head] : [],
    message: message ?? 'Change files',
    author,
    committer: author,
    seconds: world.clock.seconds(),
  });
  moveRef(world, repo, `refs/heads/${branch}`, sha, author);
  return sha;
}
