import * as steps from './steps.ts';
import type { World } from './world.ts';

export interface Mail {
  subject: string;
  text: string;
}

/** The demonstration's mail to an address, newest first. */
export async function mails({ server }: World, to: string): Promise<Mail[]> {
  const answer = await fetch(`${server.url}/dev/outbox?to=${encodeURIComponent(to)}`, {
    headers: { accept: 'application/json' },
  });
  return ((await answer.json()) as { results: Mail[] }).results;
}

/** Waits for the code in the newest mail to an address. */
export async function mailedCode(world: World, to: string): Promise<string> {
  let code = '';
  await steps
    .eventually(async () => {
      const [newest] = await mails(world, to);
      code = /\b(\d{6})\b/.exec(newest?.text ?? '')?.[1] ?? '';
      return code;
    })
    .toMatch(/^\d{6}$/);
  return code;
}
