import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { localFiles } from '../../../server/services/files/files.ts';
import { outboxMails } from '../../../server/services/mail/mail.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { take } from '../../support/claims.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

type Made = { data: Campaign } & Failure;
const PATH = '/v1/sms/compose/';
const STAFF = '/v1/admin/campaigns/';
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `98412${10_000 + i * 7}`);
const limit = (above: number | null) =>
  world.call('admin', 'PUT', '/v1/admin/settings/', {
    approval_above: above,
    consecutive_numbers: null,
    staff_two_factor: false,
  });
const request = (count: number, change: object = {}) => ({
  name: 'Offer',
  sender: world.sender,
  body: 'Sale today',
  recipients: { numbers: numbers(count) },
  ...change,
});
const check = async (body: object): Promise<Plan> => {
  const answer = await world.call<{ data: Plan }>('customer', 'POST', `${PATH}plan/`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
async function send(body: object): Promise<Campaign> {
  const plan = await check(body);
  const sent = await world.call<Made>('customer', 'POST', PATH, {
    ...body,
    plan: plan.uuid,
    cost: plan.cost,
  });
  expect(sent.status, sent.text).toBe(201);
  return sent.body.data;
}
const now = async (uuid: string) => (await world.call<Made>('customer', 'GET', `${PATH}${uuid}/`)).body.data;
const decide = (uuid: string, action: string, body: object = {}) =>
  world.call<Made>('admin', 'POST', `${STAFF}${uuid}/${action}/`, body);
const balance = async (): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  return rows[0]?.balance ?? -1;
};
const expand = async () => {
  while (await expandNext(world.db)) {}
};
const messages = async (uuid: string) => {
  const { rows } = await sql<{ status: string; n: number; error: string | null }>`
    SELECT status, error, count(*) AS n FROM message WHERE campaign = ${uuid}
    GROUP BY status, error ORDER BY status, error`.execute(world.db);
  return rows;
};
/** The newest mail to the customer, once it is this one: it leaves beside the answer. */
const lastMail = (subject: string) =>
  vi.waitFor(
    async () => {
      const [mail] = await outboxMails(world.db, 'customer@demo.test');
      expect(mail?.subject).toBe(subject);
      return mail as NonNullable<typeof mail>;
    },
    { timeout: 30_000 },
  );

beforeEach(async () => {
  // Each test has its own day: what the others sent does not count.
  await sql`DELETE FROM unapproved_day`.execute(world.db);
  await limit(5);
});
afterEach(async () => {
  await expand();
  await audit(world.db);
});

describe('above the size', () => {
  test('the plan says that it will need approval, below it does not', async () => {
    expect((await check(request(5))).needs_approval).toBe(false);
    expect((await check(request(6))).needs_approval).toBe(true);
    await limit(null);
    expect((await check(request(6))).needs_approval).toBe(false);
  });

  test('a campaign waits with its money held, and nothing of it becomes a message', async () => {
    const before = await balance();
    const { uuid, status, cost } = await send(request(6));
    expect({ status, cost }).toEqual({ status: 'draft', cost: 814 });
    expect(await balance()).toBe(before - 814);
    await expand();
    expect(await messages(uuid)).toEqual([]);
    expect((await send(request(5))).status).toBe('preparing');
    await decide(uuid, 'reject', { reason: 'A test' });
  });

  test('zero makes every campaign wait, test messages too', async () => {
    await limit(0);
    const sent = await world.call<Made>('customer', 'POST', `${PATH}test/`, {
      sender: world.sender,
      body: 'Hello',
      phone: '9841000001',
    });
    expect(sent.body.data.status).toBe('draft');
  });

  test('a retry of more than the size waits too', async () => {
    await limit(null);
    const first = await send(request(6));
    await expand();
    const inHand = await take(world.db, 1, first.uuid, 6);
    const refused = inHand.map(({ uuid, hand }) => ({
      ...{ uuid, hand },
      status: 'rejected' as const,
      error: 'ESME_RINVDSTADR',
    }));
    await recordOutcomes(world.db, 1, refused);
    expect(await now(first.uuid)).toMatchObject({ status: 'completed', rejected: 6, released: first.cost });
    await limit(5);
    const path = `${PATH}${first.uuid}/retry/`;
    const { data: plan } = (await world.call<{ data: Plan }>('customer', 'POST', `${path}plan/`)).body;
    expect(plan).toMatchObject({ recipients: 6, needs_approval: true });
    const again = await world.call<Made>('customer', 'POST', path, { plan: plan.uuid, cost: plan.cost });
    expect(again.body.data.status).toBe('draft');
  });
});

describe('a decision', () => {
  test('approving starts it; who decided is on record, in the audit log and in the mail', async () => {
    const { uuid } = await send(request(6, { name: 'Dashain offer' }));
    const answer = await decide(uuid, 'approve');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ status: 'preparing', decided_by: expect.any(String) });
    await expand();
    expect(await now(uuid)).toMatchObject({ status: 'sending', queued: 6, held: false });
    const { rows } = await sql`
      SELECT action, account, before, after FROM audit_entry
      WHERE record = ${uuid} AND action = 'approve'`.execute(world.db);
    expect(rows).toEqual([
      {
        action: 'approve',
        account: world.accounts.customer,
        before: { status: 'draft' },
        after: { status: 'preparing' },
      },
    ]);
    const mail = await lastMail('Approved: Dashain offer');
    expect(mail.text).toContain(`https://sms.example/sms/${uuid}/show`);
  });

  test('a time that has passed meanwhile means at once, one to come is kept', async () => {
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const [passed, to_come] = [
      await send(request(6, { scheduled_at })),
      await send(request(6, { scheduled_at })),
    ];
    await sql`UPDATE campaign SET scheduled_at = now() - interval '1 day' WHERE uuid = ${passed.uuid}`.execute(
      world.db,
    );
    await decide(passed.uuid, 'approve');
    await decide(to_come.uuid, 'approve');
    await expand();
    expect((await now(passed.uuid)).status).toBe('sending');
    expect((await now(to_come.uuid)).status).toBe('scheduled');
  });

  test('rejecting gives everything back, sends nothing and says why', async () => {
    const before = await balance();
    const { uuid, cost } = await send(request(6));
    const answer = await decide(uuid, 'reject', { reason: 'Say who you are in the text.' });
    expect(answer.body.data).toMatchObject({ status: 'failed', captured: 0, released: cost, cancelled: 6 });
    expect(await balance()).toBe(before);
    expect(await now(uuid)).toMatchObject({ status: 'failed', error: 'Say who you are in the text.' });
    await expand();
    expect(await messages(uuid)).toEqual([{ status: 'cancelled', error: null, n: 6 }]);
    const mail = await lastMail('Not approved: Offer');
    expect(mail.text).toContain('Reason: Say who you are in the text.');
  });

  test('parts of packages go back as well', async () => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO account_package (account, package, name, parts, remaining, expires_at)
      SELECT ${world.accounts.customer}, NULL, 'Ten', 10, 10, now() + interval '1 day' RETURNING uuid`.execute(
      world.db,
    );
    const left = async () =>
      (
        await sql<{ remaining: number }>`
          SELECT remaining FROM account_package WHERE uuid = ${rows[0]?.uuid}`.execute(world.db)
      ).rows[0]?.remaining;
    const { uuid } = await send(request(6));
    expect(await left()).toBe(4);
    await decide(uuid, 'reject', { reason: 'No' });
    expect(await left()).toBe(10);
    await sql`UPDATE account_package SET expires_at = now() WHERE uuid = ${rows[0]?.uuid}`.execute(world.db);
  });

  test('rejecting needs a reason', async () => {
    const { uuid } = await send(request(6));
    for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }]) {
      const answer = await decide(uuid, 'reject', body);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors ?? {})).toEqual(['reason']);
    }
    expect((await now(uuid)).status).toBe('draft');
  });

  test('is never the maker’s own, whatever their role', async () => {
    const { uuid } = await send(request(6));
    const by = (user: 'admin' | 'customer') =>
      sql`UPDATE campaign SET "user" = (SELECT uuid FROM users WHERE email = ${`${user}@demo.test`})
        WHERE uuid = ${uuid}`.execute(world.db);
    await by('admin');
    for (const [action, body] of [
      ['approve', {}],
      ['reject', { reason: 'Mine' }],
    ] as const) {
      const answer = await decide(uuid, action, body);
      expect(answer.status).toBe(403);
      expect(answer.body.detail).toMatch(/another staff member must decide/);
    }
    await by('customer');
    expect((await decide(uuid, 'approve')).status).toBe(200);
  });

  test('is taken by staff alone: not by support, nor by a customer who was given the pair', async () => {
    const { uuid } = await send(request(6));
    expect((await world.call('support', 'POST', `${STAFF}${uuid}/approve/`, {})).status).toBe(403);
    expect((await world.call('other', 'POST', `${STAFF}${uuid}/approve/`, {})).status).toBe(403);
    await sql`
      UPDATE users SET ui_permissions = '[["campaign-oversight","get"],["campaign-oversight","post"]]'
      WHERE email = 'other@demo.test'`.execute(world.db);
    expect((await world.call('other', 'POST', `${STAFF}${uuid}/approve/`, {})).status).toBe(403);
    expect((await world.call('other', 'GET', `${STAFF}${uuid}/`)).status).toBe(403);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = 'other@demo.test'`.execute(world.db);
    expect((await now(uuid)).status).toBe('draft');
  });

  test('of two at once one wins and the other hears of it', async () => {
    const { uuid } = await send(request(6));
    const answers = await Promise.all([decide(uuid, 'approve'), decide(uuid, 'reject', { reason: 'No' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('conflict');
    expect(answers.find(({ status }) => status === 200)?.body.data.status).toBe((await now(uuid)).status);
  });

  test('is taken once for a key, however often it is asked for', async () => {
    const { uuid } = await send(request(6));
    const ask = () =>
      world.app.inject({
        method: 'POST',
        url: `${STAFF}${uuid}/approve/`,
        headers: { authorization: `Token ${world.tokens.admin}`, 'idempotency-key': `approve ${uuid}` },
        payload: {},
      });
    expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(200);
    expect((await decide(uuid, 'approve')).status).toBe(409);
  });

  test('does not let a sender name out that was refused meanwhile', async () => {
    const { uuid } = await send(request(6));
    await sql`UPDATE sender_identity SET status = 'rejected' WHERE uuid = ${world.sender}`.execute(world.db);
    const answer = await decide(uuid, 'approve');
    await sql`UPDATE sender_identity SET status = 'approved' WHERE uuid = ${world.sender}`.execute(world.db);
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatch(/sender ID of this campaign is no longer approved/);
    expect((await now(uuid)).status).toBe('draft');
  });
});

describe('while it waits', () => {
  test('its customer may cancel it and has everything back; nobody may pause or stop it', async () => {
    const before = await balance();
    const { uuid } = await send(request(6));
    expect((await world.call('customer', 'POST', `${PATH}${uuid}/pause/`)).status).toBe(409);
    expect((await decide(uuid, 'pause')).status).toBe(409);
    expect((await decide(uuid, 'stop', { reason: 'x' })).body.detail).toMatch(/Approve or reject it/);
    expect((await world.call('other', 'POST', `${PATH}${uuid}/cancel/`)).status).toBe(404);
    const answer = await world.call<Made>('customer', 'POST', `${PATH}${uuid}/cancel/`);
    expect(answer.body.data).toMatchObject({ status: 'cancelled', cancelled: 6, queued: 0 });
    expect(await balance()).toBe(before);
    expect((await decide(uuid, 'approve')).status).toBe(409);
  });

  test('housekeeping leaves its recipients alone, however long it takes', async () => {
    const { uuid } = await send(request(6));
    await sql`UPDATE plan SET expires_at = now() - interval '30 days'`.execute(world.db);
    await sql`UPDATE campaign SET created_at = now() - interval '30 days' WHERE uuid = ${uuid}`.execute(
      world.db,
    );
    await runHousekeeping(world.db, localFiles(world.folder), 24);
    expect((await now(uuid)).status).toBe('draft');
    await decide(uuid, 'approve');
    await expand();
    expect(await messages(uuid)).toEqual([{ status: 'queued', error: null, n: 6 }]);
  });

  test('who asks for no more messages gets none of it, and their part is given back', async () => {
    const { uuid } = await send(request(6));
    await world.call('customer', 'POST', '/v1/core/sms/blacklist-numbers/', { phone: numbers(6)[2] });
    await decide(uuid, 'approve');
    await expand();
    expect(await messages(uuid)).toEqual([
      { status: 'cancelled', error: 'BLACKLISTED', n: 1 },
      { status: 'queued', error: null, n: 5 },
    ]);
    expect(await now(uuid)).toMatchObject({ status: 'sending', queued: 5, cancelled: 1 });
    const { data } = (await world.call<Made>('customer', 'POST', `${PATH}${uuid}/cancel/`)).body;
    expect(data).toMatchObject({ cancelled: 6, released: data.cost });
    await sql`DELETE FROM blacklist_number`.execute(world.db);
  });
});
