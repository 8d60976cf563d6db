import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environment } from '../../server/environment.ts';
import { SECRETS } from '../../server/secretFiles.ts';

const known = [...Object.keys(environment.shape), ...SECRETS.map((name) => `${name}_FILE`)];
const compose = readFileSync('deploy/compose.yaml', 'utf8');

/** Those of Node, of the images that are not ours, and those that deploy/compose.yaml reads itself. */
const others = [
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  ...[...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name),
  'SITE',
];

test.each([
  ['deploy/env.example', /^#?([A-Z][A-Z0-9_]+)=/gm],
  ['deploy/systemd/bulk-sms-api.service', /(?<=^Environment=.*)\b([A-Z][A-Z0-9_]+)=/gm],
  ['deploy/systemd/bulk-sms-worker@.service', /(?<=^Environment=.*)\b([A-Z][A-Z0-9_]+)=/gm],
  ['deploy/Dockerfile', /(?<=^ENV .*)\b([A-Z][A-Z0-9_]+)=/gm],
])('%s sets variables that somebody reads', (path, pattern) => {
  const names = [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => ![...known, ...others].includes(name as string))).toEqual([]);
});

// A variable comes before the console's setting: an example left in it would send mail to nobody, and nobody could mend it there.
test('deploy/env.example leaves to the console what the console sets', () => {
  const text = readFileSync('deploy/env.example', 'utf8');
  const offered = [...text.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(offered).toEqual(expect.arrayContaining(['SMTP_URL', 'MAIL_FROM', 'SMPP_URL']));
});
