import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { httpInput } from './httpOperator.ts';
import { LINKS } from './linkWorld.ts';
import { allowViber } from './viberWorld.ts';

/** Links named `sms` and `viber` to the HTTP simulator at an address; returns the uuid of the customer's Viber identity. */
export async function addViberLinks(world: TestApp, url: string): Promise<string> {
  const identity = await allowViber(world);
  for (const channel of ['sms', 'viber']) {
    const input = { ...httpInput(channel, url, { http_url: `${url}/${channel}/` }), channel };
    const { status, text } = await world.call('admin', 'POST', LINKS, input);
    expect(status, text).toBe(201);
  }
  return identity;
}
