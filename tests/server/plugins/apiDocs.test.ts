import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { NewApiKey } from '#schema/apiKey.ts';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Message } from '#schema/message.ts';
import type { NewWebhook, WebhookAnswer } from '#schema/webhook.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../support/app.ts';
import { sendAll } from '../../support/outcomes.ts';
import { freePort } from '../../support/ports.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
/** The page's blocks of a language, their indentation taken off. */
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([^]*?)^ *\`\`\``, 'gm'))].map(
    ([, indent = '', text = '']) => text.replace(new RegExp(`^${indent}`, 'gm'), ''),
  );

let world: TestApp;
/** Where the app listens, for programs of their own. */
let listening: Promise<string> | undefined;
beforeAll(async () => {
  world = await createTestApp({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
afterAll(() => world.close());

/** A shell command as its words: quotes of both kinds, variables, and lines that go on. */
function wordsOf(command: string, variables: Record<string, string>): string[] {
  const words: string[] = [];
  const parts = /\\\n|\s+|'([^']*)'|"((?:\\.|[^"\\])*)"|[^\s'"\\]+/g;
  let isNew = true;
  for (const [part, single, double] of command.matchAll(parts)) {
    if (/^(\\\n|\s)/.test(part)) {
      isNew = true;
      continue;
    }
    const text = single ?? (double ?? part).replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? '');
    if (isNew) words.push(text);
    else words[words.length - 1] += text;
    isNew = false;
  }
  return words;
}

/** Does what curl would do with a command of the page. */
async function run<T>(
  command: string,
  variables: Record<string, string>,
): Promise<{ status: number; body: T }> {
  const [curl, url = '', ...options] = wordsOf(command, variables);
  expect(curl).toBe('curl');
  const headers: Record<string, string> = {};
  let payload: string | undefined;
  for (let n = 0; n < options.length; n += 2) {
    const [option, value = ''] = options.slice(n, n + 2);
    if (option === '-d') payload = value;
    else {
      expect(option).toBe('-H');
      const [name = '', ...rest] = value.split(': ');
      headers[name.toLowerCase()] = rest.join(': ');
    }
  }
  const method = payload === undefined ? 'GET' : 'POST';
  const answer = await world.app.inject({ method, url, headers, payload } as InjectOptions);
  return { status: answer.statusCode, body: answer.json() };
}

test('the commands of the page send once, and read the delivery result', async () => {
  const pairs = [
    ['bulk-sms', 'post'],
    ['campaign-list', 'get'],
    ['sms-dispatch', 'get'],
  ];
  const made = await world.call<{ data: NewApiKey }>('customer', 'POST', '/v1/autho/api-keys/', {
    ...{ name: 'Docs', pairs, password: PASSWORD },
  });
  const commands = blocks('sh').filter((block) => block.startsWith('curl') && !block.includes(' -F '));
  expect(commands).toHaveLength(6);
  const [names = '', dry = '', send = '', campaign = '', messages = '', code = ''] = commands;
  const variables: Record<string, string> = { BASE: '', KEY: made.body.data.secret };

  const listed = await run<{ results: { uuid: string; status: string }[] }>(names, variables);
  variables.SENDER = listed.body.results.find(({ status }) => status === 'approved')?.uuid ?? '';
  const plan = await run<{ data: Plan }>(dry, variables);
  expect(plan).toMatchObject({ status: 200, body: { data: { recipients: 2 } } });
  const sent = await run<{ data: Campaign }>(send, variables);
  expect(sent).toMatchObject({ status: 201, body: { data: { name: 'Order 17', recipients: 2 } } });
  const again = await run<{ data: Campaign }>(send, variables);
  expect(again.body.data.uuid).toBe(sent.body.data.uuid);

  while (await expandNext(world.db)) {}
  variables.CAMPAIGN = sent.body.data.uuid;
  await sendAll(world.db, variables.CAMPAIGN);
  const now = await run<{ data: Campaign }>(campaign, variables);
  expect(now.body.data).toMatchObject({ status: 'completed', delivered: 2 });
  const each = await run<{ results: Message[] }>(messages, variables);
  expect(each.body.results.map(({ phone, status }) => `${phone} ${status}`).sort()).toEqual([
    '+9779801234567 delivered',
    '+9779841234567 delivered',
  ]);
  const urgent = await run<{ data: Campaign }>(code, variables);
  expect(urgent).toMatchObject({ status: 201, body: { data: { recipients: 1, urgent: true } } });
});

const samples = [
  ['Node', process.execPath, 'js', 'send.mjs'],
  ['PHP', 'php', 'php', 'send.php'],
  ['Python', 'python3', 'python', 'send.py'],
] as const;
for (const [name, program, language, file] of samples) {
  const isThere = spawnSync(program, ['--version']).status === 0;
  test.skipIf(!isThere)(
    `the sample in ${name} plans, sends once however often it runs, and shows why it is refused`,
    async () => {
      const source = blocks(language).find((block) => block.includes('compose/plan/')) ?? '';
      const at = join(world.folder, file);
      await writeFile(at, source.replaceAll('order-18', `order-${language}`));
      const pairs = [['bulk-sms', 'post']];
      const made = await world.call<{ data: NewApiKey }>('customer', 'POST', '/v1/autho/api-keys/', {
        ...{ name, pairs, password: PASSWORD },
      });
      listening ??= world.app.listen({ port: 0, host: '127.0.0.1' });
      const environment = { BASE: await listening, KEY: made.body.data.secret, SENDER: world.sender };
      const sent = async (change = {}) =>
        (
          await promisify(execFile)(program, [at], { env: { ...process.env, ...environment, ...change } })
        ).stdout.trim();
      const uuid = await sent();
      expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
      expect(await sent()).toBe(uuid);
      const refused = await sent({ KEY: `bsk_${'x'.repeat(43)}` }).catch(
        ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
      );
      expect(refused).toMatch(/401: .*This API key is unknown, expired or revoked\./s);
    },
  );
}

describe('the receiver of the page', () => {
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill();
  });

  /** Runs it, and answers what it printed and what a test of its webhook came to. */
  async function receive(program: string, args: string[], secretOf: (right: string) => string) {
    const port = await freePort();
    const hook = await world.call<{ data: NewWebhook }>('customer', 'POST', '/v1/autho/webhooks/', {
      ...{ url: `http://127.0.0.1:${port}/`, events: ['message.delivered'] },
    });
    const { uuid, secret } = hook.body.data;
    const started = spawn(program, args, {
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secretOf(secret) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child = started;
    const printed: string[] = [];
    createInterface(started.stdout).on('line', (line) => printed.push(line));
    const path = `/v1/autho/webhooks/${uuid}/test/`;
    const answer = await vi.waitFor(
      async () => {
        const { body } = await world.call<{ data: WebhookAnswer }>('customer', 'POST', path);
        expect(body.data.http_status).not.toBeNull();
        return body.data;
      },
      { timeout: 30_000, interval: 2000 },
    );
    await world.call('customer', 'DELETE', `/v1/autho/webhooks/${uuid}/`);
    return { answer, printed };
  }

  const programs = [
    ['Node', process.execPath, 'js', 'receiver.mjs'],
    ['Python', 'python3', 'python', 'receiver.py'],
  ] as const;
  for (const [name, program, language, file] of programs) {
    const isThere = spawnSync(program, ['--version']).status === 0;
    test.skipIf(!isThere)(`in ${name} takes what is signed, and nothing else`, async () => {
      const source = blocks(language).find((block) => block.includes('webhook-signature')) ?? '';
      const at = join(world.folder, file);
      await writeFile(at, source);
      const good = await receive(program, [at], (secret) => secret);
      expect(good.answer).toMatchObject({ ok: true, http_status: 204 });
      await vi.waitFor(() => expect(good.printed.join()).toMatch(/\.ping ping/), { timeout: 30_000 });
      child?.kill();
      const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const bad = await receive(program, [at], () => other);
      expect(bad.answer).toMatchObject({ ok: false, http_status: 401 });
      expect(bad.printed).toEqual([]);
    });
  }
});
