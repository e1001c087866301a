// Everything the fake server knows: accounts, tokens, repositories and what is in them. Things are plain
// objects with an `id`, a `nodeId` as GraphQL names them, and links to each other; files of this folder change
// them, and `announce` says what happened to whom it concerns (webhooks, checks).
import fs from 'node:fs';
import path from 'node:path';

import { Agenda, Clock } from './clock.mjs';
import { notFound } from './errors.mjs';

const kFirstId = 1000;

export class World {
  constructor(folder) {
    this.folder = folder;
    this.clock = new Clock();
    this.agenda = new Agenda(this.clock);
    this.users = new Map();
    this.tokens = new Map();
    this.apps = [];
    this.installations = [];
    this.repos = new Map();
    this.repoNames = new Map();
    this.nodes = new Map();
    this.listeners = [];
    this.lastId = kFirstId;
    // Where this server is reached, set when it listens: links in answers begin with it.
    this.places = { api: '', graphql: '', web: '' };
    fs.mkdirSync(path.join(folder, 'repositories'), { recursive: true });
  }

  nextId() {
    return this.lastId += 1;
  }

  // Gives `thing` its numbers and the name that GraphQL finds it by.
  add(prefix, thing) {
    thing.id ??= this.nextId();
    thing.kind = prefix;
    thing.nodeId = `${prefix}_${Buffer.from(`fake${thing.id}`).toString('base64url')}`;
    thing.createdAt ??= this.clock.now();
    thing.updatedAt ??= thing.createdAt;
    this.nodes.set(thing.nodeId, thing);
    return thing;
  }

  node(nodeId) {
    const thing = this.nodes.get(nodeId);
    if (!thing) throw notFound(`Could not resolve to a node with the global id of '${nodeId}'`);
    return thing;
  }

  drop(thing) {
    this.nodes.delete(thing.nodeId);
  }

  user(login) {
    const user = this.users.get(String(login).toLowerCase());
    if (!user) throw notFound();
    return user;
  }

  addUser({ login, type = 'User', name = null, email = null, siteAdmin = false }) {
    const known = this.users.get(login.toLowerCase());
    if (known) return known;
    const prefix = { Organization: 'O', Bot: 'BOT' }[type] ?? 'U';
    const user = this.add(prefix, { login, type, name, siteAdmin, members: new Set() });
    user.email = email ?? `${user.id}+${login}@users.noreply.github.localhost`;
    this.users.set(login.toLowerCase(), user);
    return user;
  }

  // A repository by its name, also one it had before: then `moved` is true.
  findRepo(owner, name) {
    const entry = this.repoNames.get(`${owner}/${name}`.toLowerCase());
    const repo = entry && this.repos.get(entry.id);
    return repo ? { repo, moved: !entry.current } : null;
  }

  repo(fullName) {
    const [owner, name] = String(fullName).split('/');
    const found = this.findRepo(owner, name);
    if (!found) throw notFound(`there is no repository ${fullName}`);
    return found.repo;
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  // An event of a repository, as a webhook names it; `details` are the things it is about.
  announce(event, action, repo, details = {}) {
    for (const listener of this.listeners) listener({ event, action, repo, ...details });
  }
}

export const fullName = (repo) => `${repo.owner.login}/${repo.name}`;
