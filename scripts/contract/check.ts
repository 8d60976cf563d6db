import { one } from '#schema/entity.ts';
import { allows, type Pair } from '#schema/permissions.ts';
import { profile } from '#schema/user.ts';
import { dataOf } from '../../src/core/dataOf.ts';
import { isObject } from '../../src/core/errorTexts.ts';
import { type Client, createClient, NotChecked, tokenOf } from './client.ts';
import { checkMethod, checkRefusal, checkSignedOut } from './errors.ts';
import { createFindings, type Finding, type Findings, type Notes } from './findings.ts';
import { checkList } from './lists.ts';
import { type Operation, operations } from './operations.ts';
import { checkOrigin } from './origin.ts';
import { compareAnswer, compareRecords, idOf, isMinorUnits } from './shape.ts';
import { checkWrites } from './writes.ts';

/** A person to sign in as: by password, or by token if signing in needs more than a password. */
export interface Person {
  email: string;
  password?: string | undefined;
  token?: string | undefined;
}

export interface Options {
  /** The API's address, without /v1/. */
  url: string;
  customer: Person;
  /** A member of staff, for the operations that customers have no permission for. */
  staff?: Person | undefined;
  /** An account whose records may be created, changed and deleted. Without it nothing is written. */
  sandbox?: Person | undefined;
  /** The console's own address, if it differs from the API's. */
  origin?: string | undefined;
}

export interface Report {
  url: string;
  findings: Finding[];
  breaks: number;
  notes: number;
}

interface Caller {
  token: string;
  pairs: readonly Pair[];
}

/**
 * Signs a person in and reads their profile; records what is wrong with either. Throws NotChecked if that
 * fails.
 */
async function enter(client: Client, findings: Findings, person: Person, path: string): Promise<Caller> {
  const { email, password } = person;
  let { token } = person;
  if (!token) {
    const reply = await client.ask('POST', path, { body: { email, password } });
    if (reply.status !== 200)
      throw new NotChecked(
        `${email} is not signed in: ${path} answers ${reply.status} ${reply.text.slice(0, 300)}`,
      );
    token = tokenOf(reply.json);
    if (!token)
      throw new NotChecked(
        `${path} answers no token: {"data": {"token": "..."}} is expected, or the same without data.`,
      );
  }
  const notes = findings.of('GET /v1/autho/user/profile/');
  const reply = await client.ask('GET', '/v1/autho/user/profile/', { token });
  if (reply.status !== 200)
    throw new NotChecked(`The profile of ${email} answers ${reply.status} ${reply.text.slice(0, 300)}`);
  if (!one(profile.partial()).safeParse(reply.json).success && !isObject(dataOf(reply.json)))
    throw new NotChecked(`The profile of ${email} is no object.`);
  const user = dataOf(reply.json) as { ui_permissions?: unknown; wallet?: { balance?: unknown } };
  const { balance = null } = user.wallet ?? {};
  if (balance !== null && !isMinorUnits(balance))
    notes.add(
      'shape',
      'break',
      `wallet.balance is ${JSON.stringify(balance)}: money is in whole minor units (paisa).`,
    );
  const pairs = profile.shape.ui_permissions.safeParse(user.ui_permissions);
  if (!pairs.success)
    notes.add(
      'shape',
      'break',
      'ui_permissions is no list of pairs such as ["contact-list", "get"], so every page is closed.',
    );
  return { token, pairs: pairs.data ?? [] };
}

/** The first person who may call an operation, by the console's own rules. */
const callerOf = ({ callers }: Operation, people: readonly Caller[]): Caller | undefined =>
  typeof callers === 'string'
    ? people[0]
    : people.find(({ pairs }) => callers.some((pair) => allows(pairs, pair)));

const NO_PAIR = 'None of the users signed in has permission for it.';

/** A server may answer 403 for an operation that nobody has the permission for. It signs nobody out. */
async function checkForbidden(client: Client, notes: Notes, { method, path }: Operation, { token }: Caller) {
  if (method !== 'GET' || path.includes('{')) return notes.add('there', 'skipped', NO_PAIR);
  const reply = await client.ask('GET', path, { token });
  if (reply.status < 300)
    notes.add('errors', 'note', 'The server answers a user whose profile lacks the pair.');
  else if (reply.status !== 404) checkRefusal(notes, reply, 403, 'Without the pair');
  notes.add('there', 'skipped', NO_PAIR);
}

/** Checks the answers for the first record of a list and for a record that does not exist. */
async function checkDetail(
  client: Client,
  notes: Notes,
  { path, entity }: Operation,
  token: string,
  id: string,
) {
  const reply = await client.ask('GET', path.replace('{uuid}', id), { token });
  if (reply.status !== 200)
    return notes.add('there', 'break', `It answers ${reply.status} for a record of the list.`);
  notes.add('there', 'ok');
  const record = dataOf(reply.json);
  if (!isObject(record)) return notes.add('shape', 'break', 'The answer is no record.');
  if (entity) compareRecords(notes, entity, [record]);
  if (idOf(record) !== id)
    notes.add('shape', 'break', 'It is another record than the one that was asked for.');
  const none = await client.ask('GET', path.replace('{uuid}', crypto.randomUUID()), { token });
  checkRefusal(notes, none, 404, 'A record that does not exist');
}

async function checkExport(client: Client, notes: Notes, path: string, token: string): Promise<void> {
  const { status, headers } = await client.ask('GET', path, { token });
  if (status !== 200) return notes.add('there', 'break', `It answers ${status}.`);
  notes.add('there', 'ok');
  if (!headers.get('content-disposition'))
    notes.add('shape', 'note', 'Without Content-Disposition the file has a name of the console.');
}

/**
 * Calls the specification's catalogue as the console does, and reports what the console cannot work with.
 * Only reads, unless there is a sandbox. Throws NotChecked if the server cannot be reached or signs nobody
 * in.
 */
export async function checkContract({ url, customer, staff, sandbox, origin }: Options): Promise<Report> {
  const client = createClient(url);
  const findings = createFindings();
  const people = [await enter(client, findings, customer, '/v1/login/')];
  if (staff) people.push(await enter(client, findings, staff, '/v1/login/admin/'));
  /** The first record of each list that is not empty. */
  const known = new Map<string, string>();

  for (const operation of operations) {
    const { name, method, path, entity, answer, callers, isAlias = false } = operation;
    const notes = findings.of(name);
    const caller = callerOf(operation, people);
    if (!caller) {
      await checkForbidden(client, notes, operation, people[0] as Caller);
      continue;
    }
    const { token } = caller;
    const id = known.get(path.slice(0, path.indexOf('{')));
    const at = path.replace('{uuid}', id ?? crypto.randomUUID());
    if (isAlias) {
      const { status } = await client.ask('GET', path, { token });
      if (status === 200) notes.add('there', 'ok');
      else notes.add('there', 'note', `It answers ${status}; the console uses ${entity?.path}.`);
    } else if (method !== 'GET') {
      await checkMethod(client, notes, { method, path: at, token, isPublic: callers === 'public' });
    } else if (path.includes('{')) {
      if (!id) notes.add('there', 'skipped', 'Its list has no record.');
      else if (entity) await checkDetail(client, notes, operation, token, id);
      else await checkExport(client, notes, at, token);
    } else if (entity) {
      const rows = await checkList({ client, notes, entity, path, token });
      const first = idOf(rows?.[0]);
      if (first) known.set(path, first);
      await checkSignedOut(client, notes, path);
    } else {
      const reply = await client.ask('GET', path, { token });
      if (reply.status !== 200) notes.add('there', 'break', `It answers ${reply.status}.`);
      else {
        notes.add('there', 'ok');
        if (answer) compareAnswer(notes, answer, dataOf(reply.json));
      }
      await checkSignedOut(client, notes, path);
    }
  }
  if (sandbox)
    await checkWrites(client, findings, (await enter(client, findings, sandbox, '/v1/login/')).token);
  if (origin) await checkOrigin(client, findings.of('OPTIONS'), origin);

  const count = (level: Finding['level']) => findings.list.filter((one) => one.level === level).length;
  return { url, findings: findings.list, breaks: count('break'), notes: count('note') };
}
