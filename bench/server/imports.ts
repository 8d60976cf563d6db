import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Directus, startDirectus } from './directus.ts';
import { numberAt, startOurs } from './ours.ts';
import type { Row } from './table.ts';

const ROWS = 500_000;
/** Fewer for Directus, which writes them one by one; its speed does not depend on their number. */
const THEIR_ROWS = 2_000;

function contactsCsv(count: number, header = 'Name,Mobile'): string {
  const rows = [header];
  for (let i = 0; i < count; i++) rows.push(`Person ${i},${numberAt(i % 2 ? '984' : '980', i >> 1)}`);
  return rows.join('\n');
}

/** Rows per second of Directus' own import; it answers when all are in. */
async function theirRate({ url, headers, db }: Directus): Promise<number> {
  await sql`TRUNCATE contacts`.execute(db);
  const body = new FormData();
  body.append(
    'file',
    new Blob([contactsCsv(THEIR_ROWS, 'name,phone')], { type: 'text/csv' }),
    'contacts.csv',
  );
  const began = performance.now();
  const response = await fetch(`${url}/utils/import/contacts`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`Directus: ${response.status} ${await response.text()}`);
  const took = performance.now() - began;
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM contacts`.execute(db);
  if (rows[0]?.n !== THEIR_ROWS) throw new Error(`Directus has ${rows[0]?.n} of ${THEIR_ROWS}`);
  return THEIR_ROWS / (took / 1000);
}

/** Contacts of a CSV file over HTTP, from the first byte of the upload until they are in the table. */
export async function imports(rounds: number): Promise<Row[]> {
  const row: Row = {
    ...{
      what: `contacts imported from a CSV over HTTP (${ROWS.toLocaleString('en')})`,
      unit: 'rows/s',
      better: 'more',
      ours: [],
      rivals: {},
    },
    ...{ budget: '40,000 rows/s', limit: 40_000 },
  };
  const csv = contactsCsv(ROWS);
  const ours = await startOurs({ workers: 1, smpp: 'smpp://none:none@127.0.0.1:1' });
  for (let round = 0; round < rounds; round++) {
    await sql`DELETE FROM contact`.execute(ours.db);
    const began = performance.now();
    const file = await ours.upload(csv, 'contacts.csv');
    const path = '/v1/core/contacts/imports/';
    const mapping = { phone: 'Mobile', name: 'Name' };
    const { data } = await ours.call<{ data: { uuid: string } }>('POST', path, { file, mapping, groups: [] });
    for (;;) {
      const now = await ours.call<{ data: { status: string; created: number } }>(
        'GET',
        `${path}${data.uuid}/`,
      );
      if (now.data.status === 'completed') {
        if (now.data.created !== ROWS) throw new Error(`created ${now.data.created}`);
        break;
      }
      if (now.data.status === 'failed') throw new Error('the import failed');
      await sleep(50);
    }
    row.ours.push(ROWS / ((performance.now() - began) / 1000));
  }
  const directus = await startDirectus(ours);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) rates.push(await theirRate(directus));
  row.rivals[`${directus.name} (${THEIR_ROWS.toLocaleString('en')})`] = rates;
  await directus.close();
  await ours.close();
  return [row];
}
