import type { Usage } from './usage.ts';

/** What a million messages cost. */
export interface Cost {
  database: Usage;
  workers: Usage;
  api: Usage;
  /** Bytes of PostgreSQL's log. */
  wal: number;
  /** Bytes that each message takes: of messages and their parts with indexes, and of the whole database. */
  messageBytes: number;
  databaseBytes: number;
}

export interface CapacityRun {
  workers: number;
  receipts: boolean;
  /** One campaign to a file, or one request for each message. */
  way: 'file' | 'single';
  /** Sent, from which the figures for a million are computed. */
  messages: number;
  /** From the upload to the last receipt. */
  seconds: number;
  /** At the operator, from the first to the last. */
  perSecond: number;
  perMillion: Cost;
  /** Peak megabytes by process. */
  memory: Record<string, number>;
}

export interface Capacity {
  at: string;
  commit: string;
  machine: { cores: number; model: string; load: number[]; node: string };
  runs: CapacityRun[];
}

/** What is assumed beside the measured costs (docs/evidence/capacity.md, Assumptions). */
const ASSUMED = {
  /** The busiest day has this share of a month's messages, its busiest hour that share of the day's. */
  busiestDay: 1 / 15,
  busiestHour: 1 / 5,
  /** A core is kept this busy at the peak at most. */
  busy: 0.5,
  /** Months for which messages are kept (MESSAGE_MONTHS), and the current one. */
  months: 14,
  /** Free room of a disk for vacuum, restores and growth. */
  room: 1.5,
  /** Of the log's size in the archive, compressed, and days for which it is kept. */
  walCompressed: 0.4,
  walDays: 7,
  /** US dollars a month: a core with 4 GB of memory, and a GB of disk. */
  core: 20,
  gigabyte: 0.1,
};

const VOLUMES = [10_000_000, 100_000_000, 1_000_000_000];

const MB = 1e6;
const GB = 1e9;
const formatted = (figure: number): string =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : Number(figure.toPrecision(2)).toString();
const markdown = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** What was measured: the costs of a million messages by workers, receipts and part. */
function measuredTable({ runs }: Pick<Capacity, 'runs'>): string {
  const head = [
    ...['messages', 'workers', 'receipts', 'messages/s', 'CPU s: database', 'workers', 'API'],
    ...['MB written: database', 'of it log', 'workers', 'API', 'bytes a message', 'of the whole database'],
  ];
  return markdown(
    head,
    runs.map(({ way, workers, receipts, perSecond, perMillion: of }) => [
      ...[way === 'file' ? 'one file' : 'one by one', workers, receipts ? 'yes' : 'no', formatted(perSecond)],
      ...[of.database.cpu, of.workers.cpu, of.api.cpu].map(formatted),
      ...[of.database.written, of.wal, of.workers.written, of.api.written].map((bytes) =>
        formatted(bytes / MB),
      ),
      ...[of.messageBytes, of.databaseBytes].map(formatted),
    ]),
  );
}

/** What a month of so many messages needs, on one primary. */
interface Need {
  perMonth: number;
  /** Messages a second in the busiest hour. */
  peak: number;
  /** Cores of the database, the workers and the API at that hour. */
  cores: { database: number; workers: number; api: number };
  /** Gigabytes: of the database at its fullest, its disk, and the archive of its log. */
  database: number;
  disk: number;
  archive: number;
  /** Megabytes a second at the peak: written by the database, and of it the log, which each standby gets too. */
  written: number;
  wal: number;
  /** US dollars a month: three database machines, workers, API, and the archive. */
  price: number;
}

/** Reckons from the costs of a million messages. */
function needOf(perMonth: number, cost: Cost): Need {
  const { busiestDay, busiestHour, busy, months, room, walCompressed, walDays, core, gigabyte } = ASSUMED;
  const peak = (perMonth * busiestDay * busiestHour) / 3600;
  const cores = ({ cpu }: Usage) => (peak * cpu) / 1e6 / busy;
  const needed = { database: cores(cost.database), workers: cores(cost.workers), api: cores(cost.api) };
  const database = (perMonth * months * cost.databaseBytes) / GB;
  const archive = (((perMonth * cost.wal) / 1e6 / 30) * walDays * walCompressed) / GB + database;
  const disk = database * room;
  /** Two cores are the least of a machine, and there are two of each but the database, of which there are three. */
  const least = (wanted: number) => Math.max(2, Math.ceil(wanted));
  const machines = 3 * least(needed.database) + 2 * least(needed.workers / 2) + 2 * least(needed.api / 2);
  return {
    ...{ perMonth, peak, cores: needed, database, disk, archive },
    written: (peak * cost.database.written) / 1e6 / MB,
    wal: (peak * cost.wal) / 1e6 / MB,
    price: machines * core + (3 * disk + archive) * gigabyte,
  };
}

/** What a month needs, from the costs with receipts and two workers. */
function reckonedTable({ runs }: Pick<Capacity, 'runs'>): string {
  const of = runs.find(({ workers, receipts, way }) => workers === 2 && receipts && way === 'file');
  if (!of) return '';
  const needs = VOLUMES.map((perMonth) => needOf(perMonth, of.perMillion));
  const single = runs.find(({ way }) => way === 'single')?.perMillion;
  const allCores = ({ cores }: Need) => cores.database + cores.workers + cores.api;
  const row = (what: string, figure: (need: Need) => number) => [
    what,
    ...needs.map((need) => formatted(figure(need))),
  ];
  return markdown(
    ['a month', ...VOLUMES.map((volume) => `${(volume / 1e6).toLocaleString('en')} million`)],
    [
      row('messages/s in the busiest hour', ({ peak }) => peak),
      row('cores of the primary', ({ cores }) => cores.database),
      row('cores of the workers', ({ cores }) => cores.workers),
      row('cores of the API', ({ cores }) => cores.api),
      row('GB of the database', ({ database }) => database),
      row('GB of its disk', ({ disk }) => disk),
      row('GB of backups and archived log', ({ archive }) => archive),
      row('MB/s written by the database', ({ written }) => written),
      row('MB/s of log to each standby', ({ wal }) => wal),
      row('US$ a month', ({ price }) => price),
      ...(single
        ? [row('cores in all, if sent one by one', ({ perMonth }) => allCores(needOf(perMonth, single)))]
        : []),
    ],
  );
}

export const capacityTables = (found: Capacity): string[] => [measuredTable(found), reckonedTable(found)];
