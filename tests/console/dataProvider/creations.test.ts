import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttp } from '../../../src/core/http.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { startJsonServer } from '../support/jsonServer.ts';

/** A UUID of version 4. */
const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const A = '01890000-0000-7000-8000-00000000000a';

let server: Awaited<ReturnType<typeof startJsonServer>>;
let provider: ReturnType<typeof createDataProvider>;

beforeEach(async () => {
  server = await startJsonServer();
  provider = createDataProvider(createHttp({ base: server.base, onUnauthorized: () => undefined }));
});
afterEach(() => server.stop());

const create = (name = 'Offer') => provider.create('sms/templates', { data: { name, body: 'Hello' } });
const keys = () => server.seen.map(({ headers }) => headers['idempotency-key']);

describe('creating a record', () => {
  it.each([
    ['no answer', 0, undefined],
    ['an error of the server', 500, { detail: 'Something went wrong', code: 'internal' }],
    ['a server at work', 409, { detail: 'Still in progress', code: 'in_flight' }],
  ])('keeps its key after %s, and then makes another record with another key', async (_, status, body) => {
    if (status === 0) server.handle((_seen, response) => response.destroy());
    else server.reply(status, body);
    await expect(create()).rejects.toThrow();
    await expect(create()).rejects.toThrow();
    server.reply(201, { data: { uuid: A } });
    await create();
    await create();
    const [first, second, third, fourth] = keys();
    expect(first).toMatch(KEY);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).toMatch(KEY);
    expect(fourth).not.toBe(first);
  });

  it.each([401, 403, 408, 429])(
    'keeps its key after a refusal before it was looked at (%i)',
    async (status) => {
      server.handle((_seen, response) => response.destroy());
      await expect(create()).rejects.toThrow();
      server.reply(status, { detail: 'Not now' });
      await expect(create()).rejects.toThrow();
      await expect(create()).rejects.toThrow();
      expect(new Set(keys()).size).toBe(1);
    },
  );

  it('has another key after a refusal, which created nothing', async () => {
    server.reply(400, { detail: 'No', code: 'invalid', errors: { name: ['Taken'] } });
    await expect(create()).rejects.toThrow();
    await expect(create()).rejects.toThrow();
    expect(new Set(keys()).size).toBe(2);
  });

  it('has another key after a record was changed or deleted there, or some minutes later', async () => {
    const until = async (done: () => unknown) => {
      server.handle((_seen, response) => response.destroy());
      await expect(create()).rejects.toThrow();
      server.reply(201, { data: { uuid: A } });
      await done();
      await create();
      const [first, again] = [keys()[0], keys().at(-1)];
      server.seen.length = 0;
      return first === again;
    };
    expect(await until(() => undefined)).toBe(true);
    expect(await until(() => provider.create('contact/groups', { data: { name: 'Staff' } }))).toBe(true);
    expect(await until(() => create('Other'))).toBe(true);
    // It may be the record that was made without an answer.
    expect(await until(() => provider.delete('sms/templates', { id: A }))).toBe(false);
    const change = { id: A, data: { name: 'x', body: 'y' }, previousData: { id: A } };
    expect(await until(() => provider.update('sms/templates', change))).toBe(false);
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await until(() => vi.advanceTimersByTime(4 * 60_000))).toBe(true);
    expect(await until(() => vi.advanceTimersByTime(6 * 60_000))).toBe(false);
  });

  it('has another key for other content', async () => {
    server.reply(500, { detail: 'x' });
    await expect(create('Offer')).rejects.toThrow();
    await expect(create('Other')).rejects.toThrow();
    expect(new Set(keys()).size).toBe(2);
  });

  it('sends a double click once, and gives both the answer', async () => {
    const answer = server.hold();
    server.reply(201, { data: { uuid: A } });
    const [first, second] = [create(), create()];
    answer();
    expect(await second).toEqual(await first);
    expect(server.seen).toHaveLength(1);
  });

  it('sends no key with a change', async () => {
    server.reply(200, { data: { uuid: A } });
    await provider.update('sms/templates', {
      id: A,
      data: { name: 'x', body: 'y' },
      previousData: { id: A },
    });
    expect(keys()).toEqual([undefined]);
  });
});
