import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keySamples } from '../../../src/resources/developers/apiKeys/samples.ts';
import { verifySamples } from '../../../src/resources/developers/webhooks/verifySamples.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';

const run = promisify(execFile);
const folder = temporaryFolder('samples-');
const has = (command: string) => spawnSync(command, ['--version']).status === 0;
const SENDER = '01890000-0000-7000-8000-000000000007';
const sends = [['bulk-sms', 'post']] as const;
const reads = [['contact-list', 'get']] as const;

/** How each language runs a file; undefined where it is not installed. */
const commands: Record<string, string | undefined> = {
  curl: has('curl') ? 'sh' : undefined,
  Node: process.execPath,
  PHP: has('php') ? 'php' : undefined,
  Python: has('python3') ? 'python3' : undefined,
};

let server: JsonServer;
beforeEach(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.reply(200, { data: { cost: 136 } }, { 'Content-Type': 'application/json' });
});
afterEach(() => server.stop());

const names = keySamples('bsk_x', [], undefined).map(({ name }) => name);
const runnable = names.filter((name) => commands[name]);

test('the samples are in four languages', () => expect(names).toEqual(['curl', 'Node', 'PHP', 'Python']));

/** Runs the sample of a key with these pairs, and answers what it prints. */
async function printed(name: string, pairs: typeof sends | typeof reads): Promise<string> {
  const text = keySamples('bsk_secret', pairs, SENDER).find((sample) => sample.name === name)?.text ?? '';
  const file = join(folder, name === 'Node' ? 'sample.mjs' : `sample-${name}`);
  await writeFile(file, text);
  return (await run(commands[name] as string, [file])).stdout;
}

test.each(runnable)('the sample in %s asks what a message costs, or reads', async (name) => {
  for (const pairs of [sends, reads]) expect(await printed(name, pairs)).toMatch(/cost.*136/s);
  const [plan, list] = server.seen;
  expect(plan).toMatchObject({ method: 'POST', url: '/v1/sms/compose/plan/' });
  expect(plan?.headers).toMatchObject({
    authorization: 'Token bsk_secret',
    'content-type': 'application/json',
  });
  expect(JSON.parse(plan?.body ?? '')).toEqual({
    sender: SENDER,
    body: 'Namaste!',
    recipients: { numbers: ['9841234567'] },
  });
  expect(list).toMatchObject({ method: 'GET', url: '/v1/core/contacts/' });
});

test.each(runnable)('the sample in %s shows why it is refused', async (name) => {
  server.reply(403, { detail: 'Not from this address.' });
  expect(await printed(name, sends)).toContain('Not from this address.');
});

test('the samples that check signatures are those of the documentation, which are run', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  for (const { text } of verifySamples) expect(page).toContain(`\n${text}\n\`\`\`\n`);
});
