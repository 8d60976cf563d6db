import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import type { Feature } from '#schema/features.ts';
import type { Rendered, WrittenList } from '#schema/rendering.ts';
import type { Profile } from '#schema/user.ts';
import type { Config } from './config.ts';
import type { Files } from './services/files/files.ts';
import type { VirusScanner } from './services/files/virusScanner.ts';
import type { BrandValues } from './services/platform/brand.ts';
import type { LongJobName } from './services/platform/longRecords.ts';
import type { Remembered } from './services/platform/remembered.ts';
import type { StandbyReads } from './services/platform/standbyReads.ts';
import type { Traces } from './services/platform/traces/traces.ts';
import type { Memory } from './services/sending/failover/memory.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The base of links in responses: services/platform/publicAddress.ts. */
    linkBase: string;
    /**
     * The features that this server offers beyond the specification's catalogue; known after all routes are
     * registered.
     */
    readonly offers: readonly Feature[];
    /** How the service presents itself; a change by another process is noticed within REMEMBERED_MS. */
    readonly brand: Remembered<BrandValues>;
    /** Whether mail reaches people, for pages; noticed as late. What sends or refuses a mail asks the database. */
    readonly mails: Remembered<boolean>;
    /**
     * Draws a list as the browser of a request would at its address. Undefined if it is late or cannot be drawn; never rejects. Absent
     * where this server has no console.
     */
    drawList?(request: FastifyRequest, user: Profile, list: WrittenList): Promise<Rendered | undefined>;
  }
}

/** The app's dependencies; tests supply their own. */
export interface Deps {
  config: Config;
  db: Kysely<unknown>;
  /** Standbys that lists, searches, reports and exports may be read from; absent without READ_DATABASE_URL. */
  standbys?: StandbyReads | undefined;
  /** Records requests; absent unless configured. */
  traces?: Traces | undefined;
  files: Files;
  /** Scans uploads for viruses; absent if not configured. */
  scan?: VirusScanner | undefined;
  /** Folder of the built console; absent in development and most tests. */
  dist?: string | undefined;
  /** Whether the process's background work is healthy; absent if it only answers requests. */
  isWorking?: (() => boolean) | undefined;
  /** Whether a newer version has migrated the database: this process then changes nothing more. */
  isOutdated?: (() => boolean) | undefined;
  /** Whether commits wait for a standby that does not confirm them. */
  commitsWait?: (() => boolean) | undefined;
  /** The process's own record of its work, in case the database goes back in time. */
  memory?: Memory | undefined;
  /** Adds a job to the queue. */
  enqueue(job: LongJobName, data: { uuid: string; request_id?: string }): Promise<void>;
  /** Sends the mail that `postMail` (services/mail/mail.ts) put into the outbox; call it after the commit. */
  deliverMail(): Promise<void>;
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The routes of one entity or page: a file in modules/. */
export type Module = (app: App, deps: Deps) => unknown;
