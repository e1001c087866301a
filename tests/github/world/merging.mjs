// Merging: of pulls in GitHub's three ways, of branches into each other, and of a base into a pull's branch.
import fs from 'node:fs';
import path from 'node:path';

import { need } from './access.mjs';
import { ApiError, forbidden, unprocessable } from './errors.mjs';
import { branchSha, commitTree, git, isAncestor, mergeBase, readCommit, tryGit } from './git.mjs';
import { announceIssue, setState } from './issues.mjs';
import { mayBypass, mergeBlocks, demandsOf } from './protection.mjs';
import { commitsOf, mergeability } from './pulls.mjs';
import { moveRef } from './repos.mjs';
import { rollupState } from './rollup.mjs';
import { note } from './timeline.mjs';

// GraphQL's MergeStateStatus; REST's mergeable_state is the same in small letters.
export function mergeState(world, pull) {
  if (pull.merged || pull.state === 'closed') return 'UNKNOWN';
  const mergeable = pull.mergeability && pull.mergeability !== 'asked' ? pull.mergeability.clean : null;
  if (mergeable === null) return 'UNKNOWN';
  if (!mergeable) return 'DIRTY';
  if (pull.draft) return 'DRAFT';
  const blocks = mergeBlocks(world, pull);
  if (blocks.some((block) => block.kind !== 'behind')) return 'BLOCKED';
  if (blocks.length > 0) return 'BEHIND';
  const state = rollupState(pull.repo, pull.headSha);
  return state === null || state === 'SUCCESS' ? 'CLEAN' : 'UNSTABLE';
}

const kMethods = { merge: 'allowMergeCommit', squash: 'allowSquashMerge', rebase: 'allowRebaseMerge' };
const kMethodWords = { merge: 'Merge commits', squash: 'Squash merges', rebase: 'Rebase merges' };

const notMergeable = (why) => new ApiError(405, why);

// Ends with what GitHub answers when a pull may not be merged now.
function needMergeable(world, pull, actor, { method, sha }) {
  const { repo } = pull;
  need(repo, actor, { area: 'contents', level: 'write', role: 'write' });
  if (pull.merged || pull.state !== 'open') throw notMergeable('Pull Request is not mergeable');
  if (pull.draft) throw notMergeable('Pull Request is still a draft');
  if (sha && sha !== pull.headSha) throw new ApiError(409, 'Head branch was modified. Review and try the merge again.');
  if (!repo[kMethods[method]]) throw notMergeable(`${kMethodWords[method]} are not allowed on this repository.`);
  if (mergeability(pull) === null) mergeability(pull);
  if (!pull.mergeability.clean) throw notMergeable('Pull Request is not mergeable');
  const blocks = mayBypass(repo, pull.base.ref, actor) ? [] : mergeBlocks(world, pull);
  if (blocks.length > 0) throw notMergeable(blocks[0].why);
  if (method === 'merge' && demandsOf(repo, pull.base.ref)?.linear) throw notMergeable('Merge commits are not allowed on this repository.');
}

export function mergePull(world, pull, actor, { method = 'merge', sha, title, message }) {
  needMergeable(world, pull, actor, { method, sha });
  const words = { title, message, by: actor.user };
  const made = { merge: mergeCommit, squash: squashCommit, rebase: rebasedHead }[method](world, pull, words);
  const now = world.clock.now();
  pull.merging = true;
  Object.assign(pull, { merged: true, mergedAt: now, mergedBy: actor.user, mergeCommitSha: made, autoMerge: null });
  moveRef(world, pull.repo, `refs/heads/${pull.base.ref}`, made, actor.user);
  pull.merging = false;
  Object.assign(pull, { state: 'closed', closedAt: now, closedBy: actor.user });
  note(world, pull.issue, 'merged', actor, { sha: made });
  note(world, pull.issue, 'closed', actor);
  announceIssue(world, pull.issue, 'closed', actor);
  closeNamedIssues(world, pull, actor);
  if (pull.repo.deleteBranchOnMerge && pull.head.repo === pull.repo) moveRef(world, pull.repo, `refs/heads/${pull.head.ref}`, null, actor.user);
  return made;
}

const byOf = (user) => ({ name: user.name ?? user.login, email: user.email });

function mergeCommit(world, pull, { title, message, by }) {
  const subject = title ?? `Merge pull request #${pull.number} from ${pull.head.repo.owner.login}/${pull.head.ref}`;
  return commitTree(pull.repo, {
    tree: pull.mergeability.tree, parents: [pull.baseSha, pull.headSha], author: byOf(by), seconds: world.clock.seconds(),
    message: `${subject}\n\n${message ?? pull.title}`.trimEnd(),
  });
}

function squashCommit(world, pull, { title, message }) {
  const commits = commitsOf(pull).map((sha) => readCommit(pull.repo, sha));
  const one = commits.length === 1;
  const subject = title ?? `${one ? commits[0].message.split('\n')[0] : pull.title} (#${pull.number})`;
  const text = message ?? (one ? commits[0].message.split('\n').slice(2).join('\n') : commits.map((commit) => `* ${commit.message}`).join('\n\n'));
  return commitTree(pull.repo, {
    tree: pull.mergeability.tree, parents: [pull.baseSha], author: byOf(pull.user), seconds: world.clock.seconds(),
    message: `${subject}\n\n${text}`.trimEnd(),
  });
}

// Each commit anew on top of the base, in a worktree that is gone afterwards.
function rebasedHead(world, pull, { by }) {
  const folder = path.join(pull.repo.folder, `rebase-${pull.number}`);
  const seconds = world.clock.seconds();
  const env = { GIT_COMMITTER_NAME: byOf(by).name, GIT_COMMITTER_EMAIL: byOf(by).email, GIT_COMMITTER_DATE: `${seconds} +0000` };
  try {
    git(pull.repo.folder, ['worktree', 'add', '--quiet', '--detach', folder, pull.baseSha]);
    const done = tryGit(folder, ['cherry-pick', '--allow-empty', ...commitsOf(pull)], { env });
    if (done.code !== 0) throw notMergeable("This branch can't be rebased");
    return git(folder, ['rev-parse', 'HEAD']);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
    tryGit(pull.repo.folder, ['worktree', 'prune']);
  }
}

const kClosing = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:([\w.-]+\/[\w.-]+))?#(\d+)/gi;

// The issues that a pull closes when it is merged into the default branch.
export function closingIssues(world, pull) {
  if (pull.base.ref !== pull.repo.defaultBranch) return [];
  const found = new Set();
  for (const [, name, number] of (pull.body ?? '').matchAll(kClosing)) {
    const repo = name ? world.findRepo(...name.split('/'))?.repo : pull.repo;
    const issue = repo?.issues.get(Number(number));
    if (issue && !issue.pull) found.add(issue);
  }
  return [...found];
}

function closeNamedIssues(world, pull, actor) {
  for (const issue of closingIssues(world, pull)) if (issue.state === 'open') setState(world, issue, actor, 'closed', 'completed');
}

// The base branch merged into the pull's own. Ends in 422 when the head moved or they conflict.
export function updateBranch(world, pull, actor, expected) {
  if (expected && expected !== pull.headSha) {
    throw unprocessable(`expected head sha didn’t match current head ref.`);
  }
  if (pull.state !== 'open' || pull.headDeleted) throw unprocessable('Pull request is closed or its head is gone');
  const maintains = pull.maintainerCanModify && pull.head.repo !== pull.repo;
  if (!maintains) need(pull.head.repo, actor, { area: 'contents', level: 'write', role: 'write' });
  if (isAncestor(pull.repo, pull.baseSha, pull.headSha)) throw unprocessable('There are no new commits on the base branch.');
  const done = tryGit(pull.repo.folder, ['merge-tree', '--write-tree', pull.headSha, pull.baseSha]);
  if (done.code !== 0) throw unprocessable('merge conflict between base and head');
  const sha = commitTree(pull.repo, {
    tree: done.out.toString().trim(), parents: [pull.headSha, pull.baseSha], author: byOf(actor.user), seconds: world.clock.seconds(),
    message: `Merge branch '${pull.base.ref}' into ${pull.head.ref}`,
  });
  if (pull.head.repo !== pull.repo) git(pull.head.repo.folder, ['fetch', '--quiet', '--no-tags', pull.repo.folder, sha]);
  moveRef(world, pull.head.repo, `refs/heads/${pull.head.ref}`, sha, actor.user);
  return sha;
}

// REST's merge of one branch into another: a sha, or null when nothing was to be merged.
export function mergeBranch(world, repo, actor, { base, head, message }) {
  const baseSha = branchSha(repo, base);
  if (!baseSha) throw new ApiError(404, 'Base does not exist');
  const headSha = branchSha(repo, head) ?? (tryGit(repo.folder, ['cat-file', '-e', `${head}^{commit}`]).code === 0 ? head : null);
  if (!headSha) throw new ApiError(404, 'Head does not exist');
  if (isAncestor(repo, headSha, baseSha)) return null;
  if (!mayBypass(repo, base, actor) && demandsOf(repo, base)?.pull) throw forbidden('Changes must be made through a pull request.');
  if (!mergeBase(repo, baseSha, headSha)) throw new ApiError(409, 'Merge conflict');
  const done = tryGit(repo.folder, ['merge-tree', '--write-tree', baseSha, headSha]);
  if (done.code !== 0) throw new ApiError(409, 'Merge conflict');
  const sha = commitTree(repo, {
    tree: done.out.toString().trim(), parents: [baseSha, headSha], author: byOf(actor.user), seconds: world.clock.seconds(),
    message: message ?? `Merge ${head} into ${base}`,
  });
  moveRef(world, repo, `refs/heads/${base}`, sha, actor.user);
  return sha;
}
