// What happened to an issue or pull, in order: events, and the places of comments, reviews and commits.

// `kind` is GitHub's word for it (closed, labeled, head_ref_force_pushed, ...).
export function note(world, issue, kind, actor, details = {}) {
  const entry = world.add('EV', { issue, event: kind, actor: actor?.user ?? actor, ...details });
  issue.timeline.push(entry);
  issue.updatedAt = world.clock.now();
  return entry;
}
