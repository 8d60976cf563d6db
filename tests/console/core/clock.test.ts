import { afterEach, describe, expect, it, test } from 'vitest';
import { now, setClock } from '../../../src/core/clock.ts';
import { createHttp } from '../../../src/core/http.ts';
import { setUpHttp } from './httpSetup.ts';

const setup = setUpHttp();
const DAY = 86_400_000;
const off = (): number => now() - Date.now();
/** An HTTP date so far from this machine's time. */
const dateIn = (milliseconds: number): string => new Date(Date.now() + milliseconds).toUTCString();

afterEach(() => setClock(dateIn(0), Date.now()));

describe('the time', () => {
  it.each([DAY, -DAY, 3 * 60_000, -3 * 60_000])('follows a server whose clock differs by %d ms', (ahead) => {
    setClock(dateIn(ahead), Date.now());
    // HTTP dates have whole seconds.
    expect(Math.abs(off() - ahead)).toBeLessThan(1500);
    expect(Number(localStorage.getItem('clock'))).toBeCloseTo(ahead, -4);
    setClock(dateIn(0), Date.now());
    expect(off()).toBe(0);
    expect(localStorage.getItem('clock')).toBeNull();
  });

  it.each([0, 100_000, -100_000])('is the browser’s if the server’s differs by %d ms', (ahead) => {
    setClock(dateIn(ahead), Date.now());
    expect(off()).toBe(0);
  });

  it.each([null, '', 'yesterday'])('is the browser’s if the server says %j', (date) => {
    setClock(date, Date.now());
    expect(off()).toBe(0);
  });

  it('does not follow an answer that was read long after it was sent', () => {
    setClock(dateIn(-DAY / 2), Date.now() - DAY);
    expect(off()).toBe(0);
  });

  it('does not change with the seconds between answers', () => {
    setClock(dateIn(DAY), Date.now());
    const before = off();
    setClock(dateIn(DAY + 50_000), Date.now());
    expect(off()).toBe(before);
  });
});

test.each([200, 404])('answers set the clock: %d', async (status) => {
  const headers = { Date: dateIn(DAY), 'Access-Control-Expose-Headers': 'Date' };
  setup.server.reply(status, {}, headers);
  await createHttp({ base: setup.base })
    .json('/v1/core/contacts/')
    .catch(() => undefined);
  expect(Math.abs(off() - DAY)).toBeLessThan(5000);
});

test('an answer that a cache may have kept does not', async () => {
  const headers = {
    ...{ Date: dateIn(-DAY), 'Cache-Control': 'private, max-age=86400' },
    'Access-Control-Expose-Headers': 'Date, Cache-Control',
  };
  setup.server.reply(200, {}, headers);
  await createHttp({ base: setup.base }).json('/v1/core/contacts/');
  expect(Math.abs(off())).toBeLessThan(5000);
});
