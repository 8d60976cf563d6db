import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { soon } from './soon.ts';

export interface Mail {
  uuid: string;
  to: string;
  subject: string;
  text: string;
}

/** The outbox's mails to an address, newest first. */
export async function mailsTo(app: TestApp, address: string): Promise<Mail[]> {
  const answer = await app.app.inject({
    url: `/dev/outbox?to=${encodeURIComponent(address)}`,
    headers: { accept: 'application/json' },
  });
  return answer.json<{ results: Mail[] }>().results;
}

/** The mails to an address, newest first, once all are written: a request may still be delivering some. */
export async function allMailsTo(app: TestApp, address: string): Promise<Mail[]> {
  await soon(async () => {
    await app.deps.deliverMail();
    expect((await sql`SELECT FROM mail WHERE sent_at IS NULL`.execute(app.db)).rows).toEqual([]);
  });
  return mailsTo(app, address);
}

export const codeIn = (letter: Mail | undefined): string =>
  /^ {4}(\d{6})$/m.exec(letter?.text ?? '')?.[1] ?? '';

export const linkIn = (letter: Mail | undefined): string =>
  /\/reset-password\/(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';

/** The last part of the newest link to set a new password that was mailed to an address, once it is there. */
export const mailedReset = (app: TestApp, address: string): Promise<string> =>
  soon(async () => {
    const link = (await mailsTo(app, address)).map(linkIn).find(Boolean);
    if (!link) throw new Error(`no link was mailed to ${address}`);
    return link;
  });
