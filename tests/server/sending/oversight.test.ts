import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import type { Overseen, OversightSummary } from '#schema/oversight.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

let world: TestApp;
/** A server whose campaigns are those of one describe, since staff list them all. */
function onItsOwn(): void {
  beforeAll(async () => {
    world = await createTestApp();
    await sql`
      INSERT INTO sender_identity (account, name, purpose, status)
      VALUES (${world.accounts.other}, 'MILLS', 'News of the mills', 'approved')`.execute(world.db);
  });
  afterAll(() => world.close());
}

const PATH = '/v1/admin/campaigns/';
type One = { data: Overseen } & Failure;
type Page = { count: number; results: Overseen[] };
const list = async (query = '', as: User = 'support') =>
  (await world.call<Page>(as, 'GET', `${PATH}?page_size=100&${query}`)).body.results;
const act = (uuid: string, action: string, body: object = {}, as: User = 'admin') =>
  world.call<One>(as, 'POST', `${PATH}${uuid}/${action}/`, body);
const settings = (approval_above: number | null, consecutive_numbers: number | null) =>
  world.call('admin', 'PUT', '/v1/admin/settings/', {
    approval_above,
    consecutive_numbers,
    staff_two_factor: false,
  });

async function send(name: string, numbers: readonly string[], as: 'customer' | 'other' = 'customer') {
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM sender_identity WHERE account = ${world.accounts[as]} AND status = 'approved'`.execute(
    world.db,
  );
  const body = { name, sender: rows[0]?.uuid, body: 'Hello', recipients: { numbers } };
  const path = '/v1/sms/compose/';
  const { data: plan } = (await world.call<{ data: Plan }>(as, 'POST', `${path}plan/`, body)).body;
  const sent = await world.call<{ data: Campaign }>(as, 'POST', path, {
    ...body,
    plan: plan.uuid,
    cost: plan.cost,
  });
  expect(sent.status, sent.text).toBe(201);
  return sent.body.data.uuid;
}
async function sending(name: string, as: 'customer' | 'other' = 'customer') {
  const uuid = await send(name, ['9841234501', '9841234503'], as);
  while (await expandNext(world.db)) {}
  return uuid;
}
const log = async (uuid: string) => {
  const { rows } = await sql`
    SELECT actor_email AS by, account, action, before, after FROM audit_entry
    WHERE record = ${uuid} AND actor_email = 'admin@demo.test' ORDER BY uuid`.execute(world.db);
  return rows;
};
const inARow = (count: number) => Array.from({ length: count }, (_, i) => `98410001${10 + i}`);

describe('the list', () => {
  onItsOwn();
  let quiet: string;
  let flagged: string;
  let waiting: string;
  let both: string;
  beforeAll(async () => {
    await settings(3, 3);
    quiet = await send('Quiet', ['9841000001', '9841000009']);
    flagged = await send('Flagged', inARow(3), 'other');
    waiting = await send('Waiting', ['9841000001', '9841000003', '9841000005', '9841000007']);
    both = await send('Both', inARow(5), 'other');
  });

  test('has every account’s campaigns with what wants a look first', async () => {
    const rows = await list();
    expect(rows.map(({ uuid, attention }) => [uuid, attention])).toEqual([
      [both, 3],
      [waiting, 2],
      [flagged, 1],
      [quiet, 0],
    ]);
    expect(rows[0]).toMatchObject({
      account: world.accounts.other,
      account_name: 'Terai Mills',
      maker: 'Ram Yadav',
      sender: 'MILLS',
      status: 'draft',
      recipients: 5,
      cost: 678,
      decided_by: null,
    });
    const { data } = (await world.call<{ data: OversightSummary }>('support', 'GET', `${PATH}summary/`)).body;
    expect(data).toEqual({ waiting: 2, flagged: 2 });
  });

  test('is filtered by status, account and flag, and searched by name', async () => {
    const names = async (query: string) => (await list(query)).map(({ name }) => name).sort();
    expect(await names('status=draft')).toEqual(['Both', 'Waiting']);
    const file = await world.call('support', 'GET', `${PATH}export/?status=draft`);
    expect(file.text.match(/,Waiting for approval,/g)).toHaveLength(2);
    expect(file.text).not.toContain('draft');
    expect(await names(`account=${world.accounts.other}`)).toEqual(['Both', 'Flagged']);
    expect(await names('flagged=true')).toEqual(['Both', 'Flagged']);
    expect(await names('search=aitin')).toEqual(['Waiting']);
    expect(await names(`created_at__gte=${encodeURIComponent('2100-01-01T00:00:00Z')}`)).toEqual([]);
  });

  test('goes on from page to page in its order', async () => {
    const seen: string[] = [];
    let next: string | null = `${PATH}?page_size=1`;
    while (next) {
      const { body }: { body: { next: string | null; results: Overseen[] } } = await world.call(
        'admin',
        'GET',
        next.replace(/^https?:\/\/[^/]+/, ''),
      );
      seen.push(...body.results.map(({ name }) => name));
      next = body.next;
    }
    expect(seen).toEqual(['Both', 'Waiting', 'Flagged', 'Quiet']);
  });

  test('is for staff: a customer is refused', async () => {
    expect((await world.call('customer', 'GET', PATH)).status).toBe(403);
    expect((await world.call('customer', 'GET', `${PATH}summary/`)).status).toBe(403);
  });
});

describe('steering', () => {
  onItsOwn();
  beforeAll(() => settings(null, null));

  test('a pause holds until staff resume: the customer cannot, and reads why', async () => {
    const uuid = await sending('Held', 'other');
    expect((await act(uuid, 'pause', { reason: 'Complaints came in.' })).body.data).toMatchObject({
      status: 'paused',
      held: true,
    });
    const refused = await world.call<Failure>('other', 'POST', `/v1/sms/compose/${uuid}/resume/`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(/^Your provider has paused this campaign/);
    const own = await world.call<{ data: Campaign }>('other', 'GET', `/v1/sms/compose/${uuid}/`);
    expect(own.body.data).toMatchObject({ status: 'paused', held: true, error: 'Complaints came in.' });
    expect((await act(uuid, 'resume')).body.data).toMatchObject({
      status: 'sending',
      held: false,
      error: null,
    });
    expect(await log(uuid)).toEqual([
      expect.objectContaining({
        account: world.accounts.other,
        action: 'pause',
        after: { status: 'paused', reason: 'Complaints came in.' },
      }),
      expect.objectContaining({
        account: world.accounts.other,
        action: 'resume',
        after: { status: 'sending' },
      }),
    ]);
  });

  test('a pause needs no reason, and its customer may still cancel', async () => {
    const uuid = await sending('Held without words');
    expect((await act(uuid, 'pause')).status).toBe(200);
    const answer = await world.call<{ data: Campaign }>(
      'customer',
      'POST',
      `/v1/sms/compose/${uuid}/cancel/`,
    );
    expect(answer.body.data).toMatchObject({ status: 'cancelled', held: false, error: null });
    await audit(world.db);
  });

  test('what the customer has paused stays theirs to resume', async () => {
    const uuid = await sending('Theirs');
    await world.call('customer', 'POST', `/v1/sms/compose/${uuid}/pause/`);
    const answer = await act(uuid, 'resume');
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatch(/Only the customer can resume it/);
    expect((await act(uuid, 'pause')).status).toBe(409);
    expect((await world.call('customer', 'POST', `/v1/sms/compose/${uuid}/resume/`)).status).toBe(200);
  });

  test('a stop ends it for good, gives the rest back and tells why', async () => {
    const uuid = await sending('Stopped', 'other');
    expect((await act(uuid, 'stop')).status).toBe(400);
    const { data } = (await act(uuid, 'stop', { reason: 'Not your customers.' })).body;
    expect(data).toMatchObject({ status: 'cancelled', error: 'Not your customers.', released: data.cost });
    const again = await act(uuid, 'stop', { reason: 'Again' });
    expect(again.status).toBe(409);
    expect(again.body.detail).toMatch(/has ended/);
    const own = await world.call<{ data: Campaign }>('other', 'GET', `/v1/sms/compose/${uuid}/`);
    expect(own.body.data.error).toBe('Not your customers.');
    expect(await log(uuid)).toEqual([
      expect.objectContaining({
        account: world.accounts.other,
        action: 'stop',
        before: { status: 'sending' },
        after: { status: 'cancelled', reason: 'Not your customers.' },
      }),
    ]);
    await audit(world.db);
  });

  test.each(['approve', 'reject', 'pause', 'resume', 'stop'])('support may not %s', async (action) => {
    const uuid = await sending('Anybody’s');
    const answer = await act(uuid, action, action === 'resume' ? {} : { reason: 'x' }, 'support');
    expect(answer.status).toBe(403);
  });

  test('a campaign that is not there is not found', async () => {
    const nobody = '01a1fd12-ad45-76ae-9747-bf02d132d258';
    expect((await act(nobody, 'approve')).status).toBe(404);
    expect((await act(nobody, 'stop', { reason: 'x' })).status).toBe(404);
  });
});
