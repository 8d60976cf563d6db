/**
 * A worker of a plain lease queue: it claims messages that are free or whose lease has ended, sends them, and marks them as
 * sent. A rival for bench/server/kills.ts, with the same link, window, batch and database as ours.
 *
 * node bench/server/leaseWorker.ts postgresql://... smpp://...
 */
import pg from 'pg';
import { createLink } from '../../server/services/sending/smpp/link.ts';

const BATCH = 500;
const LEASE = '5 seconds';

const [database, operator] = process.argv.slice(2) as [string, string];
const client = new pg.Client({ connectionString: database });
await client.connect();
const link = createLink({ name: 'lease', url: operator, onReceipt() {} });
await link.ready();
for (;;) {
  const { rows } = await client.query<{ id: number; phone: string }>(
    `UPDATE lease_queue SET leased_until = now() + $2::interval WHERE id IN (
       SELECT id FROM lease_queue WHERE NOT is_sent AND (leased_until IS NULL OR leased_until < now())
       ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, phone`,
    [BATCH, LEASE],
  );
  if (rows.length === 0) {
    const { rows: left } = await client.query('SELECT FROM lease_queue WHERE NOT is_sent LIMIT 1');
    if (left.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
    continue;
  }
  const validity = new Date(Date.now() + 3_600_000);
  const outcomes = await Promise.all(
    rows.map(({ phone }) => link.submit({ from: 'BENCH', to: phone, text: 'Hello there', validity })),
  );
  const sent = rows.filter((_, i) => outcomes[i]?.kind === 'submitted').map(({ id }) => id);
  await client.query('UPDATE lease_queue SET is_sent = true WHERE id = ANY($1)', [sent]);
}
await link.close();
await client.end();
