import { argon2, type BinaryLike, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { acquireOrRefuse, createSemaphore } from '../platform/semaphore.ts';

const hash = promisify(argon2) as unknown as (
  algorithm: 'argon2id',
  parameters: {
    message: BinaryLike;
    nonce: Buffer;
    parallelism: number;
    tagLength: number;
    memory: number;
    passes: number;
  },
) => Promise<Buffer>;

/** What an argon2id hash costs: KiB of memory, and how often they are passed through. */
interface Cost {
  memory: number;
  passes: number;
}

/** OWASP's password storage cheat sheet: argon2id with 19 MiB, 2 passes, 1 lane. */
const COST: Cost = { memory: 19_456, passes: 2 };
let cost = COST;
/** Bytes of a hash. */
const TAG = 32;

/** Concurrent hashes: each takes memory and one of libuv's four threads, which file and name lookups also need. */
const AT_ONCE = 2;
/** Maximum queue length, which amounts to a few seconds. */
const WAITING = 50;

const turns = createSemaphore(AT_ONCE);

async function derive(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  await acquireOrRefuse(turns, WAITING);
  try {
    return await hash('argon2id', {
      message: password.normalize('NFKC'),
      nonce,
      parallelism: 1,
      tagLength: TAG,
      memory,
      passes,
    });
  } finally {
    turns.release();
  }
}

/**
 * The PHC string `$argon2id$v=19$m=...,t=...,p=1$salt$hash` of a password. Like `verifyPassword` it throws
 * `too_many_requests` when the queue is longer than a process can work off in seconds.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return stringOf(cost, nonce, await derive(password, nonce, cost.memory, cost.passes));
}

/** For tests alone, whose passwords protect nothing: what passwords of this process cost from now on. Returns what they did. */
export function setHashCost(next: Cost): Cost {
  const before = cost;
  cost = next;
  return before;
}

function stringOf({ memory, passes }: Cost, nonce: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(tag)}`;
}

/** Whether a password matches a PHC string. Throws if the string is invalid. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) throw new Error('a stored password is not an argon2id string');
  const [, memory, passes, nonce, tag] = match as unknown as [string, string, string, string, string];
  const made = await derive(password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes));
  return timingSafeEqual(made, Buffer.from(tag, 'base64'));
}

/** A hash that no password matches, because nothing was hashed for it: verifying it costs as much as a real one. */
export const unusableHash = stringOf(COST, randomBytes(16), randomBytes(TAG));
