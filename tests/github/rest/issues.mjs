// Issues, comments, labels, assignees, timelines, reactions; pulls have all of them, too.
import { may, need } from '../world/access.mjs';
import { notFound } from '../world/errors.mjs';
import * as issues from '../world/issues.mjs';
import { commitsOf } from '../world/pulls.mjs';
import { findReviewComment } from '../world/reviews.mjs';
import { note } from '../world/timeline.mjs';
import { readCommit } from '../world/git.mjs';
import * as shape from '../shapes/issues.mjs';
import { user as userShape } from '../shapes/people.mjs';
import { review as reviewShape } from '../shapes/pulls.mjs';
import { searchIssues } from '../world/search.mjs';
import { Answer, anyone, empty, paged, read, sorted, write } from './answers.mjs';

const issueOf = ({ repo, params }) => issues.needIssue(repo, params.issue_number);
const kWays = { created: (one) => one.createdAt, updated: (one) => one.updatedAt, comments: (one) => one.comments.length };

function list(call) {
  const { world, repo, query } = call;
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter(Boolean).map((name) => name.toLowerCase());
  const who = (name) => query.get(name)?.toLowerCase();
  const found = [...repo.issues.values()].filter((one) => (state === 'all' || one.state === state)
    && labels.every((name) => one.labels.some((label) => label.name.toLowerCase() === name))
    && (!who('creator') || one.user.login.toLowerCase() === who('creator'))
    && (!who('assignee') || who('assignee') === '*' || one.assignees.some((user) => user.login.toLowerCase() === who('assignee')))
    && (!query.has('since') || one.updatedAt >= Date.parse(query.get('since'))));
  return paged(call, sorted(call, found, kWays), (one) => shape.issue(world, one));
}

function create({ world, repo, body, actor }) {
  const assignees = body.assignees ?? (body.assignee ? [body.assignee] : []);
  return shape.wholeIssue(world, issues.createIssue(world, repo, actor, { title: String(body.title), body: body.body, labels: body.labels, assignees }));
}

function update(call) {
  const { world, repo, body = {}, actor } = call;
  const issue = issueOf(call);
  issues.needAuthor(repo, actor, issue);
  const title = body.title === undefined || body.title === null ? undefined : String(body.title);
  issues.editIssue(world, issue, actor, { title, body: body.body });
  if (may(repo, actor, { area: 'issues', level: 'write', role: 'triage' })) {
    if (body.labels) issues.setLabels(world, issue, actor, body.labels);
    if (body.assignees) {
      issues.removeAssignees(world, issue, actor, issue.assignees.map((one) => one.login).filter((login) => !body.assignees.includes(login)));
      issues.addAssignees(world, issue, actor, body.assignees);
    }
  }
  if (body.state) issues.setState(world, issue, actor, body.state, body.state === 'closed' ? body.state_reason ?? null : null);
  return shape.wholeIssue(world, issue);
}

// Labels and assignees are for those who may triage.
const triage = (call) => need(call.repo, call.actor, { area: call.repo.issues.get(call.params.issue_number)?.pull ? 'pull_requests' : 'issues', level: 'write', role: 'triage' });

function labelsAnswer(call) {
  return issueOf(call).labels.map((one) => shape.label(call.world, one));
}

const namesIn = (body) => (Array.isArray(body) ? body : body?.labels ?? (body?.name ? [body] : []));

function changeLabels(change) {
  return (call) => {
    triage(call);
    change(call.world, issueOf(call), call.actor, namesIn(call.body));
    return labelsAnswer(call);
  };
}

function changeAssignees(change) {
  return (call) => {
    triage(call);
    change(call.world, issueOf(call), call.actor, call.body?.assignees ?? []);
    return shape.issue(call.world, issueOf(call));
  };
}

function timeline(call) {
  const { world } = call;
  const issue = issueOf(call);
  const entries = [...issue.timeline.map((one) => ({ at: one.submittedAt ?? one.createdAt, make: () => shape.timelineEntry(world, one, reviewShape) }))];
  if (issue.pull) {
    for (const sha of commitsOf(issue.pull)) entries.push({ at: Date.parse(readCommit(issue.repo, sha).committer.date), make: () => shape.committed(world, issue.repo, sha) });
  }
  entries.sort((a, b) => a.at - b.at);
  return paged(call, entries, (one) => one.make());
}

function lock(call) {
  need(call.repo, call.actor, { area: 'issues', level: 'write', role: 'triage' });
  const issue = issueOf(call);
  Object.assign(issue, { locked: true, lockReason: call.body?.lock_reason ?? null });
  note(call.world, issue, 'locked', call.actor, { reason: issue.lockReason });
  return empty();
}

function unlock(call) {
  need(call.repo, call.actor, { area: 'issues', level: 'write', role: 'triage' });
  Object.assign(issueOf(call), { locked: false, lockReason: null });
  note(call.world, issueOf(call), 'unlocked', call.actor);
  return empty();
}

const commentOf = ({ repo, params }) => issues.findComment(repo, params.comment_id);
const since = (call, things) => (call.query.has('since') ? things.filter((one) => one.updatedAt >= Date.parse(call.query.get('since'))) : things);

function editComment(call) {
  const comment = commentOf(call);
  issues.needAuthor(call.repo, call.actor, comment);
  issues.editComment(call.world, comment, call.actor, call.body.body);
  return shape.comment(call.world, comment);
}

function deleteComment(call) {
  const comment = commentOf(call);
  issues.needAuthor(call.repo, call.actor, comment);
  issues.deleteComment(call.world, comment, call.actor);
  return empty();
}

function needLabel({ repo, params }) {
  return issues.labelOf(repo, params.name) ?? lose();
}

function lose() {
  throw notFound();
}

function updateLabel(call) {
  const label = needLabel(call);
  const { new_name: name = label.name, color = label.color, description = label.description } = call.body ?? {};
  Object.assign(label, { name, color, description });
  return shape.label(call.world, label);
}

function deleteLabel(call) {
  const label = needLabel(call);
  call.repo.labels = call.repo.labels.filter((one) => one !== label);
  for (const issue of call.repo.issues.values()) issue.labels = issue.labels.filter((one) => one !== label);
  call.world.drop(label);
  return empty();
}

// The three operations on reactions of one kind of thing.
function reactionRows(kind, area, thingOf, deleteKind = kind) {
  return {
    [`reactions/list-for-${kind}`]: {
      ...read(area),
      run: (call) => paged(call, thingOf(call).reactions.filter((one) => !call.query.has('content') || one.content === call.query.get('content')), (one) => shape.reaction(call.world, one)),
    },
    [`reactions/create-for-${kind}`]: {
      ...write(area, 'read'),
      run: (call) => {
        const { reaction, created } = issues.react(call.world, thingOf(call), call.actor, call.body.content);
        return new Answer(created ? 201 : 200, shape.reaction(call.world, reaction));
      },
    },
    [`reactions/delete-for-${deleteKind}`]: { ...write(area, 'read'), run: (call) => { issues.unreact(call.world, thingOf(call), call.params.reaction_id); return empty(); } },
  };
}

export const issueRows = {
  'issues/list-for-repo': { ...read('issues'), run: list },
  'issues/create': { ...write('issues', 'read'), content: true, run: create },
  'issues/get': { ...read('issues'), run: (call) => shape.wholeIssue(call.world, issueOf(call)) },
  'issues/update': { ...write('issues', 'read'), run: update },
  'issues/lock': { ...write('issues', 'read'), run: lock },
  'issues/unlock': { ...write('issues', 'read'), run: unlock },
  'issues/list-comments': { ...read('issues'), run: (call) => paged(call, since(call, issueOf(call).comments), (one) => shape.comment(call.world, one)) },
  'issues/list-comments-for-repo': {
    ...read('issues'),
    run: (call) => paged(call, sorted(call, since(call, [...call.repo.issues.values()].flatMap((one) => one.comments)), { created: (one) => one.createdAt, updated: (one) => one.updatedAt }, 'asc'), (one) => shape.comment(call.world, one)),
  },
  'issues/create-comment': { ...write('issues', 'read'), content: true, run: (call) => shape.comment(call.world, issues.addComment(call.world, issueOf(call), call.actor, call.body.body)) },
  'issues/get-comment': { ...read('issues'), run: (call) => shape.comment(call.world, commentOf(call)) },
  'issues/update-comment': { ...write('issues', 'read'), run: editComment },
  'issues/delete-comment': { ...write('issues', 'read'), run: deleteComment },
  'issues/list-labels-on-issue': { ...read('issues'), run: (call) => paged(call, issueOf(call).labels, (one) => shape.label(call.world, one)) },
  'issues/add-labels': { ...write('issues', 'read'), run: changeLabels(issues.addLabels) },
  'issues/set-labels': { ...write('issues', 'read'), run: changeLabels(issues.setLabels) },
  'issues/remove-label': {
    ...write('issues', 'read'), run: (call) => { triage(call); issues.removeLabel(call.world, issueOf(call), call.actor, call.params.name); return labelsAnswer(call); },
  },
  'issues/remove-all-labels': { ...write('issues', 'read'), run: (call) => { triage(call); issues.setLabels(call.world, issueOf(call), call.actor, []); return empty(); } },
  'issues/list-labels-for-repo': { ...read('issues'), run: (call) => paged(call, call.repo.labels, (one) => shape.label(call.world, one)) },
  'issues/create-label': { ...write('issues', 'triage'), run: (call) => shape.label(call.world, issues.createLabel(call.world, call.repo, call.body)) },
  'issues/get-label': { ...read('issues'), run: (call) => shape.label(call.world, needLabel(call)) },
  'issues/update-label': { ...write('issues', 'triage'), run: updateLabel },
  'issues/delete-label': { ...write('issues', 'triage'), run: deleteLabel },
  'issues/add-assignees': { ...write('issues', 'read'), run: changeAssignees(issues.addAssignees) },
  'issues/remove-assignees': { ...write('issues', 'read'), run: changeAssignees(issues.removeAssignees) },
  'issues/list-assignees': {
    ...read('issues'), run: (call) => paged(call, [...call.world.users.values()].filter((one) => issues.canBeAssigned(call.repo, one)), (one) => userShape(call.world, one)),
  },
  'issues/check-user-can-be-assigned': {
    ...read('issues'), run: (call) => (issues.canBeAssigned(call.repo, call.world.user(call.params.assignee)) ? empty() : lose()),
  },
  'issues/list-events': {
    ...read('issues'), run: (call) => paged(call, issueOf(call).timeline.filter((one) => one.kind === 'EV'), (one) => shape.event(call.world, one)),
  },
  'issues/list-events-for-timeline': { ...read('issues'), run: timeline },
  'issues/list-milestones': { ...read('issues'), run: (call) => paged(call, call.repo.milestones, (one) => shape.milestone(call.world, one)) },
  'search/issues-and-pull-requests': {
    ...anyone, search: true,
    run: (call) => {
      const found = searchIssues(call.world, call.actor, call.query.get('q') ?? '');
      return paged(call, sorted(call, found, kWays), (one) => shape.searchResult(call.world, one), (items) => ({ total_count: found.length, incomplete_results: false, search_type: 'lexical', items }));
    },
  },
  ...reactionRows('issue', 'issues', issueOf),
  ...reactionRows('issue-comment', 'issues', commentOf),
  ...reactionRows('pull-request-review-comment', 'pull_requests', ({ repo, params }) => findReviewComment(repo, params.comment_id), 'pull-request-comment'),
};
