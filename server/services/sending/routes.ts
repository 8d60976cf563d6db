import { sql } from 'kysely';
import { type Operator, operators } from '#schema/phone.ts';
import type { OperatorRoute, RouteAnswer, RouteBlock, RouteLink } from '#schema/routing.ts';
import type { Db } from '../../db/database.ts';
import { databaseNow } from '../platform/databaseClock.ts';
import { loadNumberPlan, rangesInForce, requirePhone } from '../platform/numbers.ts';
import { invalidField } from '../platform/problem.ts';
import { lacksApproval } from './approvedSender.ts';
import { readDelivery } from './deliverySettings.ts';
import { destinationOf } from './destination.ts';
import { sharers } from './linkWeights.ts';
import { isQuiet } from './quietHours.ts';
import { routeOf } from './routing.ts';

/** A message that is only asked about. */
interface RouteQuestion {
  phone: string;
  account?: string | undefined;
  /** A sender ID's name. */
  sender?: string | undefined;
}

/** All links as dispatchers see them for operators' messages now, in the order in which they take over. */
async function linksFor(db: Db, of: readonly Operator[], test: boolean): Promise<Map<Operator, RouteLink[]>> {
  const { rows } = await sql<RouteLink & { operator: Operator }>`
    SELECT o.operator, l.uuid, l.name, l.priority, l.weight, n.state, n.reason, r.route,
      CASE WHEN r.route = 'takes' THEN l.weight * 100::float8 / s.total END AS percent
    FROM operator_link l JOIN operator_link_now n ON n.link = l.uuid
    CROSS JOIN unnest(${of}::text[]) AS o(operator)
    CROSS JOIN LATERAL (SELECT ${routeOf('l', sql`o.operator`, sql`${test}::boolean`)} AS route) r
    LEFT JOIN LATERAL (${sharers(sql`o.operator`)}) s ON true
    WHERE l.channel = 'sms'
    ORDER BY l.is_simulator <> ${test}, l.priority, l.name`.execute(db);
  const found = Map.groupBy(rows, ({ operator }) => operator);
  return new Map(of.map((operator) => [operator, (found.get(operator) ?? []).map(withoutOperator)]));
}
const withoutOperator = ({ operator: _, ...link }: RouteLink & { operator: Operator }): RouteLink => link;

/** Whether new campaigns are tests. */
const areTests = async (db: Db): Promise<boolean> => (await destinationOf(db)).kind === 'simulator';

/** The links of every operator that has numbers in today's number plan. */
export async function routesOf(db: Db): Promise<OperatorRoute[]> {
  const ranges = await rangesInForce(db);
  const known = operators.filter((operator) => ranges.some((range) => range.operator === operator));
  const links = await linksFor(db, known, await areTests(db));
  return known.map((operator) => ({
    operator,
    prefixes: ranges.flatMap((range) => (range.operator === operator ? [range.prefix] : [])),
    links: links.get(operator) ?? [],
  }));
}

interface Owner {
  is_active: boolean;
  /** Of the sender ID that was asked about; null if the account has none of this name. */
  sender: 'pending' | 'approved' | 'rejected' | 'suspended' | 'unapproved' | null;
}

/** What keeps messages of an account, under a sender ID if one is given, back. Throws an error of the field `account`. */
async function ownerBlocks(
  db: Db,
  { account, sender }: RouteQuestion,
  operator: Operator,
): Promise<RouteBlock[]> {
  if (!account) return [];
  const { rows } = await sql<Owner>`
    SELECT a.is_active, (
      SELECT CASE WHEN s.status = 'approved' AND ${lacksApproval('s', sql`${operator}::text`)} THEN 'unapproved' ELSE s.status END
      FROM sender_identity s WHERE s.account = a.uuid AND lower(s.name) = lower(${sender ?? ''})
      ORDER BY s.status = 'rejected' LIMIT 1) AS sender
    FROM account a WHERE a.uuid = ${account}`.execute(db);
  const [owner] = rows;
  if (!owner) throw invalidField('account', 'This account does not exist.');
  const blocks: RouteBlock[] = owner.is_active ? [] : ['account_inactive'];
  if (!sender || owner.sender === 'approved') return blocks;
  return [...blocks, owner.sender ? `sender_${owner.sender}` : 'sender_missing'];
}

/**
 * Which link would take a message to a number now, and why the others would not, by the rules of the dispatchers. Changes
 * nothing. Throws an error of the field `phone` or `account`.
 */
export async function routeFor(db: Db, question: RouteQuestion, now?: Date): Promise<RouteAnswer> {
  const phone = requirePhone(question.phone);
  const { operator, closed, prefix } = (await loadNumberPlan(db)).find(phone);
  const test = await areTests(db);
  const links = (await linksFor(db, [operator], test)).get(operator) ?? [];
  const blocks = await ownerBlocks(db, question, operator);
  if (prefix === null) blocks.unshift('unknown_number');
  if (!links.some(({ route }) => route === 'takes' || route === 'throttled')) blocks.push('no_link');
  const { quiet_hours } = await readDelivery(db);
  if (isQuiet(quiet_hours, now ?? (await databaseNow(db)))) blocks.push('quiet_hours');
  return { phone, operator, closed, prefix, test, blocks, links, quiet_hours };
}
