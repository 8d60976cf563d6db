import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { audit } from '../../support/audit.ts';
import { KILLS, MESSAGES, PATIENCE, setUpViberKill } from './killViberSetup.ts';

const setup = setUpViberKill();
const { send, killAt, show, sentBy, states } = setup;

describe('a worker that is killed with SIGKILL', () => {
  test('while they wait for their fallback, and while that is sent: each gets one Viber message and one SMS', async () => {
    const uuid = await send();
    await vi.waitFor(async () => expect(await states(uuid)).toEqual({ waiting: MESSAGES }), PATIENCE);
    await setup.worker.kill('SIGKILL');
    await setup.worker.restart();
    expect(await states(uuid)).toEqual({ waiting: MESSAGES });
    // Viber's time is over for all of them.
    await sql`UPDATE message_retry SET not_before = now()`.execute(setup.world.db);
    await sql`SELECT pg_notify('dispatch', '')`.execute(setup.world.db);
    await killAt(MESSAGES);
    await vi.waitFor(async () => {
      const { submitted = 0, unknown = 0 } = await states(uuid);
      expect(submitted + unknown).toBe(MESSAGES);
    }, PATIENCE);
    await setup.operator.settings({ receipts: true });
    await vi.waitFor(async () => {
      const { delivered = 0 } = await states(uuid);
      expect(delivered).toBe((await sentBy('sms')).size);
    }, PATIENCE);
    const { delivered = 0, unknown = 0 } = await states(uuid);
    expect(delivered + unknown).toBe(MESSAGES);
    expect(unknown).toBeLessThanOrEqual(KILLS);
    const [viber, sms] = [await sentBy('viber'), await sentBy('sms')];
    expect([viber.size, Math.max(...viber.values())]).toEqual([MESSAGES, 1]);
    expect([sms.size, Math.max(...sms.values())]).toEqual([delivered, 1]);
    // Charged once, as SMS.
    const { captured } = await show(uuid);
    expect(captured).toBe(delivered * 120);
    await audit(setup.world.db);
  }, 180_000);
});
