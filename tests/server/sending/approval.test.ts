import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { outboxMails } from '../../../server/services/mail/mail.ts';
import { buyPackage } from '../../support/boughtPackage.ts';
import { STAFF, setUpApproval } from './approvalSetup.ts';

const setup = setUpApproval();
const { request, send, now, decide, balance, expand, messages } = setup;

/** The newest mail to the customer, once it is this one: it leaves beside the answer. */
const lastMail = (subject: string) =>
  vi.waitFor(
    async () => {
      const [mail] = await outboxMails(setup.world.db, 'customer@demo.test');
      expect(mail?.subject).toBe(subject);
      return mail as NonNullable<typeof mail>;
    },
    { timeout: 30_000 },
  );

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
      WHERE record = ${uuid} AND action = 'approve'`.execute(setup.world.db);
    expect(rows).toEqual([
      {
        action: 'approve',
        account: setup.world.accounts.customer,
        before: { status: 'draft' },
        after: { status: 'preparing' },
      },
    ]);
    const mail = await lastMail('Approved: Dashain offer');
    expect(mail.text).toContain(`https://sms.example/sms/${uuid}/show`);
  });

  test('a start time that has passed means now, a later one is kept', async () => {
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const [passed, to_come] = [
      await send(request(6, { scheduled_at })),
      await send(request(6, { scheduled_at })),
    ];
    await sql`UPDATE campaign SET scheduled_at = now() - interval '1 day' WHERE uuid = ${passed.uuid}`.execute(
      setup.world.db,
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
    expect(await now(uuid)).toMatchObject({
      ...{ status: 'failed', not_approved: true, error: 'Say who you are in the text.' },
    });
    await expand();
    expect(await messages(uuid)).toEqual([{ status: 'cancelled', error: null, n: 6 }]);
    const mail = await lastMail('Not approved: Offer');
    expect(mail.text).toContain('Reason: Say who you are in the text.');
  });

  test('whatever lists it knows that it was rejected', async () => {
    const { uuid } = await send(request(6));
    await decide(uuid, 'reject', { reason: 'Too long.' });
    type Listed = { results: unknown[]; data: { campaigns: { results: unknown[] } } };
    const data = async (path: string) => (await setup.world.call<Listed>('admin', 'GET', path)).body;
    const rejected = expect.objectContaining({ uuid, status: 'failed', not_approved: true });
    expect((await data('/v1/admin/campaigns/')).results).toContainEqual(rejected);
    expect((await data('/v1/admin/search/?q=offer')).data.campaigns.results).toContainEqual(rejected);
    const file = await setup.world.call('admin', 'GET', '/v1/admin/campaigns/export/');
    expect(file.text).toMatch(/,Not approved,Too long\.,/);
    expect(file.text).not.toContain('Failed');
  });

  test('parts of packages go back as well', async () => {
    const bought = await buyPackage(setup.world.db, setup.world.accounts.customer, { parts: 10 });
    const left = async () =>
      (
        await sql<{ remaining: number }>`
          SELECT remaining FROM account_package WHERE uuid = ${bought}`.execute(setup.world.db)
      ).rows[0]?.remaining;
    const { uuid } = await send(request(6));
    expect(await left()).toBe(4);
    await decide(uuid, 'reject', { reason: 'No' });
    expect(await left()).toBe(10);
    await sql`UPDATE account_package SET expires_at = now() WHERE uuid = ${bought}`.execute(setup.world.db);
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
        WHERE uuid = ${uuid}`.execute(setup.world.db);
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
    expect((await setup.world.call('support', 'POST', `${STAFF}${uuid}/approve/`, {})).status).toBe(403);
    expect((await setup.world.call('other', 'POST', `${STAFF}${uuid}/approve/`, {})).status).toBe(403);
    await sql`
      UPDATE users SET ui_permissions = '[["campaign-oversight","get"],["campaign-oversight","post"]]'
      WHERE email = 'other@demo.test'`.execute(setup.world.db);
    expect((await setup.world.call('other', 'POST', `${STAFF}${uuid}/approve/`, {})).status).toBe(403);
    expect((await setup.world.call('other', 'GET', `${STAFF}${uuid}/`)).status).toBe(403);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = 'other@demo.test'`.execute(setup.world.db);
    expect((await now(uuid)).status).toBe('draft');
  });

  test('of two concurrent decisions one is taken, and the other gets a conflict', async () => {
    const { uuid } = await send(request(6));
    const answers = await Promise.all([decide(uuid, 'approve'), decide(uuid, 'reject', { reason: 'No' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('conflict');
    expect(answers.find(({ status }) => status === 200)?.body.data.status).toBe((await now(uuid)).status);
  });

  test('is taken once for a key, however often it is asked for', async () => {
    const { uuid } = await send(request(6));
    const ask = () =>
      setup.world.app.inject({
        method: 'POST',
        url: `${STAFF}${uuid}/approve/`,
        headers: { authorization: `Token ${setup.world.tokens.admin}`, 'idempotency-key': `approve ${uuid}` },
        payload: {},
      });
    expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(200);
    expect((await decide(uuid, 'approve')).status).toBe(409);
  });

  test('does not send from a sender ID that has since been rejected', async () => {
    const { uuid } = await send(request(6));
    await sql`UPDATE sender_identity SET status = 'rejected' WHERE uuid = ${setup.world.sender}`.execute(
      setup.world.db,
    );
    const answer = await decide(uuid, 'approve');
    await sql`UPDATE sender_identity SET status = 'approved' WHERE uuid = ${setup.world.sender}`.execute(
      setup.world.db,
    );
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatch(/sender ID of this campaign is no longer approved/);
    expect((await now(uuid)).status).toBe('draft');
  });
});
