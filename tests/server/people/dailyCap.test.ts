import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import { nepalDay } from '../../../server/services/platform/nepalTime.ts';
import { clearDays } from '../../../server/services/sending/campaignDays.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { type Failed, SEND, setUpTerms } from './accountTermsSetup.ts';

const setup = setUpTerms();
const { set, request, send, sent } = setup;

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const act = (uuid: string, action: string, body?: object) =>
  setup.world.call<Failed>('customer', 'POST', `${SEND}${uuid}/${action}/`, body);

describe('a daily cap', () => {
  const check = async (count: number, change: object = {}) => {
    const answer = await setup.world.call<{ data: Plan }>(
      'customer',
      'POST',
      `${SEND}plan/`,
      request(count, change),
    );
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.daily_cap;
  };

  test('is shown in the check, and campaigns above it are refused', async () => {
    expect(await check(6)).toBeNull();
    await sent(1);
    await set({ daily_cap: 5 });
    const day = nepalDay(new Date());
    expect(await check(4)).toEqual({ cap: 5, day, total: 5, own: false });
    await sent(3);
    expect(await check(2)).toEqual({ cap: 5, day, total: 6, own: false });
    const refused = await send(2);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toHaveProperty('recipients');
    await sent(1);
    expect((await send(1)).status).toBe(400);
    // Another day has its own room.
    await sent(5, { scheduled_at: inDays(2) });
    expect((await send(1, { scheduled_at: inDays(2) })).status).toBe(400);
  });

  test('accepts one of two concurrent campaigns that exceed it together', async () => {
    await set({ daily_cap: 5 });
    const answers = await Promise.all([send(3), send(3), send(3)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  test('counts what waits for approval, and not what was cancelled', async () => {
    await sql`UPDATE provider_setting SET approval_above = 2`.execute(setup.world.db);
    try {
      await set({ daily_cap: 5 });
      const waits = await sent(3);
      expect((await send(3)).status).toBe(400);
      expect((await act(waits, 'cancel')).status).toBe(200);
      await sent(5);
    } finally {
      await sql`UPDATE provider_setting SET approval_above = NULL`.execute(setup.world.db);
    }
  });

  test('counts a campaign on its new day when it is rescheduled, and keeps it where it is if that is full', async () => {
    await set({ daily_cap: 5 });
    await sent(3, { scheduled_at: inDays(2) });
    const moved = await sent(3, { scheduled_at: inDays(3) });
    while (await expandNext(setup.world.db)) {}
    expect((await act(moved, 'schedule', { scheduled_at: inDays(2) })).status).toBe(409);
    expect((await act(moved, 'schedule', { scheduled_at: inDays(4) })).status).toBe(200);
    await sent(5, { scheduled_at: inDays(3) });
    expect((await send(3, { scheduled_at: inDays(4) })).status).toBe(400);
  });

  test('counts what waits on the day of its acceptance, however often it is told to have no time', async () => {
    await sql`UPDATE provider_setting SET approval_above = 2`.execute(setup.world.db);
    try {
      const waits = await sent(3);
      await sql`UPDATE campaign SET created_at = created_at - interval '1 day' WHERE uuid = ${waits}`.execute(
        setup.world.db,
      );
      await sql`UPDATE accepted_day SET day = day - 1 WHERE account = ${setup.world.accounts.customer}`.execute(
        setup.world.db,
      );
      await set({ daily_cap: 5 });
      for (const scheduled_at of [null, inDays(2), null])
        expect((await act(waits, 'schedule', { scheduled_at })).status).toBe(200);
      await sent(5);
      await sent(5, { scheduled_at: inDays(2) });
    } finally {
      await sql`UPDATE provider_setting SET approval_above = NULL`.execute(setup.world.db);
    }
  });

  test('counts what is resumed on a later day', async () => {
    const paused = await sent(3);
    while (await expandNext(setup.world.db)) {}
    expect((await act(paused, 'pause')).status).toBe(200);
    await sql`UPDATE campaign SET created_at = created_at - interval '2 days' WHERE uuid = ${paused}`.execute(
      setup.world.db,
    );
    await sql`DELETE FROM accepted_day WHERE account = ${setup.world.accounts.customer}`.execute(
      setup.world.db,
    );
    await set({ daily_cap: 5 });
    const other = await sent(3);
    expect((await act(paused, 'resume')).status).toBe(409);
    expect((await act(other, 'cancel')).status).toBe(200);
    for (const action of ['resume', 'pause', 'resume']) expect((await act(paused, action)).status).toBe(200);
    expect((await send(3)).status).toBe(400);
    expect((await act(paused, 'cancel')).status).toBe(200);
    await sent(5);
  });

  test('past days are removed', async () => {
    await sent(1);
    await sql`UPDATE accepted_day SET day = day - 1 WHERE account = ${setup.world.accounts.customer}`.execute(
      setup.world.db,
    );
    await sent(2, { name: 'Today' });
    await clearDays(setup.world.db);
    const { rows } = await sql`
      SELECT recipients::int AS recipients FROM accepted_day WHERE account = ${setup.world.accounts.customer}`.execute(
      setup.world.db,
    );
    expect(rows).toEqual([{ recipients: 2 }]);
  });
});
