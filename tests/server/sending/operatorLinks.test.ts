import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { openPassword } from '../../../server/services/sending/linkPassword.ts';
import { registerLinks } from '../../../server/services/sending/linkStates.ts';
import { audit } from '../../support/audit.ts';
import { inputOf, LINKS, type LinkWorld, ntc, patience, startLinkWorld } from '../../support/linkWorld.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

let world: LinkWorld;
let first: RunningSimulator;
let second: RunningSimulator;
let third: RunningSimulator;
const calm = { undelivered: 0, 'receipt-after': 20 };

beforeAll(async () => {
  [first, second, third] = (await Promise.all([1, 2, 3].map(() => startSimulator(calm)))) as [
    RunningSimulator,
    RunningSimulator,
    RunningSimulator,
  ];
  world = await startLinkWorld([]);
});
beforeEach(async () => {
  await Promise.all([first, second, third].map((operator) => operator.reset()));
  await world.startOver([{ name: 'demo@first', url: `${first.url}?window=20&rate=0` }]);
  await world.becomes('demo@first', 'bound');
});
afterAll(async () => {
  await world?.close();
  await Promise.all([first?.kill(), second?.kill(), third?.kill()]);
});

const post = (body: object) => world.call<{ data: OperatorLink }>('admin', 'POST', LINKS, body);
const logged = async (record: string) =>
  (
    await sql<{ action: string; text: string }>`
      SELECT action, concat(before, after) AS text FROM audit_entry WHERE record = ${record} ORDER BY uuid`.execute(
      world.db,
    )
  ).rows;
/** An address where nobody listens. */
const NOWHERE = 'smpp://user:pass-word@127.0.0.1:9';

describe('links of the environment', () => {
  test('are in the table without their password, with their state', async () => {
    expect(await world.link('demo@first')).toMatchObject({
      managed_by: 'environment',
      system_id: 'demo',
      window: 20,
      rate: 0,
      operators: [],
      is_active: true,
      state: 'bound',
      reason: null,
      workers: 1,
    });
    const { rows } = await sql`SELECT password FROM operator_link`.execute(world.db);
    expect(rows).toEqual([{ password: null }]);
  });

  test('take limits, operators and priority from the console, their address from the environment only', async () => {
    await world.change('demo@first', { window: 30, operators: ['ntc'], priority: 3 });
    const { uuid, operators: _, ...link } = await world.link('demo@first');
    expect(link).toMatchObject({ window: 30, priority: 3 });
    const { password: __, ...input } = inputOf(first.url);
    for (const [field, value] of Object.entries({
      host: 'evil.example',
      password: 'x',
      system_id: 'other',
    })) {
      const answer = await world.call<{ errors: object }>('admin', 'PUT', `${LINKS}${uuid}/`, {
        ...input,
        [field]: value,
      });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    }
    const answer = await world.call('admin', 'DELETE', `${LINKS}${uuid}/`);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('SMPP_URL')]);
  });

  test('keep what the console set over a restart, until the environment itself says something else', async () => {
    await world.change('demo@first', { window: 30, operators: ['ntc'], priority: 3 });
    await world.restart([{ name: 'demo@first', url: `${first.url}?window=20&rate=0` }]);
    expect(await world.link('demo@first')).toMatchObject({ window: 30, priority: 3 });
    await world.restart([{ name: 'demo@first', url: `${first.url}?window=25&rate=0` }]);
    expect(await world.link('demo@first')).toMatchObject({ window: 25, operators: ['ntc'], priority: 3 });
  });

  test('whose environment no running server has are unknown, and may be deleted', async () => {
    await world.restart([]);
    const { uuid } = await world.link('demo@first');
    expect(await world.link('demo@first')).toMatchObject({ state: 'unknown', workers: 0 });
    expect((await world.call('admin', 'DELETE', `${LINKS}${uuid}/`)).status).toBe(204);
    await world.restart([{ name: 'demo@first', url: first.url }]);
    await world.becomes('demo@first', 'bound');
  });
});

describe('links of the console', () => {
  test('a link added while the server runs is bound and sends, without a restart', async () => {
    await world.add('second', second.url, { operators: ['ntc'], priority: 1 });
    await world.becomes('second', 'bound');
    await world.until(await world.send(ntc(25)), (c) => c.delivered === 25);
    expect((await second.stats()).messages).toBe(25);
    await vi.waitFor(async () => expect((await world.link('second')).per_minute).toBe(25), patience);
    await audit(world.db);
  });

  test('nobody reads a password: not by the API, not in the log of changes', async () => {
    const { uuid } = await world.add('secretive', NOWHERE);
    await world.change('secretive', { password: 'another-word' });
    const asked = await Promise.all(
      ['', `${uuid}/`, '?search=secretive'].map((path) => world.call('admin', 'GET', `${LINKS}${path}`)),
    );
    const entries = await logged(uuid);
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update']);
    for (const text of [...asked.map((answer) => answer.text), ...entries.map((entry) => entry.text)]) {
      expect(text).not.toMatch(/pass-word|another-word/);
    }
    expect(entries[1]?.text).toContain('login_set_at');
  });

  test('an empty password keeps the stored one; it is asked for again when the link would go elsewhere', async () => {
    await world.add('secretive', NOWHERE);
    await world.change('secretive', { password: 'another-word' });
    const stored = async () => {
      const { rows } = await sql<{ uuid: string; password: string }>`
        SELECT uuid, password FROM operator_link WHERE name = 'secretive'`.execute(world.db);
      return openPassword(rows[0]?.uuid ?? '', rows[0]?.password ?? '');
    };
    await world.change('secretive', { rate: 7, password: '' });
    expect(await stored()).toBe('another-word');
    const { uuid } = await world.link('secretive');
    for (const change of [{ host: 'thief.example' }, { port: 10 }, { tls: true }]) {
      const { password: _, ...input } = inputOf(NOWHERE);
      const answer = await world.call<{ errors: object }>('admin', 'PUT', `${LINKS}${uuid}/`, {
        ...input,
        ...change,
      });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['password']]);
    }
    await world.change('secretive', { port: 10, password: 'third-word' });
    expect(await stored()).toBe('third-word');
  });

  test('tells why it is down, and connects when its address is mended', async () => {
    await world.add('secretive', NOWHERE);
    expect((await world.becomes('secretive', 'down')).reason).toMatch(/ECONNREFUSED|refused/);
    const { host, port, system_id, password } = inputOf(third.url);
    await world.change('secretive', { host, port, system_id, password, priority: 900 });
    await world.becomes('secretive', 'bound');
  });

  test('a refused password is named', async () => {
    await world.add('wrong', second.url, { system_id: 'other', password: 'not-it', priority: 900 });
    expect((await world.becomes('wrong', 'down')).reason).toContain('bind refused');
  });

  test('a name is given once; wrong values are named by their field', async () => {
    await world.add('second', second.url);
    const wrong: [object, string][] = [
      [{ name: 'second' }, 'name'],
      [{ name: 'with space' }, 'name'],
      [{ name: 'fresh', password: '' }, 'password'],
      [{ name: 'fresh', ...inputOf(first.url) }, 'system_id'],
      [{ name: 'fresh', host: 'http://x' }, 'host'],
      [{ name: 'fresh', port: 70_000 }, 'port'],
      [{ name: 'fresh', window: 0 }, 'window'],
      [{ name: 'fresh', rate: -1 }, 'rate'],
      [{ name: 'fresh', operators: ['nobody'] }, 'operators'],
    ];
    for (const [change, field] of wrong) {
      const { status, body } = await post({ ...inputOf(NOWHERE), ...change });
      expect([status, Object.keys((body as unknown as { errors: object }).errors)[0]?.split('.')[0]]).toEqual(
        [400, field],
      );
    }
  });
});

describe('a login belongs to one link', () => {
  const AT = 'smpp://Twice:p@Smsc.example:2775';
  const names = async () =>
    (await world.links()).filter(({ system_id }) => system_id === 'Twice').map(({ name }) => name);

  test('of several who add it at the same time one does', async () => {
    const all = Array.from({ length: 8 }, (_, n) => post({ name: `twice-${n}`, ...inputOf(AT) }));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(400)]);
    expect(await names()).toHaveLength(1);
  });

  test('so a server whose environment has one of the console’s does not start', async () => {
    await world.add('twice', AT);
    const own = { name: 'Twice@smsc.example', url: AT.toLowerCase().replace('twice', 'Twice') };
    await expect(registerLinks(world.db, [own])).rejects.toThrow(
      'The operator link twice has the same login as Twice@smsc.example: Twice at smsc.example:2775. Change or delete one of them.',
    );
    expect(await names()).toEqual(['twice']);
    // Another system ID is another login.
    await registerLinks(world.db, [{ name: 'twice@smsc.example', url: AT.replace('Twice', 'twice') }]);
  });

  test('one of its own that is written otherwise by now starts', async () => {
    await registerLinks(world.db, [{ name: 'Twice@smsc.example', url: AT.replace(':2775', '') }]);
    await registerLinks(world.db, [{ name: 'Twice@smsc.example:2775', url: AT }]);
    expect(await names()).toHaveLength(2);
    await sql`DELETE FROM operator_link WHERE system_id = 'Twice'`.execute(world.db);
  });

  test('also when it starts while somebody adds one', async () => {
    const one = async () => {
      const { status } = await post({ name: 'twice', ...inputOf(AT) });
      if (status !== 201) throw new Error(String(status));
    };
    for (let time = 0; time < 5; time++) {
      const own = { name: 'Twice@smsc.example:2775', url: AT };
      const both = await Promise.allSettled([one(), registerLinks(world.db, [own])]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await sql`DELETE FROM operator_link WHERE system_id = 'Twice'`.execute(world.db);
    }
  });
});

describe('pause, resume and delete', () => {
  test('of two who pause at the same time one is told so; both moves are in the log', async () => {
    const { uuid } = await world.add('wrong', NOWHERE);
    const answers = await Promise.all(
      [1, 2].map(() => world.call('admin', 'POST', `${LINKS}${uuid}/pause/`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await world.act('wrong', 'resume');
    expect((await logged(uuid)).map(({ action }) => action)).toEqual(['create', 'pause', 'resume']);
  });

  test('a link is deleted only when nothing is on its way over it, and no receipt is lost', async () => {
    await world.add('second', second.url, { operators: ['ntc'], priority: 1 });
    await world.becomes('second', 'bound');
    await second.settings({ receipts: false });
    const uuid = await world.send(ntc(5, 500));
    await world.until(uuid, (c) => c.submitted === 5);
    const link = await world.link('second');
    const refused = await world.call('admin', 'DELETE', `${LINKS}${link.uuid}/`);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('awaiting receipts')]);
    await world.act('second', 'pause');
    await second.settings({ receipts: true });
    await world.until(uuid, (c) => c.delivered === 5);
    expect((await world.call('admin', 'DELETE', `${LINKS}${link.uuid}/`)).status).toBe(204);
    expect((await world.links()).map(({ name }) => name)).not.toContain('second');
    await world.until(await world.send(ntc(5, 600)), (c) => c.delivered === 5);
    await audit(world.db);
  });

  test('support staff and dashboards read the links and change nothing; customers see none', async () => {
    const { uuid } = await world.add('wrong', NOWHERE);
    expect((await world.call('support', 'GET', `${LINKS}${uuid}/`)).status).toBe(200);
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `${uuid}/`],
      ['DELETE', `${uuid}/`],
      ['POST', `${uuid}/pause/`],
      ['POST', `${uuid}/resume/`],
    ] as const) {
      expect(
        (await world.call('support', method, LINKS + path, method === 'PUT' ? {} : undefined)).status,
      ).toBe(403);
      expect((await world.call('customer', method, LINKS + path)).status).toBe(403);
    }
    expect((await world.call('customer', 'GET', LINKS)).status).toBe(403);
  });
});
