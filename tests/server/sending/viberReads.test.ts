import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { ntc } from '../../support/linkWorld.ts';
import { setUpViber } from '../../support/viberSetup.ts';
import { VIBER, type ViberWorld } from '../../support/viberWorld.ts';

const MIGRATION = '../../../server/db/migrations/0042_campaign_reads_beside_0031.sql';
let world: TestApp;
let viber: ViberWorld;
let read: string;
let unread: string;
setUpViber((...made) => {
  [world, viber] = made;
});

// Of three messages two were read, one of them by two reports; and one campaign of which nothing was read.
beforeAll(async () => {
  const phones = ntc(3).map((number) => `+977${number}`);
  ({ uuid: read } = await viber.send(ntc(3)));
  await viber.handOver(VIBER, read);
  for (const phone of phones) await viber.receive(VIBER, phone, 'delivered');
  for (const phone of [phones[0], phones[0], phones[1]] as string[])
    await viber.receive(VIBER, phone, 'delivered', true);
  ({ uuid: unread } = await viber.send(ntc(1, 50)));
  await viber.handOver(VIBER, unread);
  await audit(world.db);
});

/** The last column of each campaign's line, oldest first. */
async function inFile(): Promise<(string | undefined)[]> {
  const { text } = await world.call('customer', 'GET', '/v1/sms/compose/export/?ordering=created_at');
  return text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',').at(-1));
}

// In this order: it is the story of one campaign.
describe('what has been read', { shuffle: false }, () => {
  test('the file of campaigns counts who has read it, each once', async () => {
    expect(await inFile()).toEqual(['2', '0']);
  });

  test('the count of a database from before is made of its messages', async () => {
    await sql`UPDATE campaign SET read = 0`.execute(world.db);
    await expect(audit(world.db)).rejects.toThrow('campaign-counts');
    const text = readFileSync(join(import.meta.dirname, MIGRATION), 'utf8');
    await sql.raw(text.slice(text.indexOf('UPDATE campaign'))).execute(world.db);
    const { rows } = await sql`SELECT uuid, read FROM campaign ORDER BY created_at`.execute(world.db);
    expect(rows).toEqual([
      { uuid: read, read: 2 },
      { uuid: unread, read: 0 },
    ]);
    await audit(world.db);
  });

  test('the count stays when the messages are removed', async () => {
    await sql`DELETE FROM message WHERE campaign = ${read}`.execute(world.db);
    expect(await inFile()).toEqual(['2', '0']);
  });
});
