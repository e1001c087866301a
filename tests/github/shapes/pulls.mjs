// REST's forms of pulls, reviews and review comments.
import { associationOf } from '../world/access.mjs';
import { filesBetween, pullRange } from '../world/diff.mjs';
import { mergeState } from '../world/merging.mjs';
import { commitsOf, mergeability } from '../world/pulls.mjs';
import { commentsOf, currentPlace } from '../world/reviews.mjs';
import { issueUrl, label, milestone, pageUrl, reactionsOf } from './issues.mjs';
import { user } from './people.mjs';
import { repo, repoUrl } from './repos.mjs';

export const pullUrl = (world, one) => `${repoUrl(world, one.repo)}/pulls/${one.number}`;

function end(world, { repo: of, ref }, sha, actor) {
  return { label: `${of.owner.login}:${ref}`, ref, sha, user: user(world, of.owner), repo: repo(world, of, actor) };
}

// As lists show it: there GitHub describes the description of a label as a text, else as a text or null.
export function pull(world, one, actor) {
  const url = pullUrl(world, one);
  const page = pageUrl(world, one);
  const api = repoUrl(world, one.repo);
  const comments = `${api}/issues/${one.number}/comments`;
  return {
    url, id: one.id, node_id: one.nodeId, html_url: page, diff_url: `${page}.diff`, patch_url: `${page}.patch`, issue_url: issueUrl(world, one), number: one.number,
    state: one.state, locked: one.locked, title: one.title, user: user(world, one.user), body: one.body, created_at: world.clock.iso(one.createdAt),
    updated_at: world.clock.iso(one.updatedAt), closed_at: one.closedAt && world.clock.iso(one.closedAt), merged_at: one.mergedAt && world.clock.iso(one.mergedAt),
    merge_commit_sha: one.mergeCommitSha, assignee: user(world, one.assignees[0]), assignees: one.assignees.map((each) => user(world, each)),
    requested_reviewers: one.requested.map((each) => user(world, each)), requested_teams: [], labels: one.labels.map((each) => ({ ...label(world, each), description: each.description ?? '' })),
    milestone: milestone(world, one.milestone), draft: one.draft, commits_url: `${url}/commits`, review_comments_url: `${url}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`, comments_url: comments, statuses_url: `${api}/statuses/${one.headSha}`,
    head: end(world, one.head, one.headSha, actor), base: end(world, one.base, one.baseSha, actor),
    _links: {
      self: { href: url }, html: { href: page }, issue: { href: issueUrl(world, one) }, comments: { href: comments }, review_comments: { href: `${url}/comments` },
      review_comment: { href: `${api}/pulls/comments{/number}` }, commits: { href: `${url}/commits` }, statuses: { href: `${api}/statuses/${one.headSha}` },
    },
    author_association: associationOf(world, one.repo, one.user), auto_merge: autoMerge(world, one.autoMerge), active_lock_reason: one.lockReason,
  };
}

function autoMerge(world, one) {
  return one && { enabled_by: user(world, one.by), merge_method: one.method, commit_title: one.title ?? '', commit_message: one.message ?? '' };
}

export function wholePull(world, one, actor) {
  const mergeable = mergeability(one);
  const files = filesBetween(one.repo, ...pullRange(one.repo, one.baseSha, one.headSha));
  const sum = (name) => files.reduce((total, file) => total + file[name], 0);
  return {
    ...pull(world, one, actor), labels: one.labels.map((each) => label(world, each)), merged: one.merged, mergeable, rebaseable: mergeable, mergeable_state: mergeState(world, one).toLowerCase(), merged_by: user(world, one.mergedBy),
    comments: one.comments.length, review_comments: commentsOf(one).length, maintainer_can_modify: one.maintainerCanModify && one.head.repo !== one.repo,
    commits: commitsOf(one).length, additions: sum('additions'), deletions: sum('deletions'), changed_files: files.length,
  };
}

export function review(world, one) {
  const page = `${pageUrl(world, one.pull)}#pullrequestreview-${one.id}`;
  return {
    id: one.id, node_id: one.nodeId, user: user(world, one.user), body: one.body, state: one.state, html_url: page, pull_request_url: pullUrl(world, one.pull),
    author_association: associationOf(world, one.repo, one.user), _links: { html: { href: page }, pull_request: { href: pullUrl(world, one.pull) } },
    ...(one.submittedAt && { submitted_at: world.clock.iso(one.submittedAt) }), commit_id: one.commitId,
  };
}

export function reviewComment(world, one) {
  const url = `${repoUrl(world, one.repo)}/pulls/comments/${one.id}`;
  const page = `${pageUrl(world, one.pull)}#discussion_r${one.id}`;
  const { place } = one;
  const now = currentPlace(one.pull, place);
  return {
    url, pull_request_review_id: one.review.id, id: one.id, node_id: one.nodeId, diff_hunk: place.hunk, path: place.path, commit_id: now.line === null ? place.commitId : one.pull.headSha,
    original_commit_id: place.commitId, user: user(world, one.user), body: one.body, created_at: world.clock.iso(one.createdAt), updated_at: world.clock.iso(one.updatedAt),
    html_url: page, pull_request_url: pullUrl(world, one.pull), author_association: associationOf(world, one.repo, one.user),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pullUrl(world, one.pull) } }, reactions: reactionsOf(one, url),
    start_line: now.startLine, original_start_line: place.startLine, start_side: place.startSide, original_line: place.line, side: place.side,
    // Lists of comments want positions and lines; null, what an outdated one has, is in no description.
    ...(now.position !== null && { position: now.position }), ...(now.line !== null && { line: now.line }), original_position: place.position ?? 1, subject_type: place.subjectType,
    ...(one.inReplyTo && { in_reply_to_id: one.inReplyTo.id }),
  };
}
