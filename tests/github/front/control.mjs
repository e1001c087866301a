// The interface for tests, on a port of its own: it makes what a test begins with, and does what is no request to
// GitHub. Everything is POST /control/NAME with JSON, answered with JSON.
import { followForChecks } from '../world/ci.mjs';
import { commitFiles, makeRepo } from '../world/repos.mjs';
import { install, makeApp, makeToken } from '../world/tokens.mjs';
import { fullName } from '../world/world.mjs';
import { kLimits } from './limits.mjs';
import { bodyOf } from './exchange.mjs';

export class Control {
  constructor(parts) {
    Object.assign(this, parts);
    this.verbs = {
      user: (wanted) => this.#user(wanted), token: (wanted) => this.#token(wanted), app: (wanted) => this.#app(wanted), install: (wanted) => this.#install(wanted),
      repo: (wanted) => this.#repo(wanted), commit: (wanted) => this.#commit(wanted), ci: ({ repo, script }) => { this.world.repo(repo).ci = script; return {}; },
      clock: (wanted) => this.#clock(wanted), fault: ({ rules }) => ({ ids: rules.map((rule) => this.faults.add(rule)) }), faults: () => ({ rules: this.faults.list(), waiting: this.faults.waiting() }),
      'clear-faults': () => { this.faults.clear(); return {}; }, release: ({ name }) => ({ released: this.faults.release(name) }),
      limits: (wanted) => { Object.assign(this.limits.settings, wanted); return this.limits.settings; }, 'default-limits': () => Object.assign(this.limits.settings, kLimits),
      log: ({ after = 0 }) => ({ entries: this.log.entries.slice(after) }), summary: () => this.log.summary(), expire: ({ token }) => { this.world.tokens.get(token).expiresAt = 0; return {}; },
      tokens: ({ app }) => ({ tokens: [...this.world.tokens].filter(([, one]) => one.installation?.app.slug === app).map(([text]) => text) }),
      settle: async () => { await this.deliveries.settled(); return {}; },
    };
  }

  async handle(request, response) {
    const name = request.url.replace('/control/', '');
    let status = 200;
    let answer;
    try {
      const body = await bodyOf(request);
      if (!this.verbs[name]) throw new Error(`the control interface has no '${name}'`);
      answer = await this.verbs[name](body.length > 0 ? JSON.parse(body) : {});
      this.world.agenda.runDue();
    } catch (error) {
      [status, answer] = [400, { message: error.message }];
    }
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }

  #user(wanted) {
    const user = this.world.addUser(wanted);
    for (const login of wanted.members ?? []) user.members.add(login.toLowerCase());
    if (wanted.owners) user.owners = new Set(wanted.owners.map((login) => login.toLowerCase()));
    return { id: user.id, login: user.login, email: user.email };
  }

  #token(wanted) {
    const { text } = makeToken(this.world, { ...wanted, user: this.world.user(wanted.user), repositories: wanted.repositories?.map((name) => this.world.repo(name)) });
    return { token: text };
  }

  #app(wanted) {
    const { app, privateKey } = makeApp(this.world, { ...wanted, owner: this.world.user(wanted.owner) });
    return { id: app.id, slug: app.slug, clientId: app.clientId, privateKey, bot: app.bot.login };
  }

  #install({ app, account, repositories }) {
    const installation = install(this.world, this.world.apps.find((one) => one.slug === app), this.world.user(account), repositories?.map((name) => this.world.repo(name)) ?? null);
    return { id: installation.id };
  }

  #repo({ owner, name, files, by, ...settings }) {
    const account = this.world.user(owner);
    const repo = makeRepo(this.world, account, name, settings);
    const author = by ? this.world.user(by) : account;
    const sha = files ? commitFiles(this.world, repo, { branch: repo.defaultBranch, files, message: 'Import', author }) : null;
    return { id: repo.id, fullName: fullName(repo), folder: repo.folder, sha };
  }

  #commit({ repo, author, ...wanted }) {
    return { sha: commitFiles(this.world, this.world.repo(repo), { ...wanted, author: this.world.user(author) }) };
  }

  // { freeze: true | ISO time } and { advance: seconds }.
  #clock({ freeze, advance }) {
    const { clock, agenda } = this.world;
    if (freeze) clock.freeze(freeze === true ? clock.now() : Date.parse(freeze));
    if (advance) clock.advance(advance * 1000);
    agenda.runDue();
    return { now: clock.iso() };
  }
}

export { followForChecks };
