import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import type { Feature } from '#schema/features.ts';
import type { Config } from './config.ts';
import type { Files } from './services/files/files.ts';
import type { VirusScanner } from './services/files/virusScanner.ts';
import type { Memory } from './services/sending/failover/memory.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What links in answers start with: services/platform/publicAddress.ts. */
    linkBase: string;
    /** What this server offers beside the specification's catalogue; known when all routes are there. */
    readonly offers: readonly Feature[];
  }
}

/** What the app is made of; tests make their own. */
export interface Deps {
  config: Config;
  db: Kysely<unknown>;
  files: Files;
  /** Asks a virus scanner about each upload; absent where none is configured. */
  scan?: VirusScanner | undefined;
  /** Folder of the built console; absent in development and most tests. */
  dist?: string | undefined;
  /** Whether the process does its work beside answering requests; absent where that is all it does. */
  isWorking?: (() => boolean) | undefined;
  /** Whether a newer version has migrated the database: this process then changes nothing more. */
  isOutdated?: (() => boolean) | undefined;
  /** What the process remembers of its work, in case the database goes back in time. */
  memory?: Memory | undefined;
  /** Gives a job to the queue. */
  enqueue(job: 'contact-import', data: { uuid: string; request_id?: string }): Promise<void>;
  /** Has what services/mail.ts `postMail` put into the outbox sent soon; call it after the commit. */
  deliverMail(): Promise<void>;
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The routes of one entity or page: a file of modules/. */
export type Module = (app: App, deps: Deps) => unknown;
