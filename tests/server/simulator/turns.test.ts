import { afterEach, expect, test } from 'vitest';
import { defaults, deliveryResultOf } from '../../../server/simulator/deliveryResult.ts';
import { createTurns } from '../../../server/simulator/turns.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

/** None of the numbers whose last digits decide. Its first message is not delivered where the shares are the simulator's own. */
const UNLUCKY = Array.from({ length: 200 }, (_, index) => `97798412${String(10_010 + index)}`).find(
  (to) => deliveryResultOf(to, defaults).state === 'UNDELIV',
) as string;

let operator: RunningSimulator | undefined;
afterEach(() => operator?.kill());

async function states(flags: Record<string, string | number>, count: number): Promise<string[]> {
  const running = await startSimulator({ protocol: 'http', ...flags });
  operator = running;
  for (let sent = 0; sent < count; sent++)
    await fetch(`${running.url}/sms/`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ token: 'demo', from: 'DEMO', to: UNLUCKY, text: `Hello ${sent}` }),
    });
  return (await running.accepted()).map(({ state }) => state);
}

test('a number that fails gets its next message where results are per message', async () => {
  const [first, ...next] = await states({ 'per-message': 'true' }, 4);
  expect([first, ...next]).toEqual(['UNDELIV', 'DELIVRD', 'DELIVRD', 'DELIVRD']);
});

test('otherwise a number always has the same result', async () => {
  expect(new Set(await states({}, 4))).toEqual(new Set(['UNDELIV']));
});

test('the parts of a long message end alike, and the next one has its own turn', () => {
  const turns = createTurns();
  const parts = [1, 2, 3].map(() => turns.of(UNLUCKY, { reference: 7 }));
  expect([...parts, turns.of(UNLUCKY, { reference: 8 }), turns.of(UNLUCKY)]).toEqual([0, 0, 0, 1, 2]);
  expect(turns.of('9779841000010')).toBe(0);
});
