import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { withoutLimit } from '../db/database.ts';
import { runImport } from '../services/contacts/sheetImport.ts';
import type { Files } from '../services/files/files.ts';
import { forgetShownMails, mailTransport } from '../services/mail/mailServer.ts';
import { sellerNow } from '../services/money/billingSettings.ts';
import { invoiceMonths } from '../services/money/monthly/invoiceMonths.ts';
import { runExport } from '../services/people/accountExport.ts';
import { runErasure } from '../services/people/erasure.ts';
import { takeSteps } from '../services/platform/steps.ts';
import { watchLedger } from '../services/reports/ledgerWatch.ts';
import { postReportMails } from '../services/reports/reportMail.ts';
import { packMonths } from '../services/sending/packedMonths.ts';
import { queueErasures } from './erasures.ts';
import { runHousekeeping } from './housekeeping.ts';
import { longJob } from './longJob.ts';
import { addLostJobs } from './lostJobs.ts';
import { mailDelivery } from './mail.ts';
import type { Handlers } from './queue.ts';
import { onShutdown } from './running.ts';

interface Ground {
  config: Config;
  log: Logger;
  /** Of the database. */
  url: string;
  database: { db: Kysely<unknown> };
  files: Files;
  /** Where people open the console; known only once the server listens. */
  publicUrl: string;
}

/** What a worker does for each kind of job. */
export function handlersOf(ground: Ground): Handlers {
  const { config, log, url, database, files } = ground;
  const { db } = database;
  const mail = mailTransport(db, config);
  onShutdown(async () => mail.close());
  return {
    'contact-import': longJob({ db, files }, 'contact-import', runImport),
    'account-export': longJob({ db, files }, 'account-export', runExport),
    erasure: longJob({ db, files }, 'erasure', runErasure),
    mail: mailDelivery({
      ...{ db, log, transport: mail.now },
      ...{ publicUrl: () => ground.publicUrl, apiUrl: config.API_URL },
    }),
    async housekeeping(enqueue) {
      await takeSteps([
        () => addLostJobs(db, enqueue),
        () => queueErasures(db, enqueue),
        () => withoutLimit(url, (patient) => runHousekeeping(db, files, { patient })),
        () => forgetShownMails(db, config),
        () => invoiceMonths(db, () => sellerNow(db, config), log),
        () => postReportMails(db, config),
      ]);
    },
    async 'slow-housekeeping'() {
      await takeSteps([() => watchLedger(db, url, log, 'all'), () => packMonths(db, url)]);
    },
    'books-check': () => watchLedger(db, url, log, 'books'),
  };
}
