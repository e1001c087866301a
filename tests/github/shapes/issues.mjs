// REST's forms of issues, comments, labels, reactions and timelines.
import { associationOf } from '../world/access.mjs';
import { kReactions } from '../world/issues.mjs';
import { app, user } from './people.mjs';
import { commit, repo, repoUrl, webUrl } from './repos.mjs';

export const issueUrl = (world, one) => `${repoUrl(world, one.repo)}/issues/${one.number}`;
export const pageUrl = (world, one) => `${webUrl(world, one.repo)}/${one.pull || one.head ? 'pull' : 'issues'}/${one.number}`;

export function label(world, one) {
  return {
    id: one.id, node_id: one.nodeId, url: `${repoUrl(world, one.repo)}/labels/${encodeURIComponent(one.name)}`, name: one.name, color: one.color,
    default: one.isDefault, description: one.description,
  };
}

export function reactionsOf(thing, url) {
  const counts = Object.fromEntries(kReactions.map((kind) => [kind, thing.reactions.filter((one) => one.content === kind).length]));
  return { url: `${url}/reactions`, total_count: thing.reactions.length, ...counts };
}

export function reaction(world, one) {
  return { id: one.id, node_id: one.nodeId, user: user(world, one.user), content: one.content, created_at: world.clock.iso(one.createdAt) };
}

export function milestone(world, one) {
  if (!one) return null;
  const url = `${repoUrl(world, one.repo)}/milestones/${one.number}`;
  return {
    url, html_url: `${webUrl(world, one.repo)}/milestone/${one.number}`, labels_url: `${url}/labels`, id: one.id, node_id: one.nodeId, number: one.number,
    title: one.title, description: one.description, creator: user(world, one.creator), open_issues: 0, closed_issues: 0, state: one.state,
    created_at: world.clock.iso(one.createdAt), updated_at: world.clock.iso(one.updatedAt), due_on: null, closed_at: null,
  };
}

export function issue(world, one) {
  const url = issueUrl(world, one);
  const { pull } = one;
  const page = pageUrl(world, one);
  return {
    url, repository_url: repoUrl(world, one.repo), labels_url: `${url}/labels{/name}`, comments_url: `${url}/comments`, events_url: `${url}/events`, html_url: page,
    id: one.id, node_id: pull?.nodeId ?? one.nodeId, number: one.number, title: one.title, user: user(world, one.user), labels: one.labels.map((each) => label(world, each)),
    state: one.state, locked: one.locked, assignee: user(world, one.assignees[0]), assignees: one.assignees.map((each) => user(world, each)),
    milestone: milestone(world, one.milestone), comments: one.comments.length, created_at: world.clock.iso(one.createdAt), updated_at: world.clock.iso(one.updatedAt),
    closed_at: one.closedAt && world.clock.iso(one.closedAt), author_association: associationOf(world, one.repo, one.user), active_lock_reason: one.lockReason,
    ...(pull && {
      draft: pull.draft,
      pull_request: {
        url: `${repoUrl(world, one.repo)}/pulls/${one.number}`, html_url: page, diff_url: `${page}.diff`, patch_url: `${page}.patch`,
        merged_at: pull.mergedAt && world.clock.iso(pull.mergedAt),
      },
    }),
    body: one.body, reactions: reactionsOf(one, url), timeline_url: `${url}/timeline`, performed_via_github_app: app(world, one.app), state_reason: one.stateReason,
  };
}

export const wholeIssue = (world, one) => ({ ...issue(world, one), closed_by: user(world, one.closedBy) });

export function comment(world, one) {
  const url = `${repoUrl(world, one.repo)}/issues/comments/${one.id}`;
  return {
    url, html_url: `${pageUrl(world, one.issue)}#issuecomment-${one.id}`, issue_url: issueUrl(world, one.issue), id: one.id, node_id: one.nodeId,
    user: user(world, one.user), created_at: world.clock.iso(one.createdAt), updated_at: world.clock.iso(one.updatedAt),
    author_association: associationOf(world, one.repo, one.user), body: one.body, reactions: reactionsOf(one, url), performed_via_github_app: app(world, one.app),
  };
}

const shortLabel = (one) => ({ name: one.name, color: one.color });

// What an entry of a timeline holds beside what all of them do.
const kEntries = {
  labeled: (world, one) => ({ label: shortLabel(one.label) }),
  unlabeled: (world, one) => ({ label: shortLabel(one.label) }),
  assigned: (world, one) => ({ assignee: user(world, one.assignee), assigner: user(world, one.actor) }),
  unassigned: (world, one) => ({ assignee: user(world, one.assignee), assigner: user(world, one.actor) }),
  renamed: (world, one) => ({ rename: one.rename }),
  closed: (world, one) => ({ state_reason: one.stateReason ?? null }),
  reopened: () => ({ state_reason: null }),
  merged: (world, one) => ({ commit_id: one.sha, commit_url: `${repoUrl(world, one.issue.repo)}/commits/${one.sha}` }),
  head_ref_force_pushed: (world, one) => ({ commit_id: one.after, commit_url: `${repoUrl(world, one.issue.repo)}/commits/${one.after}` }),
  review_requested: (world, one) => ({ review_requester: user(world, one.actor), requested_reviewer: user(world, one.reviewer) }),
  review_request_removed: (world, one) => ({ review_requester: user(world, one.actor), requested_reviewer: user(world, one.reviewer) }),
  review_dismissed: (world, one) => ({
    dismissed_review: { state: one.before.toLowerCase(), review_id: one.review.id, dismissal_message: one.message, dismissal_commit_id: null },
  }),
  locked: (world, one) => ({ lock_reason: one.reason ?? null }),
};

export function event(world, one) {
  return {
    id: one.id, node_id: one.nodeId, url: `${repoUrl(world, one.issue.repo)}/issues/events/${one.id}`, actor: user(world, one.actor), event: one.event,
    commit_id: null, commit_url: null, created_at: world.clock.iso(one.createdAt), performed_via_github_app: null, ...kEntries[one.event]?.(world, one),
  };
}

export function timelineEntry(world, one, review) {
  if (one.kind === 'IC') return { event: 'commented', actor: user(world, one.user), ...comment(world, one) };
  if (one.kind === 'PRR') return { event: 'reviewed', ...review(world, one), submitted_at: world.clock.iso(one.submittedAt) };
  return event(world, one);
}

// A commit in a timeline is git's, not GitHub's.
export function committed(world, repository, sha) {
  const whole = commit(world, repository, sha);
  const { author, committer, message, tree, verification } = whole.commit;
  return { event: 'committed', sha, node_id: whole.node_id, url: whole.commit.url, html_url: whole.html_url, author, committer, message, tree, parents: whole.parents, verification };
}

export const searchResult = (world, one) => ({ ...issue(world, one), score: 1, repository: repo(world, one.repo) });
