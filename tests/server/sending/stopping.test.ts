import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type HeldOperator, startHeldOperator } from '../../support/heldOperator.ts';
import { type RunningServer, startServer } from '../../support/server.ts';

const RECIPIENTS = 120;
const WINDOW = 20;
/** Milliseconds: a third of what an answer is waited for, and twice what a machine with nothing else to do needs. */
const SOON = 20_000;
const patience = { timeout: 60_000, interval: 10 };

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

/** A server whose only operator is this one. */
async function serve(operator: HeldOperator): Promise<RunningServer> {
  const SMPP_URL = `${operator.url}?window=${WINDOW}`;
  const server = await startServer({ DATABASE_URL: world.url, SMPP_URL });
  onTestFinished(async () => {
    await server.kill('SIGKILL');
    await operator.close();
  });
  return server;
}

const call = <T>(method: string, path: string, body?: object) =>
  world.call<{ data: T }>('customer', method, path, body);

async function sendCampaign(first: number): Promise<() => Promise<Campaign>> {
  const numbers = Array.from({ length: RECIPIENTS }, (_, i) => `98${first + i}`);
  const body = { name: 'Stop', sender: world.sender, body: 'Hello', recipients: { numbers } };
  const { data: plan } = (await call<Plan>('POST', '/v1/sms/compose/plan/', body)).body;
  const sent = await call<Campaign>('POST', '/v1/sms/compose/', {
    ...body,
    plan: plan.uuid,
    cost: plan.cost,
  });
  return async () => (await call<Campaign>('GET', `/v1/sms/compose/${sent.body.data.uuid}/`)).body.data;
}

/** Milliseconds from SIGTERM to the end of the process. */
async function stopped(server: RunningServer): Promise<number> {
  const from = performance.now();
  await server.kill('SIGTERM');
  return performance.now() - from;
}

test('an operator that answers nothing: what it has is unknown, the rest is sent by the next process', async () => {
  const operator = await startHeldOperator();
  const server = await serve(operator);
  const show = await sendCampaign(42_100_000);
  await vi.waitFor(() => expect(operator.unanswered).toBe(WINDOW), patience);

  expect(await stopped(server)).toBeLessThan(SOON);
  expect(await show()).toMatchObject({ status: 'sending', unknown: WINDOW, queued: RECIPIENTS - WINDOW });

  operator.open();
  await server.restart();
  await vi.waitFor(async () => expect(operator.submits).toHaveLength(RECIPIENTS), patience);
  const reached = new Set(operator.submits.map(({ destination_addr }) => destination_addr));
  expect(reached.size).toBe(RECIPIENTS);
  await vi.waitFor(
    async () =>
      expect(await show()).toMatchObject({ unknown: WINDOW, queued: 0, submitted: RECIPIENTS - WINDOW }),
    patience,
  );
  await audit(world.db);
}, 180_000);

test('an operator that lets nobody go, and sends without a pause', async () => {
  const operator = await startHeldOperator(['unbind']);
  operator.open();
  const server = await serve(operator);
  const show = await sendCampaign(42_200_000);
  await vi.waitFor(async () => expect(await show()).toMatchObject({ submitted: RECIPIENTS }), patience);
  const flood = setInterval(() => operator.flood(50), 5);
  onTestFinished(() => clearInterval(flood));

  expect(await stopped(server)).toBeLessThan(SOON);
  await audit(world.db);
}, 180_000);

test('a client that never ends its request', async () => {
  const server = await serve(await startHeldOperator());
  const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    'POST /v1/login/ HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 1000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  // The answer to another request, which came later, shows that the first has arrived.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const closed = once(socket, 'close');

  expect(await stopped(server)).toBeLessThan(SOON);
  await closed;
}, 180_000);
