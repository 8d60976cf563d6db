import { describe, expect, test, vi } from 'vitest';
import { audit } from '../../support/audit.ts';
import { KILLS, MESSAGES, PATIENCE, setUpViberKill } from './killViberSetup.ts';

const setup = setUpViberKill();
const { send, killAt, show, sentBy, states } = setup;

describe('a worker that is killed with SIGKILL', () => {
  test('while Viber messages wait for the operator’s answer: none twice, none lost, at most one unknown for each kill', async () => {
    const uuid = await send();
    await killAt(0);
    await vi.waitFor(async () => {
      const { waiting = 0, unknown = 0 } = await states(uuid);
      expect(waiting + unknown).toBe(MESSAGES);
    }, PATIENCE);
    await audit(setup.world.db);
    await setup.operator.settings({ receipts: true });
    await vi.waitFor(async () => {
      const { delivered = 0 } = await states(uuid);
      expect(delivered).toBe((await setup.operator.stats()).messages);
    }, PATIENCE);
    const { delivered = 0, unknown = 0 } = await states(uuid);
    expect(delivered + unknown).toBe(MESSAGES);
    expect(unknown).toBeLessThanOrEqual(KILLS);
    const sent = await sentBy('viber');
    expect([sent.size, Math.max(...sent.values())]).toEqual([delivered, 1]);
    expect((await sentBy('sms')).size).toBe(0);
    const { captured } = await show(uuid);
    expect(captured).toBe(delivered * 150);
    await audit(setup.world.db);
  }, 180_000);
});
