/** A process that runs the imports named on its input, for tests that kill it: prints one line when ready. */
import { createInterface } from 'node:readline';
import { openDatabase } from '../../server/db/database.ts';
import { longJob } from '../../server/jobs/longJob.ts';
import { startQueue } from '../../server/jobs/queue.ts';
import { runImport } from '../../server/services/contacts/sheetImport.ts';
import { localFiles } from '../../server/services/files/files.ts';
import { idleHandlers } from './idleHandlers.ts';

const [url = '', folder = ''] = process.argv.slice(2);
const { db } = openDatabase(url, 4, () => {});
const store = { db, files: localFiles(folder) };
const log = { error: console.error, warn: () => {}, info: () => {} };
const queue = await startQueue({
  url,
  handlers: {
    ...idleHandlers,
    'contact-import': longJob(store, 'contact-import', runImport),
  },
  log,
});
console.log('ready');
for await (const uuid of createInterface({ input: process.stdin }))
  await queue.enqueue('contact-import', { uuid });
