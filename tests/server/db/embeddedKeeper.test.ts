import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { keepEmbedded } from '../../../server/db/embeddedKeeper.ts';
import { enterableFolder } from '../../support/folder.ts';

const patience = { timeout: 60_000, interval: 20 };

test('a session that crashes ends PostgreSQL as a whole, and the keeper restarts it', async () => {
  const dataDir = enterableFolder('keeper-');
  const lines: string[] = [];
  const kept = await keepEmbedded({ dataDir, durable: false, log: (line) => lines.push(line) });
  const asked = async () => {
    const client = new Client({ connectionString: kept.url });
    client.on('error', () => {}); // the crash ends this session
    await client.connect();
    const { rows } = await client.query(
      'SELECT pg_backend_pid() AS session, extract(epoch FROM pg_postmaster_start_time())::float AS since',
    );
    return { client, ...rows[0] };
  };
  try {
    const first = await asked();
    process.kill(first.session, 'SIGKILL');
    await vi.waitFor(() => expect(lines.at(-1)).toBe('PostgreSQL runs again'), patience);
    expect(lines).toEqual([
      expect.stringMatching(/^PostgreSQL \(process \d+\) has ended by itself: see postgres\.log$/),
      'PostgreSQL runs again',
    ]);
    const second = await asked();
    expect(second.since).toBeGreaterThan(first.since);
    await second.client.end();
  } finally {
    await kept.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
