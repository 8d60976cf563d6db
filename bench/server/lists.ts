import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { API_KEY_PREFIX } from '#schema/apiKey.ts';
import { PAGE_SIZE } from '#schema/outline.ts';
import { digest } from '../../server/services/access/digest.ts';
import { keepParts } from '../../server/services/platform/listParts.ts';
import { type Directus, startDirectus } from './directus.ts';
import { type Ours, startOurs } from './ours.ts';
import { type Pace, paceOf } from './rivals.ts';
import type { Row } from './table.ts';

const ROWS = 1_000_000;
/** Page 20,001 of 40,000, in the middle of the list. */
const DEEP = ROWS / 2 / PAGE_SIZE + 1;
/** Matches five names of the million. */
export const RARE = 'Quetzal';
const KEY = `${API_KEY_PREFIX}${'bench'.repeat(8)}`;
const FIELDS = 'uuid,name,phone,operator,groups,attributes,is_active,created_at,updated_at';

/** The same million in both: ours has its account's index and search, Directus its own. */
export async function fill(db: Kysely<unknown>, table: string, account: string): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(table)} (uuid, account, name, phone, operator, groups, attributes, created_at, updated_at)
    SELECT ('019a' || lpad(to_hex(n), 8, '0') || '-7000-8000-000000000000')::uuid, ${account},
      (ARRAY['Aarav','Sita','Bibek','Gita','Hari','Kamala','Nabin','Puja','Ramesh','Sunita'])[1 + n % 10] || ' ' ||
      CASE WHEN n % 200000 = 77 THEN ${RARE} ELSE
        (ARRAY['Adhikari','Bhandari','Gurung','Karki','Magar','Rai','Shrestha','Tamang','Thapa'])[1 + n % 9] END || ' ' || n,
      '+97798' || lpad(n::text, 8, '0'), 'ntc', ${table === 'contact' ? sql`'{}'` : sql`'[]'`}, '{}', now(), now()
    FROM generate_series(1, ${ROWS}::int) n`.execute(db);
  await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(db);
}

/** Waits until no query has run for a while, so that an earlier load does not slow the next one. */
export async function settled(db: Kysely<unknown>): Promise<void> {
  for (let quiet = 0; quiet < 6; await sleep(50)) {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM pg_stat_activity
      WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`.execute(db);
    quiet = rows[0]?.n ? 0 : quiet + 1;
  }
}

interface Asked {
  url: string;
  headers: { authorization: string };
  connections?: number;
  /** Long enough for many responses even at a few per second. */
  seconds?: number;
}

/** Adds a figure of ours, or of a named rival. */
function add(row: Row, rival: string | null, figure: number): void {
  if (rival === null) row.ours.push(figure);
  else row.rivals[rival] = [...(row.rivals[rival] ?? []), figure];
}

const rowOf = (what: string, budget: string, factor?: number): Row => ({
  ...{ what, unit: 'requests/s', better: 'more', ours: [], rivals: {}, budget },
  ...(factor !== undefined && { factor }),
});

/** Lists of a million contacts, by session and by API key, next to Directus in the same PostgreSQL. */
export async function lists(rounds: number): Promise<Row[]> {
  const ours = await startOurs({
    ...{ workers: 0, smpp: 'smpp://none:none@127.0.0.1:1' },
    settings: { API_KEY_RATE: '1000000000' },
  });
  const directus = await startDirectus(ours);
  console.error('a million contacts in both ...');
  await fill(ours.db, 'contact', ours.account);
  await fill(directus.db, 'contacts', ours.account);
  // Housekeeping's work.
  await keepParts(ours.db);
  await sql`
    INSERT INTO api_key (account, "user", name, prefix, hash, pairs, addresses)
    SELECT account, uuid, 'Bench', ${API_KEY_PREFIX}, ${digest(KEY)}, '[["contact-list","get"]]', '{}' FROM users
    WHERE account = ${ours.account}`.execute(ours.db);
  const rows = await measured(rounds, ours, directus);
  await directus.close();
  await ours.close();
  return rows;
}

async function measured(rounds: number, ours: Ours, directus: Directus): Promise<Row[]> {
  const path = '/v1/core/contacts/';
  const own = (query = ''): Asked => ({ url: `${ours.url}${path}${query}`, headers: ours.headers });
  const theirs = (query: string): Asked => ({
    url: `${directus.url}/items/contacts?limit=${PAGE_SIZE}&sort=-uuid&fields=${FIELDS}${query}`,
    headers: directus.headers,
  });
  const pace = async ({ url, headers, connections = 50, seconds = 5 }: Asked): Promise<Pace> => {
    await settled(ours.db);
    return paceOf(url, { headers, connections, seconds });
  };
  const { next } = await ours.call<{ next: string }>('GET', `${path}?page=${DEEP}`);
  const found = await ours.call<{ count: number; results: unknown[] }>('GET', `${path}?search=${RARE}`);
  if (found.count !== 5 || found.results.length !== 5) throw new Error(`the search found ${found.count}`);

  const first = rowOf(
    'page 1 of a million contacts, with permission, tenancy and total, 50 connections',
    '8 × Directus',
    8,
  );
  const late: Row = {
    ...rowOf('the same: 97.5 % of the answers came within', '-'),
    unit: 'ms',
    better: 'less',
  };
  const deep = rowOf(`page ${(DEEP + 1).toLocaleString('en')} of it, by \`next\``, 'half of page 1', 0.5);
  const byNumber = rowOf('the same by its number', '-');
  const search = rowOf('a search that finds five of them, 10 connections', '50 × Directus', 50);
  const key = rowOf('page 1 by an API key, which is counted in the database', '-');
  const plain = directus.name;
  const withTotal = `${plain} with a total`;
  const ofRow: [Row, string | null, Asked][] = [
    [first, null, own()],
    [first, plain, theirs('')],
    [first, withTotal, { ...theirs('&meta=total_count'), seconds: 10 }],
    [deep, null, { ...own(), url: new URL(next, ours.url).href }],
    [deep, plain, { ...theirs(`&page=${DEEP + 1}`), seconds: 15 }],
    [byNumber, null, { ...own(`?page=${DEEP + 1}`), seconds: 10 }],
    [search, null, { ...own(`?search=${RARE}`), connections: 10 }],
    [search, plain, { ...theirs(`&search=${RARE}`), connections: 10, seconds: 20 }],
    [key, null, { ...own(), headers: { authorization: `Token ${KEY}` } }],
  ];
  // Neither is measured cold.
  for (const asked of [own(), theirs('')]) await pace({ ...asked, seconds: 8 });
  for (let round = 0; round < rounds; round++) {
    for (const [row, rival, asked] of ofRow) {
      const { rate, late: ms } = await pace(asked);
      add(row, rival, rate);
      if (row === first) add(late, rival, ms);
      console.error(`${row.what}: ${rival ?? 'this server'} ${rate.toFixed(1)}/s, ${ms} ms`);
    }
  }
  await settled(ours.db);
  deep.rivals['its own page 1'] = first.ours;
  deep.against = 'its own page 1';
  byNumber.rivals[plain] = deep.rivals[plain] ?? [];
  key.rivals['with a session'] = first.ours;
  return [first, late, deep, byNumber, search, key];
}
