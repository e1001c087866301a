// Pull requests: opened, edited, brought up to date, and what follows when their branches move.
import { may, need, roleOf } from './access.mjs';
import { forbidden, invalid, notFound, unprocessable } from './errors.mjs';
import { branchSha, git, isAncestor, lines, mergeBase, tryGit } from './git.mjs';
import { announceIssue, newRecord } from './issues.mjs';
import { demandsOf } from './protection.mjs';
import { sourceOf } from './repos.mjs';
import { note } from './timeline.mjs';
import { fullName } from './world.mjs';

export function needPull(repo, number) {
  const pull = repo.issues.get(number)?.pull;
  if (!pull) throw notFound();
  return pull;
}

export const pullsOf = (repo) => [...repo.issues.values()].filter((issue) => issue.pull).map((issue) => issue.pull);

// `head` is BRANCH, OWNER:BRANCH or OWNER:REPO:BRANCH.
function headOf(world, repo, head, headRepo) {
  const parts = String(head).split(':');
  const ref = parts.at(-1);
  if (parts.length === 1 && !headRepo) return { repo, ref };
  const owner = parts.length > 1 ? parts[0].toLowerCase() : null;
  const network = [...world.repos.values()].filter((one) => sourceOf(one) === sourceOf(repo));
  const found = network.find((one) => (owner === null || one.owner.login.toLowerCase() === owner)
    && (!headRepo || one.name === headRepo || fullName(one) === headRepo));
  if (!found) throw invalid('PullRequest', 'head', 'invalid');
  return { repo: found, ref };
}

export function createPull(world, repo, actor, { title, body, head, headRepo, base, draft = false, maintainerCanModify = true, issue }) {
  const from = headOf(world, repo, head, headRepo);
  const headSha = branchSha(from.repo, from.ref);
  const baseSha = branchSha(repo, base);
  if (!headSha) throw invalid('PullRequest', 'head', 'invalid');
  if (!baseSha) throw invalid('PullRequest', 'base', 'invalid');
  needHeadAccess(repo, from, actor);
  const open = pullsOf(repo).find((pull) => pull.state === 'open' && pull.head.repo === from.repo && pull.head.ref === from.ref && pull.base.ref === base);
  if (open) {
    throw unprocessable('Validation Failed', [{ resource: 'PullRequest', code: 'custom',
      message: `A pull request already exists for ${from.repo.owner.login}:${from.ref}.` }]);
  }
  bringObjects(repo, from, headSha);
  if (isAncestor(repo, headSha, baseSha)) {
    throw unprocessable('Validation Failed', [{ resource: 'PullRequest', code: 'custom', message: `No commits between ${base} and ${head}` }]);
  }
  const record = issue ? convertible(repo, issue) : newRecord(world, repo, actor, { title, body });
  const pull = world.add('PR', {
    draft, merged: false, mergedAt: null, mergedBy: null, mergeCommitSha: null, head: from, headSha, base: { repo, ref: base },
    baseSha, mergeability: null, reviews: [], threads: [], requested: [], maintainerCanModify, autoMerge: null, headDeleted: false,
  });
  const whole = issue ? record : world.add('I', record);
  joinPull(whole, pull);
  repo.issues.set(whole.number, whole);
  git(repo.folder, ['update-ref', `refs/pull/${whole.number}/head`, headSha]);
  announceIssue(world, whole, 'opened', actor);
  return pull;
}

function needHeadAccess(repo, from, actor) {
  if (from.repo === repo && !may(repo, actor, { area: 'contents', level: 'read', role: 'read' })) throw notFound();
  if (from.repo !== repo && roleOf(from.repo, actor) === 'none') throw notFound();
  if (actor.user?.type === 'Bot' && !actor.installation) throw forbidden();
}

function convertible(repo, number) {
  const issue = repo.issues.get(number);
  if (!issue || issue.pull || issue.state !== 'open') throw invalid('PullRequest', 'issue', 'invalid');
  return issue;
}

// A pull shares everything of its issue; what is changed of one is changed of the other.
function joinPull(issue, pull) {
  issue.pull = pull;
  pull.issue = issue;
  for (const name of Object.keys(issue)) {
    if (['id', 'nodeId', 'kind', 'pull', 'createdAt'].includes(name)) continue;
    Object.defineProperty(pull, name, { get: () => issue[name], set: (value) => { issue[name] = value; }, enumerable: true, configurable: true });
  }
}

function bringObjects(repo, from, sha) {
  if (from.repo === repo) return;
  git(repo.folder, ['fetch', '--quiet', '--no-tags', from.repo.folder, sha]);
}

export function updatePull(world, pull, actor, { base, maintainerCanModify }) {
  if (maintainerCanModify !== undefined) pull.maintainerCanModify = maintainerCanModify;
  if (base === undefined || base === pull.base.ref) return;
  const baseSha = branchSha(pull.repo, base);
  if (!baseSha) throw invalid('PullRequest', 'base', 'invalid');
  const from = pull.base.ref;
  Object.assign(pull, { base: { repo: pull.repo, ref: base }, baseSha, mergeability: null });
  note(world, pull.issue, 'base_ref_changed', actor, { from, to: base });
  announceIssue(world, pull.issue, 'edited', actor, { changes: { base: { ref: { from }, sha: { from: baseSha } } } });
}

export function setDraft(world, pull, actor, draft) {
  if (pull.draft === draft) return;
  pull.draft = draft;
  note(world, pull.issue, draft ? 'convert_to_draft' : 'ready_for_review', actor);
  announceIssue(world, pull.issue, draft ? 'converted_to_draft' : 'ready_for_review', actor);
}

export function requestReviewers(world, pull, actor, logins) {
  for (const login of logins) {
    const user = world.users.get(login.toLowerCase());
    if (!user || roleOf(pull.repo, { user }) === 'none' || !mayReview(pull.repo, user)) {
      throw unprocessable('Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the '
        + `${fullName(pull.repo)} repository.`);
    }
    if (user === pull.user) throw unprocessable('Review cannot be requested from pull request author.');
    if (pull.requested.includes(user)) continue;
    pull.requested.push(user);
    note(world, pull.issue, 'review_requested', actor, { reviewer: user });
    announceIssue(world, pull.issue, 'review_requested', actor, { requestedReviewer: user });
  }
}

const mayReview = (repo, user) => repo.owner === user || repo.collaborators.has(user.login.toLowerCase()) || repo.owner.members.has(user.login.toLowerCase());

export function unrequestReviewers(world, pull, actor, logins) {
  for (const login of logins) {
    const user = pull.requested.find((one) => one.login.toLowerCase() === login.toLowerCase());
    if (!user) continue;
    pull.requested = pull.requested.filter((one) => one !== user);
    note(world, pull.issue, 'review_request_removed', actor, { reviewer: user });
    announceIssue(world, pull.issue, 'review_request_removed', actor, { requestedReviewer: user });
  }
}

// The commits of a pull, oldest first, up to 250 as GitHub lists them.
export function commitsOf(pull) {
  const base = mergeBase(pull.repo, pull.baseSha, pull.headSha);
  const range = base ? `${base}..${pull.headSha}` : pull.headSha;
  return lines(git(pull.repo.folder, ['rev-list', '--reverse', '--topo-order', '--max-count=250', range]));
}

// What a moved branch means for the pulls that use it.
export function followPush(world, { repo, branch, old, young, forced, actor }) {
  if (branch === null) return;
  const deleted = /^0+$/.test(young);
  for (const pull of [...world.repos.values()].flatMap(pullsOf)) {
    if (pull.head.repo === repo && pull.head.ref === branch) followHead(world, pull, { old, young, forced, deleted, actor });
    if (pull.repo === repo && pull.base.ref === branch && pull.state === 'open' && !deleted) followBase(world, pull, young, actor);
  }
}

function followHead(world, pull, { old, young, forced, deleted, actor }) {
  if (deleted || /^0+$/.test(old)) {
    pull.headDeleted = deleted;
    note(world, pull.issue, deleted ? 'head_ref_deleted' : 'head_ref_restored', actor);
    if (deleted && pull.state === 'open') closeForLostHead(world, pull, actor);
    if (deleted || pull.state !== 'open') return;
  }
  if (pull.state !== 'open') return;
  bringObjects(pull.repo, pull.head, young);
  Object.assign(pull, { headSha: young, mergeability: null, updatedAt: world.clock.now() });
  git(pull.repo.folder, ['update-ref', `refs/pull/${pull.number}/head`, young]);
  if (forced) note(world, pull.issue, 'head_ref_force_pushed', actor, { before: old, after: young });
  if (demandsOf(pull.repo, pull.base.ref)?.dismissStale) {
    for (const review of pull.reviews) if (review.state === 'APPROVED') review.state = 'DISMISSED';
  }
  if (pull.autoMerge && !may(pull.repo, { user: actor }, { area: 'contents', level: 'write', role: 'write' })) pull.autoMerge = null;
  announceIssue(world, pull.issue, 'synchronize', { user: actor }, { before: old, after: young });
}

function closeForLostHead(world, pull, actor) {
  Object.assign(pull, { state: 'closed', closedAt: world.clock.now(), closedBy: actor?.user ?? actor });
  note(world, pull.issue, 'closed', actor);
  announceIssue(world, pull.issue, 'closed', { user: actor?.user ?? actor });
}

// A base that moved makes the merge anew; one that took all commits of a pull has merged it.
function followBase(world, pull, young, actor) {
  if (pull.merging) return;
  Object.assign(pull, { baseSha: young, mergeability: null });
  if (!isAncestor(pull.repo, pull.headSha, young)) return;
  const now = world.clock.now();
  Object.assign(pull, { merged: true, mergedAt: now, mergedBy: actor?.user ?? actor, mergeCommitSha: young, state: 'closed', closedAt: now });
  note(world, pull.issue, 'merged', actor, { sha: young });
  note(world, pull.issue, 'closed', actor);
  announceIssue(world, pull.issue, 'closed', { user: actor?.user ?? actor });
}

// Whether the pull's branches can be merged: null the first time it is asked for, as GitHub then begins to find out.
export function mergeability(pull) {
  if (pull.merged || pull.state === 'closed') return null;
  if (!pull.mergeability) {
    pull.mergeability = 'asked';
    return null;
  }
  if (pull.mergeability === 'asked') {
    const done = tryGit(pull.repo.folder, ['merge-tree', '--write-tree', '--name-only', '-z', pull.baseSha, pull.headSha]);
    pull.mergeability = { clean: done.code === 0, tree: done.out.toString().split('\0')[0] };
  }
  return pull.mergeability.clean;
}

export const needPullWrite = (repo, actor) => need(repo, actor, { area: 'pull_requests', level: 'write', role: 'read' });
