import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../../support/audit.ts';
import { httpInput } from '../../../support/httpOperator.ts';
import { LINKS, type LinkWorld, ncell, ntc, patience, startLinkWorld } from '../../../support/linkWorld.ts';
import { answerOf, startScriptedHttp } from '../../../support/scriptedHttp.ts';

let operator: Awaited<ReturnType<typeof startScriptedHttp>>;
let world: LinkWorld;
/** Questions to the silent operator. */
let asked = 0;
/** Seconds: longer than the test waits for anything. */
const TIMEOUT = 90;
/** As many as are asked of a link at a time. */
const AT_ONCE = 20;

beforeAll(async () => {
  operator = await startScriptedHttp();
  operator.answerWith((socket, head) => {
    if (head.startsWith('GET /silent/')) asked++;
    else if (head.startsWith('GET')) socket.write(answerOf('{"state":"DELIVRD"}'));
    else socket.write(answerOf(JSON.stringify({ status: 'ok', id: `id-${operator.requests()}` })));
  });
  world = await startLinkWorld([], { isHttp: true });
  for (const [name, operators] of [
    ['silent', ['ntc']],
    ['other', ['ncell']],
  ] as const) {
    const input = httpInput(name, operator.url, {
      ...{ http_url: `${operator.url}${name}/`, http_receipts: 'poll', http_timeout: TIMEOUT },
      http_poll_url: `${operator.url}${name}/{{message_id}}/`,
    });
    const added = await world.call('admin', 'POST', LINKS, { ...input, operators });
    expect(added.status, added.text).toBe(201);
    await world.becomes(name, 'bound');
  }
});
afterAll(async () => {
  // Also when the worker waits for it.
  operator.close();
  await world?.close();
});

test('one operator that answers no questions about results keeps those of no other, nor the worker', async () => {
  const silent = await world.send(ntc(AT_ONCE + 5));
  await world.until(silent, ({ submitted }) => submitted === AT_ONCE + 5);
  await expect.poll(() => asked, patience).toBeGreaterThan(0);

  const other = await world.send(ncell(AT_ONCE + 5));
  await world.until(other, ({ delivered }) => delivered === AT_ONCE + 5);
  // It has enough to answer.
  expect(asked).toBeLessThanOrEqual(AT_ONCE);
  await audit(world.db);

  const began = performance.now();
  await world.restart([]);
  expect(performance.now() - began).toBeLessThan(30_000);
}, 90_000);
