// Issues, and what pulls share with them: numbers, labels, assignees, comments, reactions.
import { associationOf, may, roleOfUser } from './access.mjs';
import { forbidden, invalid, notFound, unprocessable } from './errors.mjs';
import { note } from './timeline.mjs';

export const kBodyCharactersMax = 65536;
export const kReactions = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];

export function needIssue(repo, number) {
  const issue = repo.issues.get(number);
  if (!issue) throw notFound();
  return issue;
}

export function checkBody(resource, body) {
  if ([...body ?? ''].length > kBodyCharactersMax) {
    throw invalid(resource, 'body', 'custom', `body is too long (maximum is ${kBodyCharactersMax} characters)`);
  }
}

// The record that issues and pulls have in common.
export function newRecord(world, repo, actor, { title, body }) {
  checkBody('Issue', body);
  if (typeof title !== 'string' || title.trim() === '') throw invalid('Issue', 'title', 'missing_field');
  return {
    repo, number: repo.lastNumber += 1, title, body: body ?? null, user: actor.user, state: 'open', stateReason: null,
    app: actor.installation?.app ?? null, labels: [], assignees: [], milestone: null, comments: [], reactions: [],
    timeline: [], locked: false, lockReason: null, closedAt: null, closedBy: null, pull: null,
  };
}

export function createIssue(world, repo, actor, { title, body, labels = [], assignees = [] }) {
  if (!repo.hasIssues) throw notFound('Issues has been disabled in this repository.');
  const issue = world.add('I', newRecord(world, repo, actor, { title, body }));
  repo.issues.set(issue.number, issue);
  // Labels and assignees of those who may not set them are left out without a word.
  if (may(repo, actor, { area: 'issues', level: 'write', role: 'triage' })) {
    if (labels.length > 0) addLabels(world, issue, actor, labels, { silent: true });
    if (assignees.length > 0) addAssignees(world, issue, actor, assignees, { silent: true });
  }
  announceIssue(world, issue, 'opened', actor);
  return issue;
}

export function announceIssue(world, issue, action, actor, details = {}) {
  world.announce(issue.pull ? 'pull_request' : 'issues', action, issue.repo, { issue, actor, ...details });
}

export function setState(world, issue, actor, state, reason = null) {
  if (issue.state === state && issue.stateReason === reason) return;
  const changed = issue.state !== state;
  issue.state = state;
  issue.stateReason = issue.pull ? null : reason ?? (state === 'open' ? 'reopened' : 'completed');
  issue.closedAt = state === 'closed' ? world.clock.now() : null;
  issue.closedBy = state === 'closed' ? actor.user : null;
  if (!changed) return;
  note(world, issue, state === 'closed' ? 'closed' : 'reopened', actor, { stateReason: issue.stateReason });
  announceIssue(world, issue, state === 'closed' ? 'closed' : 'reopened', actor);
}

export function editIssue(world, issue, actor, { title, body }) {
  const changes = {};
  if (body !== undefined) checkBody('Issue', body);
  if (title !== undefined && title !== null && title !== issue.title) {
    if (String(title).trim() === '') throw invalid(issue.pull ? 'PullRequest' : 'Issue', 'title', 'missing_field');
    changes.title = { from: issue.title };
    note(world, issue, 'renamed', actor, { rename: { from: issue.title, to: String(title) } });
    issue.title = String(title);
  }
  if (body !== undefined && body !== issue.body) {
    changes.body = { from: issue.body ?? '' };
    issue.body = body;
  }
  if (Object.keys(changes).length === 0) return;
  issue.updatedAt = world.clock.now();
  announceIssue(world, issue, 'edited', actor, { changes });
}

export const labelOf = (repo, name) => repo.labels.find((one) => one.name.toLowerCase() === String(name).toLowerCase());

export function createLabel(world, repo, { name, color = 'ededed', description = null }) {
  if (labelOf(repo, name)) throw invalid('Label', 'name', 'already_exists');
  if (!/^[0-9a-f]{6}$/i.test(color)) throw invalid('Label', 'color', 'invalid');
  const label = world.add('LA', { repo, name, color, description, isDefault: false });
  repo.labels.push(label);
  return label;
}

export function addLabels(world, issue, actor, names, { silent = false } = {}) {
  for (const entry of names) {
    const name = typeof entry === 'string' ? entry : entry.name;
    const label = labelOf(issue.repo, name) ?? createLabel(world, issue.repo, { name });
    if (issue.labels.includes(label)) continue;
    issue.labels.push(label);
    note(world, issue, 'labeled', actor, { label });
    if (!silent) announceIssue(world, issue, 'labeled', actor, { label });
  }
}

export function removeLabel(world, issue, actor, name) {
  const label = issue.labels.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!label) throw notFound('Label does not exist');
  issue.labels = issue.labels.filter((one) => one !== label);
  note(world, issue, 'unlabeled', actor, { label });
  announceIssue(world, issue, 'unlabeled', actor, { label });
}

export function setLabels(world, issue, actor, names) {
  const wanted = names.map((entry) => (typeof entry === 'string' ? entry : entry.name).toLowerCase());
  for (const label of [...issue.labels]) {
    if (!wanted.includes(label.name.toLowerCase())) removeLabel(world, issue, actor, label.name);
  }
  addLabels(world, issue, actor, names);
}

export const canBeAssigned = (repo, user) => ['triage', 'write', 'maintain', 'admin'].includes(roleOfUser(repo, user));

export function addAssignees(world, issue, actor, logins, { silent = false } = {}) {
  for (const login of logins) {
    const user = world.users.get(login.toLowerCase());
    // GitHub ignores who cannot be assigned.
    if (!user || !canBeAssigned(issue.repo, user) || issue.assignees.includes(user)) continue;
    issue.assignees.push(user);
    note(world, issue, 'assigned', actor, { assignee: user });
    if (!silent) announceIssue(world, issue, 'assigned', actor, { assignee: user });
  }
}

export function removeAssignees(world, issue, actor, logins) {
  for (const login of logins) {
    const user = issue.assignees.find((one) => one.login.toLowerCase() === login.toLowerCase());
    if (!user) continue;
    issue.assignees = issue.assignees.filter((one) => one !== user);
    note(world, issue, 'unassigned', actor, { assignee: user });
    announceIssue(world, issue, 'unassigned', actor, { assignee: user });
  }
}

export function needUnlocked(world, issue, actor) {
  if (!issue.locked || ['write', 'maintain', 'admin'].includes(roleOfUser(issue.repo, actor.user))) return;
  throw forbidden('Unable to create comment because issue is locked.');
}

export function addComment(world, issue, actor, body) {
  needUnlocked(world, issue, actor);
  if (typeof body !== 'string' || body.trim() === '') {
    throw unprocessable('Validation Failed', [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message: 'Body cannot be blank' }]);
  }
  checkBody('IssueComment', body);
  const comment = world.add('IC', {
    issue, repo: issue.repo, user: actor.user, app: actor.installation?.app ?? null, body, reactions: [], minimized: null,
  });
  issue.comments.push(comment);
  issue.timeline.push(comment);
  issue.updatedAt = world.clock.now();
  world.announce('issue_comment', 'created', issue.repo, { issue, comment, actor });
  return comment;
}

export function findComment(repo, id) {
  for (const issue of repo.issues.values()) {
    const comment = issue.comments.find((one) => one.id === id);
    if (comment) return comment;
  }
  throw notFound();
}

export function editComment(world, comment, actor, body) {
  checkBody('IssueComment', body);
  const changes = { body: { from: comment.body } };
  Object.assign(comment, { body, updatedAt: world.clock.now() });
  world.announce('issue_comment', 'edited', comment.repo, { issue: comment.issue, comment, actor, changes });
}

export function deleteComment(world, comment, actor) {
  const { issue } = comment;
  issue.comments = issue.comments.filter((one) => one !== comment);
  issue.timeline = issue.timeline.filter((one) => one !== comment);
  world.drop(comment);
  world.announce('issue_comment', 'deleted', issue.repo, { issue, comment, actor });
}

// Those who wrote something may change it, and those who may push.
export function needAuthor(repo, actor, thing) {
  if (thing.user === actor?.user || ['write', 'maintain', 'admin'].includes(roleOfUser(repo, actor?.user))) return;
  throw forbidden('Must have write access, or be its author');
}

export const association = (world, thing) => associationOf(world, thing.repo, thing.user);

// { reaction, created }: a second one of the same person is the first.
export function react(world, thing, actor, content) {
  const known = thing.reactions.find((one) => one.user === actor.user && one.content === content);
  if (known) return { reaction: known, created: false };
  const reaction = world.add('REA', { thing, user: actor.user, content });
  thing.reactions.push(reaction);
  return { reaction, created: true };
}

export function unreact(world, thing, id) {
  const reaction = thing.reactions.find((one) => one.id === id);
  if (!reaction) throw notFound();
  thing.reactions = thing.reactions.filter((one) => one !== reaction);
  world.drop(reaction);
}
