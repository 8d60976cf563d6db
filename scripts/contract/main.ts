/**
 * `npm run contract -- --url https://api.example --email customer@example.com`: checks whether the console
 * can work with an API (docs/contract-check.md). Only reads, unless `--write` and `--sandbox` are given.
 * Exits with 1 if the console would break, with 2 if the check could not run.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Person } from './check.ts';

const USAGE = `npm run contract -- --url https://api.example --email customer@example.com [options]

  --staff EMAIL     one of the provider's people, for what customers may not read
  --write           also make, change and remove records, as the customer of --sandbox
  --sandbox EMAIL   the customer whose records may be changed
  --origin URL      the console's address, where it is another than the API's
  --json            for a program

Passwords are asked for, or taken from CONTRACT_PASSWORD, CONTRACT_STAFF_PASSWORD and CONTRACT_SANDBOX_PASSWORD.
CONTRACT_TOKEN, CONTRACT_STAFF_TOKEN and CONTRACT_SANDBOX_TOKEN are taken in place of passwords.`;

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function argumentsOf() {
  try {
    return parseArgs({
      options: {
        url: { type: 'string' },
        email: { type: 'string' },
        staff: { type: 'string' },
        sandbox: { type: 'string' },
        origin: { type: 'string' },
        write: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    const isPassword = process.argv.some((word) => /^--?(p|pass|password|token)\b/i.test(word));
    if (isPassword)
      fail('A password is no argument: everybody on this machine can read it there. See --help.');
    return fail(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** Asks for a password without echoing it. */
async function prompted(email: string, variable: string): Promise<string> {
  if (!process.stdin.isTTY) fail(`${variable} has to hold the password of ${email}.`);
  process.stderr.write(`Password of ${email}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const password = await lines.question('');
  lines.close();
  process.stderr.write('\n');
  return password;
}

async function person(email: string, kind: '' | 'STAFF_' | 'SANDBOX_'): Promise<Person> {
  const token = process.env[`CONTRACT_${kind}TOKEN`];
  if (token) return { email, token };
  const variable = `CONTRACT_${kind}PASSWORD`;
  return { email, password: process.env[variable] ?? (await prompted(email, variable)) };
}

const { url, email, staff, sandbox, origin, write, json, help } = argumentsOf();
if (help) {
  console.log(USAGE);
  process.exit(0);
}
if (!url || !email) fail(USAGE);
if (!URL.canParse(url)) fail(`${url} is no address.`);
if (write !== Boolean(sandbox))
  fail('--write and --sandbox go together: only the records of a sandbox are changed.');

// The schema takes a moment to load, which a wrong argument need not wait for.
const { checkContract } = await import('./check.ts');
const { NotChecked } = await import('./client.ts');
const { asJson, asTable } = await import('./report.ts');

try {
  const report = await checkContract({
    url,
    origin,
    customer: await person(email, ''),
    staff: staff ? await person(staff, 'STAFF_') : undefined,
    sandbox: sandbox ? await person(sandbox, 'SANDBOX_') : undefined,
  });
  console.log(json ? asJson(report) : asTable(report));
  process.exitCode = report.breaks > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof NotChecked)) throw error;
  fail(error.message);
}
