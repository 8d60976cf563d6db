import { type Kysely, type RawBuilder, sql } from 'kysely';
import { shownStatus } from '#schema/campaignState.ts';
import { type Channel, channelWords } from '#schema/channel.ts';
import type { Entity } from '#schema/entity.ts';
import type { Overseen } from '#schema/oversight.ts';
import { encodingShares } from '#schema/sms.ts';
import { statusWords } from '#schema/statusWords.ts';
import type { App } from '../../deps.ts';
import { visibleTo } from '../../services/access/visibleTo.ts';
import { accountName, userName } from '../../services/platform/names.ts';
import { nepalTime } from '../../services/platform/nepalTime.ts';
import { notApproved, waitsFor } from '../../services/sending/approval.ts';
import { encodingsOf } from '../../services/sending/campaigns.ts';
import { rupees, yesNo } from '../../services/sheets/csv.ts';
import { where } from '../listQuery.ts';
import { csvExport } from './csvExport.ts';

const outcomes = [
  ...(['delivered', 'undelivered', 'expired', 'rejected', 'unknown'] as const),
  ...(['submitted', 'queued', 'cancelled'] as const),
];

/** SQL: how many messages of a Viber campaign were charged over a channel. From the daily sums, because it may have millions of messages. */
function charged(channel: Channel): RawBuilder<unknown> {
  return sql`CASE WHEN t.channel = 'viber' THEN (SELECT coalesce(sum(u.messages), 0)::int FROM consumption u
    WHERE u.campaign = t.uuid AND (u.source = 'viber') = ${channel === 'viber'}) END`;
}
type Exported = Overseen &
  Required<Pick<Overseen, 'channel'>> & {
    charged_viber: number | null;
    charged_sms: number | null;
    read: number | null;
  };
const columns = sql`t.uuid, t.created_at, t.name, t.status, ${notApproved('t')} AS not_approved, t.error, t.sender, t.encoding, t.body, t.recipients,
  t.delivered, t.undelivered, t.expired, t.rejected, t.unknown, t.submitted, t.queued, t.cancelled, t.parts,
  t.package_parts, t.cost, t.captured, t.released, t.scheduled_at, t.started_at, t.finished_at, t.attention, t.test,
  ${encodingsOf} AS encodings, ${accountName} AS account_name,
  ${userName(sql`t."user"`)} AS maker, t.channel, t.viber, t.fallback_minutes,
  ${charged('viber')} AS charged_viber, ${charged('sms')} AS charged_sms,
  CASE WHEN t.channel = 'viber' THEN t.read END AS read`;

/** The encoding; for a mixed campaign the number of messages of each, as on its page. */
const encodingText = ({ encoding, encodings }: Pick<Overseen, 'encoding' | 'encodings'>): string => {
  const shares = encodings ? encodingShares(encodings) : [];
  return shares.length > 1 ? shares.map(([name, count]) => `${name}: ${count}`).join(', ') : encoding;
};

/** Campaigns as CSV with delivery results and cost: those of an account, or all for staff. */
export function campaignExport(app: App, db: Kysely<unknown>, entity: Entity, name: string): void {
  csvExport<Exported>(app, db, entity, {
    table: 'campaign',
    columns,
    conditions: (caller, query) =>
      sql`${visibleTo(entity, caller)} AND ${where(entity, query, undefined, { waits_for: waitsFor('t') })}`,
    name,
    head: () => [
      ...['account', 'campaign', 'made by', 'status', 'reason', 'sender', 'encoding', 'text', 'recipients'],
      ...outcomes,
      ...['parts', 'parts of packages', 'held (Rs.)', 'charged (Rs.)', 'released (Rs.)'],
      ...['created (NPT)', 'scheduled (NPT)', 'started (NPT)', 'finished (NPT)', 'test'],
      ...[
        'channel',
        'Viber identity',
        'SMS after (minutes)',
        'charged over Viber',
        'charged as SMS after Viber',
        'read in Viber',
      ],
    ],
    line: (c) => [
      ...[
        c.account_name,
        c.name,
        c.maker,
        statusWords[shownStatus(c)],
        c.error,
        c.sender,
        encodingText(c),
        c.body,
        c.recipients,
      ],
      ...outcomes.map((outcome) => c[outcome]),
      ...[c.parts, c.package_parts, rupees(c.cost), rupees(c.captured), rupees(c.released)],
      ...[c.created_at, c.scheduled_at, c.started_at, c.finished_at].map(nepalTime),
      yesNo(c.test),
      ...[channelWords[c.channel], c.viber, c.fallback_minutes, c.charged_viber, c.charged_sms, c.read],
    ],
  });
}
