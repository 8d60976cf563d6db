/** A process that owns an embedded database, for tests that kill it: prints one JSON line, stops on SIGTERM. */
import { startEmbedded } from '../../server/db/embedded.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const { url, pid, stop } = await startEmbedded({ dataDir });
  process.on('SIGTERM', stop);
  console.log(JSON.stringify({ url, pid }));
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }));
}
