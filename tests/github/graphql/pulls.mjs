// GraphQL's fields of pulls, reviews, review comments and threads.
import { roleOf } from '../world/access.mjs';
import { filesBetween, pullRange } from '../world/diff.mjs';
import { branchSha } from '../world/git.mjs';
import { closingIssues, mergeState } from '../world/merging.mjs';
import { demandsOf } from '../world/protection.mjs';
import { commitsOf, mergeability } from '../world/pulls.mjs';
import { commentsOf, currentPlace, latestReviews, reviewDecision } from '../world/reviews.mjs';
import { rollupState } from '../world/rollup.mjs';
import { pageUrl } from '../shapes/issues.mjs';
import { record, written } from './issues.mjs';
import { iso, repoTypes } from './repos.mjs';
import { commitAt, Connection, plain, refAt } from './values.mjs';

const files = (one) => filesBetween(one.repo, ...pullRange(one.repo, one.baseSha, one.headSha));
const sum = (one, name) => files(one).reduce((total, file) => total + file[name], 0);
const refOf = (repo, name) => { const sha = branchSha(repo, name); return sha ? refAt(repo, `refs/heads/${name}`, sha) : null; };
const visible = (one, { actor }) => one.reviews.filter((each) => each.state !== 'PENDING' || each.user === actor.user);
const canPush = (one, { actor }) => ['write', 'maintain', 'admin'].includes(roleOf(one.repo, actor));
const kChanges = { added: 'ADDED', removed: 'DELETED', modified: 'MODIFIED', renamed: 'RENAMED', copied: 'COPIED', changed: 'CHANGED' };

function mergeableOf(one) {
  const found = mergeability(one);
  return found === null ? 'UNKNOWN' : found ? 'MERGEABLE' : 'CONFLICTING';
}

const autoMerge = (one, args, context) => (one.autoMerge ? plain('AutoMergeRequest', {
  enabledAt: iso(one.autoMerge.at, context), enabledBy: one.autoMerge.by, mergeMethod: one.autoMerge.method.toUpperCase(), commitHeadline: one.autoMerge.title ?? null, commitBody: one.autoMerge.message ?? null, pullRequest: one,
}) : null);

const place = (one) => currentPlace(one.pull, one.place);
const threadPlace = {
  path: (one) => one.place.path, diffSide: (one) => one.place.side, startDiffSide: (one) => one.place.startSide, line: (one) => place(one).line, startLine: (one) => place(one).startLine,
  originalLine: (one) => one.place.line, originalStartLine: (one) => one.place.startLine, isOutdated: (one) => one.place.subjectType === 'line' && place(one).line === null, subjectType: (one) => one.place.subjectType.toUpperCase(),
};

export const pullTypes = {
  PullRequest: {
    ...record, state: (one) => (one.merged ? 'MERGED' : one.state.toUpperCase()), isDraft: (one) => one.draft, merged: (one) => one.merged, mergedAt: (one, args, context) => iso(one.mergedAt, context), mergedBy: (one) => one.mergedBy,
    mergeable: mergeableOf, mergeStateStatus: (one, args, { world }) => mergeState(world, one), headRefName: (one) => one.head.ref, headRefOid: (one) => one.headSha, baseRefName: (one) => one.base.ref, baseRefOid: (one) => one.baseSha,
    headRef: (one) => refOf(one.head.repo, one.head.ref), baseRef: (one) => refOf(one.repo, one.base.ref), headRepository: (one) => one.head.repo, headRepositoryOwner: (one) => one.head.repo.owner, baseRepository: (one) => one.repo,
    isCrossRepository: (one) => one.head.repo !== one.repo, maintainerCanModify: (one) => one.maintainerCanModify && one.head.repo !== one.repo, additions: (one) => sum(one, 'additions'), deletions: (one) => sum(one, 'deletions'),
    changedFiles: (one) => files(one).length, mergeCommit: (one) => (one.merged ? commitAt(one.repo, one.mergeCommitSha) : null), potentialMergeCommit: () => null, permalink: (one, args, { world }) => pageUrl(world, one),
    commits: (one, args) => new Connection(commitsOf(one).map((sha) => plain('PullRequestCommit', { id: `PURC_${one.id}_${sha}`, commit: commitAt(one.repo, sha), pullRequest: one, url: '' })), args),
    files: (one, args) => new Connection(files(one).map((file) => plain('PullRequestChangedFile', { path: file.path, additions: file.additions, deletions: file.deletions, changeType: kChanges[file.status], viewerViewedState: 'UNVIEWED' })), args),
    reviews: (one, args, context) => new Connection(visible(one, context).filter((each) => (!args.states || args.states.includes(each.state)) && (!args.author || each.user.login === args.author)), args),
    latestReviews: (one, args) => new Connection(latestReviews(one), args), latestOpinionatedReviews: (one, args) => new Connection(latestReviews(one).filter((each) => each.state !== 'COMMENTED'), args),
    viewerLatestReview: (one, args, context) => visible(one, context).filter((each) => each.user === context.actor.user).at(-1) ?? null,
    reviewDecision: (one) => reviewDecision(one, demandsOf(one.repo, one.base.ref)?.approvals ?? 0), reviewThreads: (one, args) => new Connection(one.threads, args),
    reviewRequests: (one, args) => new Connection(one.requested.map((user) => plain('ReviewRequest', { id: `RR_${one.id}_${user.id}`, databaseId: user.id, asCodeOwner: false, requestedReviewer: user, pullRequest: one })), args),
    closingIssuesReferences: (one, args, { world }) => new Connection(closingIssues(world, one), args), totalCommentsCount: (one) => one.comments.length + commentsOf(one).length,
    statusCheckRollup: (one) => (rollupState(one.repo, one.headSha) ? repoTypes.Commit.statusCheckRollup(commitAt(one.repo, one.headSha)) : null),
    autoMergeRequest: autoMerge, isInMergeQueue: () => false, isMergeQueueEnabled: () => false, mergeQueueEntry: () => null, mergeQueue: () => null, viewerCanEnableAutoMerge: (one, args, context) => one.repo.allowAutoMerge && canPush(one, context),
    viewerCanDisableAutoMerge: (one, args, context) => Boolean(one.autoMerge) && canPush(one, context), viewerCanUpdateBranch: (one, args, context) => canPush(one, context), viewerCanMergeAsAdmin: (one, args, { actor }) => roleOf(one.repo, actor) === 'admin',
    viewerMergeHeadlineText: (one) => `Merge pull request #${one.number} from ${one.head.repo.owner.login}/${one.head.ref}`, viewerMergeBodyText: (one) => one.title,
  },
  PullRequestReview: {
    ...written, url: (one, args, { world }) => `${pageUrl(world, one.pull)}#pullrequestreview-${one.id}`, state: (one) => one.state, submittedAt: (one, args, context) => iso(one.submittedAt, context), commit: (one) => commitAt(one.repo, one.commitId),
    pullRequest: (one) => one.pull, comments: (one, args) => new Connection(one.comments, args), authorCanPushToRepository: (one) => ['write', 'maintain', 'admin'].includes(roleOf(one.repo, { user: one.user })),
  },
  PullRequestReviewThread: {
    id: (one) => one.nodeId, isResolved: (one) => one.resolved, resolvedBy: (one) => one.resolvedBy, comments: (one, args) => new Connection(one.comments, args), pullRequest: (one) => one.pull, repository: (one) => one.repo,
    isCollapsed: (one) => one.resolved, viewerCanResolve: (one, args, context) => !one.resolved && canPush(one, context), viewerCanUnresolve: (one, args, context) => one.resolved && canPush(one, context), viewerCanReply: () => true, ...threadPlace,
  },
  PullRequestReviewComment: {
    ...written, url: (one, args, { world }) => `${pageUrl(world, one.pull)}#discussion_r${one.id}`, path: (one) => one.place.path, diffHunk: (one) => one.place.hunk, position: (one) => place(one).position, originalPosition: (one) => one.place.position ?? 1,
    line: (one) => place(one).line, startLine: (one) => place(one).startLine, originalLine: (one) => one.place.line, originalStartLine: (one) => one.place.startLine, outdated: (one) => one.place.subjectType === 'line' && place(one).line === null,
    commit: (one) => commitAt(one.repo, one.place.commitId), originalCommit: (one) => commitAt(one.repo, one.place.commitId), pullRequest: (one) => one.pull, pullRequestReview: (one) => one.review, replyTo: (one) => one.inReplyTo,
    state: (one) => (one.review.state === 'PENDING' ? 'PENDING' : 'SUBMITTED'), subjectType: (one) => one.place.subjectType.toUpperCase(), pullRequestReviewThread: (one) => one.thread,
  },
};
