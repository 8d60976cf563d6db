import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiUrl, config, loadConfig } from '../../../src/core/config.ts';
import { text } from '../../../src/public/text.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';

let server: JsonServer;
beforeEach(async () => {
  document.getElementById('config')?.remove();
  server = await startJsonServer();
  const ask = fetch;
  // The page's own server, which jsdom's page does not have.
  vi.stubGlobal('fetch', (path: string) => ask(new URL(path, server.base)));
});
afterEach(async () => {
  server.reply(200, {});
  await loadConfig();
  await server.stop();
  pointTo('');
});

test('the file beside the page says where the API is, what it offers, and what the product is called', async () => {
  const settings = {
    apiUrl: 'https://api.example.com/',
    brand: ' Himal SMS ',
    offers: ['exports'],
    cookies: true,
    mail: false,
  };
  server.reply(200, settings);
  await loadConfig();
  expect(server.last().url).toBe('/config.json');
  expect(apiUrl()).toBe('https://api.example.com');
  expect(config()).toMatchObject({ brand: 'Himal SMS', offers: ['exports'], cookies: true, mail: false });
  expect(text().product).toBe('Himal SMS');
});

test.each([
  ['missing', 404, ''],
  ['an HTML page', 200, '<!doctype html>'],
  ['no object', 200, '[]'],
  ['of wrong types', 200, { apiUrl: 1, brand: ' ', branding: 'x', offers: true, cookies: 'yes', mail: 'no' }],
])('a file that is %s says nothing', async (_, status, body) => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  server.reply(status, body);
  await loadConfig();
  expect(config()).toEqual({
    apiUrl: '',
    brand: '',
    branding: {},
    offers: undefined,
    cookies: false,
    mail: true,
  });
  expect(apiUrl()).toBe('');
  expect(complaint).toHaveBeenCalledTimes(body === '<!doctype html>' ? 1 : 0);
});

test('it is not asked for where the server wrote the configuration into the page', async () => {
  pointTo('https://api.example.com', ['exports']);
  await loadConfig();
  expect(server.seen).toEqual([]);
  expect(config()).toMatchObject({ apiUrl: 'https://api.example.com', offers: ['exports'] });
});
