// Repositories, their branches, commits and who may use them.
import { associationOf, kRoles, roleOf, roleOfUser } from '../world/access.mjs';
import { diffText, filesBetween, kFilesMax, patchText } from '../world/diff.mjs';
import { ApiError, forbidden, invalid, notFound } from '../world/errors.mjs';
import { branchSha, commitOf, git, isAncestor, lines, mergeBase, needCommit, readCommit, refsOf } from '../world/git.mjs';
import { mergeBranch } from '../world/merging.mjs';
import { pullsOf } from '../world/pulls.mjs';
import { commitFiles, deleteRepo, forkRepo, forksOf, makeRepo, moveRef, renameRepo } from '../world/repos.mjs';
import { user as userShape } from '../shapes/people.mjs';
import { pull as pullShape } from '../shapes/pulls.mjs';
import * as shape from '../shapes/repos.mjs';
import { admin, Answer, counted, empty, paged, pageNumbers, read, signedIn, write } from './answers.mjs';

const kSettings = {
  description: 'description', homepage: 'homepage', private: 'private', has_issues: 'hasIssues', has_projects: 'hasProjects', has_wiki: 'hasWiki', archived: 'archived',
  allow_merge_commit: 'allowMergeCommit', allow_squash_merge: 'allowSquashMerge', allow_rebase_merge: 'allowRebaseMerge', allow_auto_merge: 'allowAutoMerge',
  delete_branch_on_merge: 'deleteBranchOnMerge', allow_update_branch: 'allowUpdateBranch', allow_forking: 'allowForking', web_commit_signoff_required: 'webCommitSignoffRequired',
};

function settingsOf(body) {
  return Object.fromEntries(Object.entries(kSettings).filter(([name]) => body[name] !== undefined).map(([name, own]) => [own, body[name]]));
}

function create(world, owner, actor, body) {
  const repo = makeRepo(world, owner, body.name, settingsOf(body));
  if (body.auto_init) {
    commitFiles(world, repo, { branch: repo.defaultBranch, files: { 'README.md': `# ${repo.name}\n` }, message: 'Initial commit', author: actor.user });
  }
  return shape.wholeRepo(world, repo, actor);
}

function update({ world, repo, body, actor }) {
  if (body.default_branch !== undefined) {
    if (!branchSha(repo, body.default_branch)) throw invalid('Repository', 'default_branch', 'invalid');
    repo.defaultBranch = body.default_branch;
    git(repo.folder, ['symbolic-ref', 'HEAD', `refs/heads/${body.default_branch}`]);
  }
  Object.assign(repo, settingsOf(body), { updatedAt: world.clock.now() });
  if (body.name !== undefined && body.name !== repo.name) renameRepo(world, repo, body.name);
  return shape.wholeRepo(world, repo, actor);
}

function fork({ world, repo, body = {}, actor }) {
  const owner = body.organization ? world.user(body.organization) : actor.user;
  if (!repo.allowForking && repo.private) throw forbidden('The repository exists, but forking is disabled.');
  if (repo.owner === owner) throw forbidden('A repository cannot be forked into the account that owns it.');
  return shape.wholeRepo(world, forkRepo(world, repo, owner, body.name), actor);
}

function listBranches(call) {
  const { world, repo, query } = call;
  const only = query.get('protected');
  const branches = [...refsOf(repo)].map(([ref, sha]) => [ref.slice('refs/heads/'.length), sha])
    .filter(([name]) => only === null || String(repo.protections.has(name)) === only);
  return paged(call, branches, ([name, sha]) => shape.branch(world, repo, name, sha));
}

function needBranch(repo, name) {
  const sha = branchSha(repo, name);
  if (!sha) throw new ApiError(404, 'Branch not found');
  return sha;
}

function renameBranch({ world, repo, params, body, actor }) {
  const sha = needBranch(repo, params.branch);
  moveRef(world, repo, `refs/heads/${body.new_name}`, sha, actor.user);
  for (const pull of pullsOf(repo)) {
    if (pull.head.repo === repo && pull.head.ref === params.branch) pull.head = { repo, ref: body.new_name };
    if (pull.base.ref === params.branch) pull.base = { repo, ref: body.new_name };
  }
  moveRef(world, repo, `refs/heads/${params.branch}`, null, actor.user);
  return shape.wholeBranch(world, repo, body.new_name, sha, null);
}

function listCommits(call) {
  const { world, repo, query } = call;
  const from = query.get('sha') ?? repo.defaultBranch;
  const start = commitOf(repo, from);
  if (!start && refsOf(repo).size === 0) throw new ApiError(409, 'Git Repository is empty.');
  if (!start) throw notFound();
  const flags = [...(query.get('since') ? [`--since=${query.get('since')}`] : []), ...(query.get('until') ? [`--until=${query.get('until')}`] : []),
    ...(query.get('author') ? [`--author=${query.get('author')}`] : [])];
  const shas = lines(git(repo.folder, ['rev-list', ...flags, start, ...(query.get('path') ? ['--', query.get('path')] : [])]));
  return paged(call, shas, (sha) => shape.commit(world, repo, sha));
}

function wantedText({ headers }) {
  const wanted = /vnd\.github\.(?:v3\.)?(diff|patch|sha)/.exec(headers.accept ?? '');
  return wanted?.[1] ?? null;
}

const text = (body, type) => new Answer(200, body, { 'content-type': `${type}; charset=utf-8` });
export const kEmptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function getCommit(call) {
  const { world, repo, params } = call;
  const sha = commitOf(repo, params.ref);
  if (!sha) throw new ApiError(/^[0-9a-f]{7,40}$/.test(params.ref) ? 422 : 404, `No commit found for SHA: ${params.ref}`);
  const from = readCommit(repo, sha).parents[0] ?? kEmptyTree;
  const kind = wantedText(call);
  if (kind === 'sha') return text(sha, 'application/vnd.github.sha');
  if (kind === 'diff') return text(diffText(repo, from, sha), 'application/vnd.github.diff');
  if (kind === 'patch') return text(patchText(repo, from, sha), 'application/vnd.github.patch');
  const files = filesBetween(repo, from, sha);
  const sum = (name) => files.reduce((total, file) => total + file[name], 0);
  return {
    ...shape.commit(world, repo, sha), stats: { total: sum('additions') + sum('deletions'), additions: sum('additions'), deletions: sum('deletions') },
    files: files.map((file) => shape.diffEntry(world, repo, sha, file)),
  };
}

// BASE...HEAD, each BRANCH or OWNER:BRANCH of the same network.
function compare(call) {
  const { world, repo, params } = call;
  const [baseName, headName] = params.basehead.split('...');
  const [base, head] = [resolveSide(call, baseName), resolveSide(call, headName)];
  const merge = mergeBase(repo, base, head);
  if (!merge) throw new ApiError(404, `No common ancestor between ${baseName} and ${headName}.`);
  const kind = wantedText(call);
  if (kind === 'diff') return text(diffText(repo, merge, head), 'application/vnd.github.diff');
  if (kind === 'patch') return text(patchText(repo, merge, head), 'application/vnd.github.patch');
  const ahead = lines(git(repo.folder, ['rev-list', '--reverse', '--topo-order', `${base}..${head}`]));
  const behind = Number(git(repo.folder, ['rev-list', '--count', `${head}..${base}`]));
  const url = `${shape.repoUrl(world, repo)}/compare/${params.basehead}`;
  const { page, size } = pageNumbers(call.query);
  const chosen = call.query.has('page') || call.query.has('per_page') ? ahead.slice((page - 1) * size, page * size) : ahead.slice(-250);
  return {
    url, html_url: url, permalink_url: url, diff_url: `${url}.diff`, patch_url: `${url}.patch`, base_commit: shape.commit(world, repo, base),
    merge_base_commit: shape.commit(world, repo, merge), status: ahead.length > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical',
    ahead_by: ahead.length, behind_by: behind, total_commits: ahead.length, commits: chosen.map((sha) => shape.commit(world, repo, sha)),
    files: page > 1 ? [] : filesBetween(repo, merge, head).slice(0, kFilesMax).map((file) => shape.diffEntry(world, repo, head, file)),
  };
}

function resolveSide({ world, repo }, side) {
  const [owner, name] = side.includes(':') ? side.split(':') : [null, side];
  const other = owner && [...world.repos.values()].find((one) => one.owner.login === owner && (one === repo || one.parent === repo || repo.parent === one));
  if (owner && !other) throw notFound();
  const sha = commitOf(other ?? repo, name);
  if (!sha) throw notFound();
  if (other && other !== repo) git(repo.folder, ['fetch', '--quiet', '--no-tags', other.folder, sha]);
  return sha;
}

function merges({ world, repo, body, actor }) {
  const sha = mergeBranch(world, repo, actor, { base: body.base, head: body.head, message: body.commit_message });
  return sha ? shape.commit(world, repo, sha) : empty();
}

function mergeUpstream({ world, repo, body, actor }) {
  const { parent } = repo;
  if (!parent) throw new ApiError(422, 'This repository is not a fork');
  const sha = branchSha(parent, body.branch);
  if (!sha) throw new ApiError(422, 'This branch is not in the upstream repository');
  const own = branchSha(repo, body.branch);
  git(repo.folder, ['fetch', '--quiet', '--no-tags', parent.folder, sha]);
  if (own === sha) return { message: `This branch is not behind the upstream ${parent.owner.login}:${body.branch}.`, merge_type: 'none', base_branch: `${parent.owner.login}:${body.branch}` };
  if (own && !isAncestor(repo, own, sha)) throw new ApiError(409, 'There are merge conflicts');
  moveRef(world, repo, `refs/heads/${body.branch}`, sha, actor.user);
  return { message: `Successfully fetched and fast-forwarded from upstream ${parent.owner.login}:${body.branch}.`, merge_type: 'fast-forward', base_branch: `${parent.owner.login}:${body.branch}` };
}

// The words of the old permissions, which triage and maintain are not among.
const oldWord = (role) => ({ triage: 'read', maintain: 'write' })[role] ?? role;

function permissionOf({ world, repo, params }) {
  const one = world.user(params.username);
  const role = roleOfUser(repo, one);
  return { permission: oldWord(role), role_name: role, user: { ...userShape(world, one), permissions: rights(role), role_name: role } };
}

function rights(role) {
  const rank = kRoles.indexOf(role);
  return { pull: rank >= 1, triage: rank >= 2, push: rank >= 3, maintain: rank >= 4, admin: rank >= 5 };
}

function people(call) {
  const { world, repo } = call;
  const found = [repo.owner, ...[...repo.collaborators.keys()].map((login) => world.user(login))].filter((one) => one.type !== 'Organization');
  return paged(call, found, (one) => ({ ...userShape(world, one), permissions: rights(roleOfUser(repo, one)), role_name: roleOfUser(repo, one) }));
}

export const repos = {
  'repos/get': { ...read('metadata'), run: ({ world, repo, actor }) => shape.wholeRepo(world, repo, actor) },
  'repos/update': { ...admin(), run: update },
  'repos/delete': { ...admin(), run: ({ world, repo }) => { deleteRepo(world, repo); return empty(); } },
  'repos/create-for-authenticated-user': { ...signedIn, run: ({ world, actor, body }) => create(world, actor.user, actor, body) },
  'repos/create-in-org': { ...signedIn, run: ({ world, actor, body, params }) => create(world, world.user(params.org), actor, body) },
  'repos/create-fork': { ...read('metadata'), ...signedIn, run: fork },
  'repos/list-forks': { ...read('metadata'), run: (call) => paged(call, forksOf(call.world, call.repo), (one) => shape.repo(call.world, one, call.actor)) },
  'repos/list-branches': { ...read('contents'), run: listBranches },
  'repos/get-branch': {
    ...read('contents'), run: ({ world, repo, params }) => shape.wholeBranch(world, repo, params.branch, needBranch(repo, params.branch), repo.protections.get(params.branch)),
  },
  'repos/rename-branch': { ...write('contents'), run: renameBranch },
  'repos/list-commits': { ...read('contents'), run: listCommits },
  'repos/get-commit': { ...read('contents'), run: getCommit },
  'repos/list-branches-for-head-commit': {
    ...read('contents'),
    run: ({ world, repo, params }) => [...refsOf(repo)].filter(([, sha]) => sha === params.commit_sha).map(([ref, sha]) => shape.branch(world, repo, ref.slice('refs/heads/'.length), sha)),
  },
  'repos/list-pull-requests-associated-with-commit': {
    ...read('pull_requests'),
    run: (call) => {
      const sha = needCommit(call.repo, call.params.commit_sha);
      const with_ = pullsOf(call.repo).filter((pull) => pull.mergeCommitSha === sha || (isAncestor(call.repo, sha, pull.headSha) && !isAncestor(call.repo, sha, mergeBase(call.repo, pull.baseSha, pull.headSha) ?? pull.baseSha)));
      return paged(call, with_, (pull) => pullShape(call.world, pull, call.actor));
    },
  },
  'repos/compare-commits-with-basehead': { ...read('contents'), run: compare },
  'repos/merge': { ...write('contents'), run: merges },
  'repos/merge-upstream': { ...write('contents'), run: mergeUpstream },
  'repos/list-collaborators': { ...write('metadata'), rule: { area: 'metadata', level: 'read', role: 'write' }, run: people },
  'repos/check-collaborator': {
    ...read('metadata'),
    run: ({ world, repo, params }) => {
      const one = world.user(params.username);
      if (!['OWNER', 'MEMBER', 'COLLABORATOR'].includes(associationOf(world, repo, one))) throw notFound();
      return empty();
    },
  },
  'repos/add-collaborator': {
    ...admin(),
    run: ({ world, repo, params, body = {} }) => {
      repo.collaborators.set(world.user(params.username).login.toLowerCase(), { pull: 'read', push: 'write' }[body.permission ?? 'push'] ?? body.permission);
      return empty();
    },
  },
  'repos/remove-collaborator': { ...admin(), run: ({ repo, params }) => { repo.collaborators.delete(params.username.toLowerCase()); return empty(); } },
  'repos/get-collaborator-permission-level': { rule: { area: 'metadata', level: 'read', role: 'read' }, run: permissionOf },
  'repos/get-all-topics': { ...read('metadata'), run: ({ repo }) => ({ names: repo.topics }) },
  'repos/replace-all-topics': { ...admin(), run: ({ repo, body }) => { repo.topics = body.names; return { names: repo.topics }; } },
  'repos/list-languages': { ...read('metadata'), run: () => ({}) },
  'repos/list-tags': {
    ...read('contents'),
    run: (call) => paged(call, [...refsOf(call.repo, 'refs/tags')], ([ref, sha]) => {
      const name = ref.slice('refs/tags/'.length);
      const api = shape.repoUrl(call.world, call.repo);
      return { name, commit: { sha, url: `${api}/commits/${sha}` }, zipball_url: `${api}/zipball/${ref}`, tarball_url: `${api}/tarball/${ref}`, node_id: `REF_${sha}` };
    }),
  },
};

export { counted, roleOf };
