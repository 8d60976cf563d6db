import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { localFiles } from '../../../server/services/files/files.ts';
import { startDue } from '../../../server/services/sending/dueWork.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { take } from '../../support/claims.ts';
import { type Made, numbers, PATH, setUpApproval } from './approvalSetup.ts';

const setup = setUpApproval();
const { limit, request, check, send, now, decide, balance, expand, messages } = setup;

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
    const sent = await setup.world.call<Made>('customer', 'POST', `${PATH}test/`, {
      sender: setup.world.sender,
      body: 'Hello',
      phone: '9841000001',
    });
    expect(sent.body.data.status).toBe('draft');
  });

  test('a retry of more than the size waits too', async () => {
    await limit(null);
    const first = await send(request(6));
    await expand();
    const inHand = await take(setup.world.db, 1, first.uuid, 6);
    const refused = inHand.map(({ uuid, hand }) => ({
      ...{ uuid, hand },
      status: 'rejected' as const,
      error: 'ESME_RINVDSTADR',
    }));
    await recordOutcomes(setup.world.db, 1, refused);
    expect(await now(first.uuid)).toMatchObject({ status: 'completed', rejected: 6, released: first.cost });
    await limit(5);
    const path = `${PATH}${first.uuid}/retry/`;
    const { data: plan } = (await setup.world.call<{ data: Plan }>('customer', 'POST', `${path}plan/`)).body;
    expect(plan).toMatchObject({ recipients: 6, needs_approval: true });
    const again = await setup.world.call<Made>('customer', 'POST', path, {
      plan: plan.uuid,
      cost: plan.cost,
    });
    expect(again.body.data.status).toBe('draft');
  });
});

describe('while it waits', () => {
  test('its customer may cancel it and has everything back; nobody may pause or stop it', async () => {
    const before = await balance();
    const { uuid } = await send(request(6));
    expect((await setup.world.call('customer', 'POST', `${PATH}${uuid}/pause/`)).status).toBe(409);
    expect((await decide(uuid, 'pause')).status).toBe(409);
    expect((await decide(uuid, 'stop', { reason: 'x' })).body.detail).toMatch(/Approve or reject it/);
    expect((await setup.world.call('other', 'POST', `${PATH}${uuid}/cancel/`)).status).toBe(404);
    const answer = await setup.world.call<Made>('customer', 'POST', `${PATH}${uuid}/cancel/`);
    expect(answer.body.data).toMatchObject({ status: 'cancelled', cancelled: 6, queued: 0 });
    expect(await balance()).toBe(before);
    expect((await decide(uuid, 'approve')).status).toBe(409);
  });

  test('housekeeping leaves its recipients alone, however long it takes', async () => {
    const { uuid } = await send(request(6));
    await sql`UPDATE plan SET expires_at = now() - interval '30 days'`.execute(setup.world.db);
    await sql`UPDATE campaign SET created_at = now() - interval '30 days' WHERE uuid = ${uuid}`.execute(
      setup.world.db,
    );
    await runHousekeeping(setup.world.db, localFiles(setup.world.folder));
    expect((await now(uuid)).status).toBe('draft');
    await decide(uuid, 'approve');
    await expand();
    expect(await messages(uuid)).toEqual([{ status: 'queued', error: null, n: 6 }]);
  });

  test('who asks for no more messages gets none of it, and their part is given back', async () => {
    const { uuid } = await send(request(6));
    await setup.world.call('customer', 'POST', '/v1/core/sms/blacklist-numbers/', { phone: numbers(6)[2] });
    await decide(uuid, 'approve');
    await expand();
    expect(await messages(uuid)).toEqual([
      { status: 'cancelled', error: 'BLACKLISTED', n: 1 },
      { status: 'queued', error: null, n: 5 },
    ]);
    expect(await now(uuid)).toMatchObject({ status: 'sending', queued: 5, cancelled: 1 });
    const { data } = (await setup.world.call<Made>('customer', 'POST', `${PATH}${uuid}/cancel/`)).body;
    expect(data).toMatchObject({ cancelled: 6, released: data.cost });
    await sql`DELETE FROM blacklist_number`.execute(setup.world.db);
  });

  test('one whose recipients all ask for no more ends at its time, and everything is given back', async () => {
    await limit(0);
    const { uuid, cost } = await send(
      request(1, { scheduled_at: new Date(Date.now() + 86_400_000).toISOString() }),
    );
    await setup.world.call('customer', 'POST', '/v1/core/sms/blacklist-numbers/', { phone: numbers(1)[0] });
    await decide(uuid, 'approve');
    await expand();
    expect(await now(uuid)).toMatchObject({ status: 'scheduled', queued: 0, cancelled: 1 });
    await sql`UPDATE campaign SET scheduled_at = now() WHERE uuid = ${uuid}`.execute(setup.world.db);
    await startDue(setup.world.db);
    expect(await now(uuid)).toMatchObject({ status: 'completed', captured: 0, released: cost });
    await sql`DELETE FROM blacklist_number`.execute(setup.world.db);
  });
});
