// GraphQL's fields of repositories, refs and commits.
import { roleOf, userOfEmail } from '../world/access.mjs';
import { branchSha, commitOf, fileText, git, lines, readCommit, refsOf, tryGit } from '../world/git.mjs';
import { canBeAssigned, labelOf } from '../world/issues.mjs';
import { notFound } from '../world/errors.mjs';
import { pullsOf } from '../world/pulls.mjs';
import { latestRuns, latestStatuses, rollupState } from '../world/rollup.mjs';
import { forksOf } from '../world/repos.mjs';
import { fullName } from '../world/world.mjs';
import { commitAt, Connection, plain, refAt } from './values.mjs';

export const iso = (ms, { world }) => (ms ? world.clock.iso(ms) : null);
const web = (one, { world }) => `${world.places.web}/${fullName(one)}`;
const kPermissions = { admin: 'ADMIN', maintain: 'MAINTAIN', write: 'WRITE', triage: 'TRIAGE', read: 'READ' };

// orderBy of issues and pulls.
export function ordered(items, { orderBy }) {
  const way = { CREATED_AT: (one) => one.createdAt, UPDATED_AT: (one) => one.updatedAt, COMMENTS: (one) => one.comments.length }[orderBy?.field ?? 'CREATED_AT'] ?? (() => 0);
  const sign = (orderBy?.direction ?? 'ASC') === 'DESC' ? -1 : 1;
  return [...items].sort((a, b) => sign * (way(a) - way(b) || a.number - b.number));
}

const hasLabels = (one, labels) => !labels || labels.some((name) => one.labels.some((label) => label.name.toLowerCase() === name.toLowerCase()));
const pullState = (pull) => (pull.merged ? 'MERGED' : pull.state.toUpperCase());

function pullsFor(repo, args) {
  const found = pullsOf(repo).filter((pull) => (!args.states || args.states.includes(pullState(pull))) && (!args.headRefName || pull.head.ref === args.headRefName)
    && (!args.baseRefName || pull.base.ref === args.baseRefName) && hasLabels(pull, args.labels));
  return new Connection(ordered(found, args), args);
}

function issuesFor(repo, args) {
  const by = args.filterBy ?? {};
  const states = by.states ?? args.states;
  const found = [...repo.issues.values()].filter((one) => !one.pull && (!states || states.includes(one.state.toUpperCase())) && hasLabels(one, by.labels ?? args.labels)
    && (!by.createdBy || one.user.login === by.createdBy) && (!by.assignee || one.assignees.some((user) => user.login === by.assignee)));
  return new Connection(ordered(found, args), args);
}

function needNumber(repo, number, what, test) {
  const one = repo.issues.get(number);
  if (!one || !test(one)) throw notFound(`Could not resolve to ${what} with the number of ${number}.`);
  return one;
}

function objectAt(repo, { expression, oid }) {
  const [name, path] = (expression ?? oid).split(':');
  const sha = commitOf(repo, name);
  if (!sha) return null;
  if (path === undefined) return commitAt(repo, sha);
  const text = fileText(repo, sha, path);
  if (text !== null) return { kind: 'BLOB', repo, sha, path, text };
  // What is no file there, and is there, is a folder.
  const tree = tryGit(repo.folder, ['rev-parse', '--verify', '--quiet', `${sha}:${path}`]);
  return tree.code === 0 ? { kind: 'TREE', repo, sha: tree.out.toString().trim() } : null;
}

// `mode type oid` of each name in a tree.
const kEntry = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s;
const entriesOf = (one) => git(one.repo.folder, ['ls-tree', '-z', one.sha]).split('\0').filter(Boolean).map((line) => {
  const [, mode, type, oid, name] = kEntry.exec(line);
  return plain('TreeEntry', { name, type, mode: parseInt(mode, 8), oid });
});

const templates = (repo, folder) => {
  const sha = commitOf(repo, repo.defaultBranch);
  const names = sha ? lines(git(repo.folder, ['ls-tree', '-r', '--name-only', sha])).filter((name) => name.toLowerCase().startsWith(folder) && name.endsWith('.md')) : [];
  return names.map((name) => ({ name, body: fileText(repo, sha, name) }));
};

function rollup(one) {
  const state = rollupState(one.repo, one.sha);
  if (!state) return null;
  const contexts = [...latestRuns(one.repo, one.sha), ...latestStatuses(one.repo, one.sha)];
  return plain('StatusCheckRollup', { id: `SCR_${one.nodeId}`, state, commit: one, contexts: (args) => new Connection(contexts, args, { checkRunCount: contexts.filter((each) => each.kind === 'CR').length, statusContextCount: contexts.filter((each) => each.kind === 'SC').length }) });
}

const data = (one) => (one.data ??= readCommit(one.repo, one.sha));
const gitActor = (who, { world }) => plain('GitActor', { name: who.name, email: who.email, date: who.date, user: userOfEmail(world, who.email) });

function ruleOf(repo, branch) {
  const own = repo.protections.get(branch);
  if (!own) return null;
  const reviews = own.required_pull_request_reviews;
  return plain('BranchProtectionRule', {
    pattern: branch, requiresStrictStatusChecks: Boolean(own.required_status_checks?.strict), requiresStatusChecks: Boolean(own.required_status_checks), requiresApprovingReviews: Boolean(reviews),
    requiredApprovingReviewCount: reviews?.required_approving_review_count ?? 0, requiredStatusCheckContexts: (own.required_status_checks?.checks ?? []).map((each) => each.context),
    isAdminEnforced: Boolean(own.enforce_admins), allowsForcePushes: Boolean(own.allow_force_pushes), requiresLinearHistory: Boolean(own.required_linear_history),
  });
}

export const repoTypes = {
  Repository: {
    id: (one) => one.nodeId, databaseId: (one) => one.id, name: (one) => one.name, nameWithOwner: (one) => fullName(one), owner: (one) => one.owner, url: (one, args, context) => web(one, context),
    sshUrl: (one) => `git@github.localhost:${fullName(one)}.git`, description: (one) => one.description, homepageUrl: (one) => one.homepage, isPrivate: (one) => one.private, isFork: (one) => Boolean(one.parent),
    isArchived: (one) => one.archived, isEmpty: (one) => refsOf(one).size === 0, isTemplate: () => false, isInOrganization: (one) => one.owner.type === 'Organization', isLocked: () => false,
    visibility: (one) => (one.private ? 'PRIVATE' : 'PUBLIC'), parent: (one) => one.parent, forkCount: (one, args, { world }) => forksOf(world, one).length, stargazerCount: () => 0,
    hasIssuesEnabled: (one) => one.hasIssues, hasProjectsEnabled: (one) => one.hasProjects, hasWikiEnabled: (one) => one.hasWiki, mergeCommitAllowed: (one) => one.allowMergeCommit,
    squashMergeAllowed: (one) => one.allowSquashMerge, rebaseMergeAllowed: (one) => one.allowRebaseMerge, autoMergeAllowed: (one) => one.allowAutoMerge, deleteBranchOnMerge: (one) => one.deleteBranchOnMerge,
    viewerPermission: (one, args, { actor }) => kPermissions[roleOf(one, actor)] ?? null, viewerCanAdminister: (one, args, { actor }) => roleOf(one, actor) === 'admin', viewerDefaultMergeMethod: () => 'MERGE',
    createdAt: (one, args, context) => iso(one.createdAt, context), updatedAt: (one, args, context) => iso(one.updatedAt, context), pushedAt: (one, args, context) => iso(one.pushedAt, context),
    defaultBranchRef: (one) => { const sha = branchSha(one, one.defaultBranch); return sha && refAt(one, `refs/heads/${one.defaultBranch}`, sha); },
    ref: (one, { qualifiedName }) => {
      const name = qualifiedName.startsWith('refs/') ? qualifiedName : `refs/heads/${qualifiedName}`;
      const sha = refsOf(one, name).get(name);
      return sha ? refAt(one, name, sha) : null;
    },
    refs: (one, args) => new Connection([...refsOf(one, args.refPrefix.replace(/\/$/, ''))].map(([name, sha]) => refAt(one, name, sha)), args),
    object: (one, args) => objectAt(one, args),
    pullRequest: (one, { number }) => needNumber(one, number, 'a PullRequest', (each) => each.pull).pull,
    issue: (one, { number }) => needNumber(one, number, 'an Issue', (each) => !each.pull),
    issueOrPullRequest: (one, { number }) => { const found = needNumber(one, number, 'an issue or pull request', () => true); return found.pull ?? found; },
    pullRequests: (one, args) => pullsFor(one, args), issues: (one, args) => issuesFor(one, args),
    labels: (one, args) => new Connection(one.labels, args), label: (one, { name }) => labelOf(one, name) ?? null, milestones: (one, args) => new Connection([], args),
    assignableUsers: (one, args, { world }) => new Connection([...world.users.values()].filter((user) => user.kind === 'U' && canBeAssigned(one, user)), args),
    mentionableUsers: (one, args, { world }) => new Connection([...world.users.values()].filter((user) => user.kind === 'U'), args),
    forks: (one, args, { world }) => new Connection(forksOf(world, one), args), projects: (one, args) => new Connection([], args), projectsV2: (one, args) => new Connection([], args),
    issueTemplates: (one) => templates(one, '.github/issue_template/').map((each) => plain('IssueTemplate', { ...each, about: null, title: null, filename: each.name })),
    pullRequestTemplates: (one) => templates(one, '.github/pull_request_template').map((each) => plain('PullRequestTemplate', { filename: each.name, body: each.body })),
    branchProtectionRules: (one, args) => new Connection([...one.protections.keys()].map((branch) => ruleOf(one, branch)), args),
    latestRelease: () => null, licenseInfo: () => null, primaryLanguage: () => null, mergeQueue: () => null,
  },
  Ref: {
    id: (one) => one.nodeId, name: (one) => one.name.replace(/^refs\/(heads|tags)\//, ''), prefix: (one) => one.name.match(/^refs\/\w+\//)[0], target: (one) => commitAt(one.repo, one.sha),
    repository: (one) => one.repo, branchProtectionRule: (one) => ruleOf(one.repo, one.name.replace('refs/heads/', '')),
    associatedPullRequests: (one, args) => new Connection(pullsOf(one.repo).filter((pull) => `refs/heads/${pull.head.ref}` === one.name), args),
  },
  Commit: {
    id: (one) => one.nodeId, oid: (one) => one.sha, abbreviatedOid: (one) => one.sha.slice(0, 7), url: (one, args, context) => `${web(one.repo, context)}/commit/${one.sha}`, message: (one) => data(one).message,
    messageHeadline: (one) => data(one).message.split('\n')[0], messageBody: (one) => data(one).message.split('\n').slice(2).join('\n'), committedDate: (one) => data(one).committer.date,
    authoredDate: (one) => data(one).author.date, author: (one, args, context) => gitActor(data(one).author, context), committer: (one, args, context) => gitActor(data(one).committer, context),
    authors: (one, args, context) => new Connection([gitActor(data(one).author, context)], args), parents: (one, args) => new Connection(data(one).parents.map((sha) => commitAt(one.repo, sha)), args),
    tree: (one) => ({ kind: 'TREE', repo: one.repo, sha: data(one).tree }), repository: (one) => one.repo, statusCheckRollup: rollup, signature: () => null,
    status: (one) => (latestStatuses(one.repo, one.sha).length === 0 ? null : plain('Status', { state: rollupState(one.repo, one.sha), contexts: latestStatuses(one.repo, one.sha) })),
    checkSuites: (one, args) => new Connection(one.repo.suites.filter((suite) => suite.headSha === one.sha), args),
    associatedPullRequests: (one, args) => new Connection(pullsOf(one.repo).filter((pull) => pull.headSha === one.sha || pull.mergeCommitSha === one.sha), args),
    history: (one, args) => new Connection(lines(git(one.repo.folder, ['rev-list', one.sha, ...(args.path ? ['--', args.path] : [])])).map((sha) => commitAt(one.repo, sha)), args),
  },
  Tree: { id: (one) => `T_${one.sha}`, oid: (one) => one.sha, entries: entriesOf },
  Blob: { id: (one) => `B_${one.sha}_${one.path}`, text: (one) => one.text, byteSize: (one) => Buffer.byteLength(one.text), isBinary: () => false, isTruncated: () => false, oid: (one) => git(one.repo.folder, ['rev-parse', `${one.sha}:${one.path}`]) },
};
