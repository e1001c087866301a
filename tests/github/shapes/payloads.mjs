// The payloads of webhooks: of what REST answers about the same things.
import { kNoCommit, git, isAncestor, lines, readCommit } from '../world/git.mjs';
import { checkRun, checkSuite, status as statusShape, workflow, workflowRun } from './checks.mjs';
import { comment, issue as issueShape, label, wholeIssue } from './issues.mjs';
import { user } from './people.mjs';
import { review, reviewComment, pull as pullShape, wholePull } from './pulls.mjs';
import { commit as commitShape, repo as repoShape, branch as branchShape, webUrl } from './repos.mjs';

// Null for what has no webhook.
export function payloadOf(world, happening, installation) {
  const make = kMakers[happening.event];
  const own = make?.(world, happening);
  if (!own) return null;
  const sender = happening.actor?.user ?? happening.actor ?? happening.repo.owner;
  return {
    ...(happening.action && { action: happening.action }), ...own, repository: repository(world, happening.repo, happening.event),
    ...(happening.repo.owner.type === 'Organization' && { organization: organization(world, happening.repo.owner) }),
    ...(installation && { installation: { id: installation.id, node_id: installation.nodeId } }), sender: webUser(world, sender),
  };
}

// Webhooks leave out what REST added later.
function webUser(world, one) {
  if (!one) return null;
  const { user_view_type, ...rest } = user(world, one);
  return rest;
}

function organization(world, one) {
  const url = `${world.places.api}/orgs/${one.login}`;
  return {
    login: one.login, id: one.id, node_id: one.nodeId, url, repos_url: `${url}/repos`, events_url: `${url}/events`, hooks_url: `${url}/hooks`, issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`, public_members_url: `${url}/public_members{/member}`, avatar_url: '', description: '',
  };
}

function repository(world, one, event) {
  const { permissions, ...rest } = repoShape(world, one);
  const whole = { ...rest, custom_properties: {} };
  // Of pushes, two times are seconds, and there is more to say.
  return event === 'push' ? { ...whole, created_at: Math.floor(one.createdAt / 1000), pushed_at: Math.floor((one.pushedAt ?? one.createdAt) / 1000), stargazers: 0, master_branch: one.defaultBranch } : whole;
}

function pullPart(world, one, action) {
  const whole = wholePull(world, one, null);
  const strip = (end) => ({ ...end, repo: repository(world, world.repos.get(end.repo.id)) });
  return { ...whole, head: strip(whole.head), base: strip(whole.base), ...(action === 'opened' && { active_lock_reason: null }) };
}

const kMakers = {
  ping: () => ({}),
  push: (world, { repo, ref, old, young, forced, actor }) => {
    const gone = young === kNoCommit;
    const range = gone ? [] : old !== kNoCommit && isAncestor(repo, old, young) ? [`${old}..${young}`] : [young, '--not', ...(repo.defaultBranch && ref !== `refs/heads/${repo.defaultBranch}` ? [`refs/heads/${repo.defaultBranch}`] : [])];
    const shas = gone ? [] : lines(git(repo.folder, ['rev-list', '--reverse', '--max-count=20', ...range]));
    const commits = shas.map((sha) => pushCommit(world, repo, sha));
    const by = actor?.user ?? actor ?? repo.owner;
    return {
      ref, before: old, after: young, created: old === kNoCommit, deleted: gone, forced, base_ref: null, compare: `${webUrl(world, repo)}/compare/${old.slice(0, 12)}...${young.slice(0, 12)}`,
      commits, head_commit: gone ? null : pushCommit(world, repo, young), pusher: { name: by.login, email: by.email },
    };
  },
  create: (world, { repo, ref, actor }) => ({ ...refParts(ref), master_branch: repo.defaultBranch, description: repo.description, pusher_type: actor ? 'user' : 'deploy_key' }),
  delete: (world, { ref }) => ({ ...refParts(ref), pusher_type: 'user' }),
  issues: (world, { issue, action, label: changed, assignee, changes }) => ({
    issue: { ...issueShape(world, issue), ...(action === 'closed' && { state: 'closed' }) }, ...(changed && { label: label(world, changed) }), ...(assignee && { assignee: webUser(world, assignee) }), ...(changes && { changes }),
  }),
  issue_comment: (world, { issue, comment: one, changes }) => ({ issue: wholeIssue(world, issue), comment: comment(world, one), ...(changes && { changes }) }),
  pull_request: (world, { issue, action, label: changed, assignee, changes, before, after, requestedReviewer }) => ({
    number: issue.number, pull_request: pullPart(world, issue.pull, action), ...(changed && { label: label(world, changed) }), ...(assignee && { assignee: webUser(world, assignee) }),
    ...(changes && { changes }), ...(before && { before, after }), ...(requestedReviewer && { requested_reviewer: webUser(world, requestedReviewer) }),
  }),
  pull_request_review: (world, { issue, review: one, changes }) => ({
    review: { ...review(world, one), state: one.state.toLowerCase(), submitted_at: world.clock.iso(one.submittedAt ?? one.createdAt) }, pull_request: pullShape(world, issue.pull), ...(changes && { changes }),
  }),
  pull_request_review_comment: (world, { issue, comment: one, changes }) => ({ comment: commentPart(world, one), pull_request: pullShape(world, issue.pull), ...(changes && { changes }) }),
  pull_request_review_thread: (world, { issue, thread }) => ({
    thread: { node_id: thread.nodeId, comments: thread.comments.map((one) => commentPart(world, one)) }, pull_request: pullShape(world, issue.pull),
  }),
  check_run: (world, { run }) => ({ check_run: { ...checkRun(world, run), check_suite: suitePart(world, run.suite) } }),
  check_suite: (world, { suite }) => ({ check_suite: { ...suitePart(world, suite), head_commit: checkSuite(world, suite).head_commit, latest_check_runs_count: 0, check_runs_url: checkSuite(world, suite).check_runs_url, rerequestable: true, runs_rerequestable: true } }),
  status: (world, { repo, status }) => {
    const whole = statusShape(world, status);
    return {
      id: whole.id, sha: status.sha, name: repoShape(world, repo).full_name, target_url: whole.target_url, avatar_url: whole.avatar_url, context: whole.context, description: whole.description,
      state: whole.state, commit: commitShape(world, repo, status.sha), branches: [branchShape(world, repo, repo.defaultBranch, status.sha)], created_at: whole.created_at, updated_at: whole.updated_at,
    };
  },
  workflow_run: (world, { workflowRun: run }) => ({ workflow_run: workflowRun(world, run), workflow: workflow(world, run.workflow) }),
};

function commentPart(world, one) {
  const whole = reviewComment(world, one);
  return { ...whole, position: whole.position ?? null };
}

function suitePart(world, suite) {
  const { repository: ignored, head_commit, latest_check_runs_count, check_runs_url, rerequestable, runs_rerequestable, ...rest } = checkSuite(world, suite);
  return rest;
}

function refParts(ref) {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [null, 'heads', ref];
  return { ref: name, ref_type: kind === 'tags' ? 'tag' : 'branch' };
}

function pushCommit(world, repo, sha) {
  const data = readCommit(repo, sha);
  const names = { added: [], removed: [], modified: [] };
  const kinds = { A: 'added', D: 'removed' };
  for (const line of lines(git(repo.folder, ['diff-tree', '--no-commit-id', '--name-status', '--no-renames', '-r', '--root', sha]))) {
    const [letter, path] = line.split('\t');
    names[kinds[letter] ?? 'modified'].push(path);
  }
  return {
    id: sha, tree_id: data.tree, distinct: true, message: data.message, timestamp: data.committer.date, url: `${webUrl(world, repo)}/commit/${sha}`,
    author: { name: data.author.name, email: data.author.email }, committer: { name: data.committer.name, email: data.committer.email }, ...names,
  };
}
