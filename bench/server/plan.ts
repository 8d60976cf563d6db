import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startSimulator } from '../../tests/support/simulator.ts';
import { numbersCsv, type Ours, startOurs } from './ours.ts';
import type { Row } from './table.ts';

const RECIPIENTS = 1_000_000;
const FEW = 20;

interface Plan {
  uuid: string;
  cost: number;
  recipients: number;
}

/** The seconds until so many recipients are planned, and the plan. */
async function planned(
  ours: Ours,
  body: object,
  recipients = RECIPIENTS,
): Promise<{ plan: Plan; seconds: number }> {
  const began = performance.now();
  const { data: plan } = await ours.call<{ data: Plan }>('POST', '/v1/sms/compose/plan/', body);
  if (plan.recipients !== recipients) throw new Error(`planned ${plan.recipients} recipients`);
  return { plan, seconds: (performance.now() - began) / 1000 };
}

/** Two groups of a million contacts, of all and of FEW, whose search is not built: plans do not use it. */
async function millionContacts({ db, account }: Ours): Promise<{ all: string; few: string }> {
  await sql`DROP INDEX contact_name_search`.execute(db);
  const group = async (name: string) =>
    (
      await sql<{ uuid: string }>`
        INSERT INTO contact_group (account, name) VALUES (${account}, ${name}) RETURNING uuid`.execute(db)
    ).rows[0]?.uuid as string;
  const [all, few] = [await group('Everybody'), await group('Few')];
  await sql`
    INSERT INTO contact (uuid, account, name, phone, operator, groups)
    SELECT ('019a' || lpad(to_hex(n), 8, '0') || '-7000-8000-000000000000')::uuid, ${account}, 'Contact ' || n,
      '+977984' || lpad(n::text, 7, '0'), 'ntc',
      CASE WHEN n % ${RECIPIENTS / FEW}::int = 0 THEN ARRAY[${all}::uuid, ${few}::uuid] ELSE ARRAY[${all}::uuid] END
    FROM generate_series(1, ${RECIPIENTS}::int) n`.execute(db);
  await sql`VACUUM ANALYZE contact`.execute(db);
  return { all, few };
}

/**
 * A million recipients from an uploaded file and from a group, and a few of them, are planned, and those of the file sent until
 * the first message is at the operator.
 */
export async function planning(rounds: number): Promise<Row[]> {
  const row = (what: string, unit: string, limit: number): Row => ({
    ...{ what, unit, better: 'less', ours: [], rivals: {}, budget: `${limit} ${unit}`, limit },
  });
  const fromFile = row('a million recipients planned from an uploaded CSV', 's', 15);
  const grouped: Row = {
    ...{
      what: 'the same from a group of a million contacts',
      unit: 's',
      better: 'less',
      ours: [],
      rivals: {},
    },
    ...{ budget: '1.3 × from the file', factor: 1 / 1.3, against: 'from the file' },
  };
  const small = row(`a group of ${FEW} of them planned`, 's', 0.5);
  const first = row('first of them at the operator after sending', 's', 5);
  const csv = numbersCsv(RECIPIENTS);
  for (let round = 0; round < rounds; round++) {
    const simulator = await startSimulator({ undelivered: 0 });
    const ours = await startOurs({ workers: 1, smpp: `${simulator.url}?window=100&rate=100` });
    const reference = await ours.upload(csv, 'numbers.csv');
    const body = {
      ...{ name: 'Bench', sender: ours.sender, body: 'Hello there' },
      recipients: { file: { reference, phone: 'phone' } },
    };
    const { all, few } = await millionContacts(ours);
    const toGroup = (group: string) => ({ ...body, recipients: { groups: [group] } });
    grouped.ours.push((await planned(ours, toGroup(all))).seconds);
    small.ours.push((await planned(ours, toGroup(few), FEW)).seconds);
    const { plan, seconds } = await planned(ours, body);
    fromFile.ours.push(seconds);
    const sent = performance.now();
    await ours.call('POST', '/v1/sms/compose/', { ...body, plan: plan.uuid, cost: plan.cost });
    while ((await simulator.stats()).messages === 0) await sleep(10);
    first.ours.push((performance.now() - sent) / 1000);
    console.error(`most memory, in MB: ${JSON.stringify(ours.memory())}`);
    await ours.close();
    await simulator.kill();
  }
  grouped.rivals['from the file'] = fromFile.ours;
  return [fromFile, grouped, small, first];
}
