import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { catalogue } from '#schema/catalogue.ts';
import { dailyConsumption } from '#schema/dailyConsumption.ts';
import type { Entity } from '#schema/entity.ts';
import { checkContract, type Report } from '../../scripts/contract/check.ts';
import { createClient } from '../../scripts/contract/client.ts';
import { createFindings, type Finding } from '../../scripts/contract/findings.ts';
import { checkList } from '../../scripts/contract/lists.ts';
import { operations, uncalled } from '../../scripts/contract/operations.ts';
import { createTestApp, PASSWORD, type TestApp, users } from '../support/app.ts';
import { describeWithPeer, PEER_PASSWORD, type Peer, peerEmail, startPeer } from '../support/peer.ts';

const MAIN = new URL('../../scripts/contract/main.ts', import.meta.url).pathname;

/** Runs the command; returns its exit code and its output. */
async function command(args: readonly string[], env: Record<string, string> = {}) {
  const run = promisify(execFile)(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } });
  try {
    return { code: 0, ...(await run) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

const textsOf = ({ findings }: Report, ...levels: Finding['level'][]) =>
  findings
    .filter(({ level }) => levels.includes(level))
    .map(({ operation, check, text }) => `${operation} ${check}: ${text}`);

test('each operation of the catalogue is one that the console calls, or known not to be', () => {
  expect([...operations.map(({ name }) => name), ...uncalled].sort()).toEqual([...catalogue].sort());
  // Paths that the catalogue lists without a method, for lists that the console never adds to or changes.
  expect(uncalled).toMatchInlineSnapshot(`
    [
      "POST /v1/autho/accounts/",
      "DELETE /v1/admin/accounts/{uuid}/",
      "POST /v1/admin/payment-reference/",
      "DELETE /v1/autho/users/{uuid}/",
      "POST /v1/viber/identity/",
      "POST /v1/sms/sender-identities/",
      "DELETE /v1/sms/sender-identities/{uuid}/",
      "POST /v1/credit/user-payment-reference/",
      "POST /v1/credit/sms-packages/",
      "PUT /v1/credit/sms-packages/{uuid}/",
      "DELETE /v1/credit/sms-packages/{uuid}/",
    ]
  `);
});

test('a filter is judged by the rows that it gives, however many they are', async () => {
  const days = ['2026-01-03', '2026-01-02', '2026-01-01'];
  const api = Fastify();
  api.get(dailyConsumption.path, ({ query }) => {
    const { operator = null } = query as { operator?: string };
    const results = days.map((day) => ({ uuid: `${day}${operator}`, day, operator }));
    return { count: results.length, next: null, previous: null, results };
  });
  onTestFinished(() => api.close());
  const client = createClient(await api.listen({ host: '127.0.0.1', port: 0 }));
  const findings = createFindings();
  const { path } = dailyConsumption;
  const entity = dailyConsumption as unknown as Entity;
  await checkList({ client, notes: findings.of(path), entity, path, token: 'x' });
  const filters = findings.list.filter(({ check }) => check === 'filters').map(({ text }) => text);
  expect(filters).toEqual(['Ignored by the server, which the list then says: day__gte.']);
});

describe('the reference server', () => {
  let world: TestApp;
  let url: string;
  beforeAll(async () => {
    world = await createTestApp();
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    for (const n of [1, 2, 3]) {
      const phone = `984100000${n}`;
      await world.call('customer', 'POST', '/v1/core/contacts/', {
        name: `Contact ${n}`,
        phone,
        groups: [],
        attributes: {},
        is_active: true,
      });
      await world.call('customer', 'POST', '/v1/sms/templates/', { name: `Template ${n}`, body: 'Hello' });
      await world.call('customer', 'POST', '/v1/core/sms/blacklist-numbers/', {
        phone: `985100000${n}`,
        reason: null,
      });
    }
  });
  afterAll(() => world.close());

  test('is what the check expects, reading and writing', async () => {
    const as = (user: keyof typeof users) => ({ email: users[user], password: PASSWORD });
    const report = await checkContract({
      url,
      customer: as('customer'),
      staff: as('admin'),
      sandbox: as('other'),
    });
    expect(textsOf(report, 'break', 'note')).toEqual([]);
    expect(report).toMatchObject({ breaks: 0, notes: 0 });
    const looked = new Set(
      report.findings.filter(({ level }) => level === 'ok').map(({ operation }) => operation),
    );
    const missed = operations.map(({ name }) => name).filter((name) => !looked.has(name));
    expect(missed).toMatchInlineSnapshot(`
      [
        "GET /v1/autho/kyc/{uuid}/",
        "GET /v1/credit/sms-packages/{uuid}/",
      ]
    `);
  });

  test('is passed by the command, which takes passwords from the environment alone', async () => {
    const base = ['--url', url, '--email', users.customer];
    const passed = await command([...base, '--json'], { CONTRACT_PASSWORD: PASSWORD });
    expect(passed).toMatchObject({ code: 0 });
    expect(JSON.parse(passed.stdout)).toMatchObject({ url, breaks: 0 });
    const table = await command(base, { CONTRACT_TOKEN: world.tokens.customer });
    expect(table.stdout).toMatch(/^ok +GET \/v1\/core\/contacts\/$/m);
    expect(table.stdout).toContain(`The console works with ${url}.`);

    const wrong = await command(base, { CONTRACT_PASSWORD: 'wrong-password-1' });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('is not signed in') });
    const argument = await command([...base, '--password', PASSWORD]);
    expect(argument).toMatchObject({ code: 2, stderr: expect.stringContaining('A password is no argument') });
    expect(argument.stderr).not.toContain(PASSWORD);
    const half = await command([...base, '--write'], { CONTRACT_PASSWORD: PASSWORD });
    expect(half).toMatchObject({ code: 2, stderr: expect.stringContaining('--sandbox') });
    const nowhere = await command(['--url', 'http://127.0.0.1:1', '--email', 'a@b.test'], {
      CONTRACT_PASSWORD: 'x',
    });
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('no answer') });
  });
});

describeWithPeer('an API that is not ours', () => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await startPeer();
  });
  afterAll(() => peer?.close());
  const as = (user: 'customer' | 'clerk') => ({ email: peerEmail(user), password: PEER_PASSWORD });

  test('names what a server lacks, and changes nothing when it only reads', async () => {
    const before = peer.log().length;
    const report = await checkContract({ url: peer.url, customer: as('customer'), staff: as('clerk') });
    expect(textsOf(report, 'break')).toEqual([]);
    const notes = textsOf(report, 'note');
    const contacts = 'GET /v1/core/contacts/';
    expect(notes).toContain(`${contacts} paging: page_size is ignored: pages have 10 records.`);
    expect(notes).toContain(`${contacts} shape: Missing, and shown as empty: operator, attributes.`);
    expect(notes.find((note) => note.startsWith('GET /v1/core/sms/blacklist-numbers/ filters:'))).toMatch(
      /: phone\.$/,
    );
    expect(notes).toContainEqual(
      expect.stringMatching(/^GET \/v1\/credit\/sms-packages\/ shape: price is "120000": /),
    );
    const written = peer
      .log()
      .slice(before)
      .split('\n')
      .filter((line) => /"(POST|PUT|PATCH|DELETE) .* 2\d\d /.test(line));
    expect(written.every((line) => line.includes('/v1/login/'))).toBe(true);
  });

  test('is written to where a sandbox is given, and left without what was made', async () => {
    const total = async () =>
      (await peer.call<{ count: number }>('customer', 'GET', '/v1/core/contacts/')).body.count;
    const before = await total();
    const report = await checkContract({ url: peer.url, customer: as('customer'), sandbox: as('customer') });
    expect(textsOf(report, 'break')).toEqual([]);
    const written = report.findings.filter(({ check, level }) => check === 'write' && level === 'ok');
    expect(written.map(({ operation }) => operation)).toEqual([
      'POST /v1/sms/templates/',
      'PUT /v1/sms/templates/{uuid}/',
      'DELETE /v1/sms/templates/{uuid}/',
      'POST /v1/core/contacts/',
      'PUT /v1/core/contacts/{uuid}/',
      'DELETE /v1/core/contacts/{uuid}/',
      'POST /v1/core/sms/blacklist-numbers/',
      'PUT /v1/core/sms/blacklist-numbers/{uuid}/',
      'DELETE /v1/core/sms/blacklist-numbers/{uuid}/',
      'POST /v1/core/upload/file/public/',
      'POST /v1/credit/payment/credit_payment_initiate/',
      'POST /v1/credit/user-payment-reference/{uuid}/cancel_request/',
    ]);
    expect(textsOf(report, 'note')).toContain(
      'POST /v1/credit/payment/credit_payment_initiate/ write: Idempotency-Key is ignored: a request that is repeated after a lost answer is made twice.',
    );
    expect(await total()).toBe(before);
  });

  test('ends the command with 1 where the console would break', async () => {
    const email = peerEmail('customer');
    const { code, stdout } = await command(
      // The peer was started without allowing another origin.
      ['--url', peer.url, '--email', email, '--origin', 'http://console.test'],
      { CONTRACT_PASSWORD: PEER_PASSWORD },
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^BREAKS +OPTIONS$/m);
    expect(stdout).toMatch(/The console would break: \d+ faults?\./);
  });
});
