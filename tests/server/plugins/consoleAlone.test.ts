import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { makeDist } from '../../support/pages.ts';

const API = 'https://api.example.com';

let world: TestApp;
let dist: string;
let guide: string;
beforeAll(async () => {
  dist = await makeDist({ 'index.html': '<script type="application/json" id="config"></script>' });
  world = await createTestApp({ environment: { TRUST_PROXY: 'true' } });
  guide = await readFile('docs/console-alone.md', 'utf8');
});
afterAll(async () => {
  await world.close();
  await rm(dist, { recursive: true });
});

/** What says something of this one answer, not of the page. */
const OWN = [
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'vary',
];

/** The headers of the server's page that say how it may be used, with the policy's directives apart. */
async function serversHeaders(apiUrl: string): Promise<Record<string, unknown>> {
  const app = await buildApp({ ...world.deps, dist, config: { ...world.deps.config, API_URL: apiUrl } });
  const headers = { 'x-forwarded-proto': 'https' };
  const answer = await app.inject({ url: '/contact', headers });
  await app.close();
  const own = Object.entries(answer.headers).filter(([name]) => ![...OWN, 'set-cookie'].includes(name));
  return apart(Object.fromEntries(own));
}

const apart = (headers: Record<string, unknown>): Record<string, unknown> => ({
  ...headers,
  'content-security-policy': String(headers['content-security-policy'])
    .split(';')
    .map((part) => part.trim()),
});

/** The headers that a sample of the guide sets for the whole site, by their names. */
function samplesHeaders(
  language: 'nginx' | 'caddy',
  change = (text: string) => text,
): Record<string, unknown> {
  const samples = [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text]) => text,
  );
  const pattern =
    language === 'nginx' ? /^add_header (\S+) "(.*)" always;$/gm : /^\t\t([A-Z][\w-]+) "(.*)"$/gm;
  const found = [...change(samples.join('\n')).matchAll(pattern)];
  return apart(Object.fromEntries(found.map(([, name = '', value]) => [name.toLowerCase(), value])));
}

/** What the guide says that changes for two origins: step 2. */
const forTwo = (text: string): string => {
  const [, before = '', after = ''] = /`(connect-src [^`]+)` becomes `([^`]+)`/.exec(guide) ?? [];
  expect(text).toContain(before);
  return text.replaceAll(before, after);
};

describe.each(['nginx', 'caddy'] as const)('the sample for %s', (language) => {
  test('has the headers of the server’s own page', async () => {
    expect(samplesHeaders(language)).toEqual(await serversHeaders(''));
  });

  test('names the API’s origin for two origins, as the server does', async () => {
    expect(samplesHeaders(language, forTwo)).toEqual(await serversHeaders(API));
  });
});

test('the guide names every key of the configuration', async () => {
  const source = await readFile('src/core/config.ts', 'utf8');
  const keys = [...(/interface Config \{(.*?)^\}/ms.exec(source)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)];
  expect(keys.map(([, key]) => key).sort()).toEqual([
    'apiUrl',
    'brand',
    'branding',
    'cookies',
    'mail',
    'offers',
  ]);
  for (const [, key] of keys) expect(guide).toMatch(new RegExp(`^\\| \`${key}\` `, 'm'));
});
