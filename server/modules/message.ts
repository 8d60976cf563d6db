import { sql } from 'kysely';
import { z } from 'zod';
import { channelWords } from '#schema/channel.ts';
import { one } from '#schema/entity.ts';
import { message as entity, type Message, messageMoves, SETTLED } from '#schema/message.ts';
import { reasonText } from '#schema/messageReasons.ts';
import { statusWords } from '#schema/statusWords.ts';
import { crud } from '../crud/crud.ts';
import { csvExport } from '../crud/exports/csvExport.ts';
import { where } from '../crud/listQuery.ts';
import type { Module } from '../deps.ts';
import { runOnce } from '../plugins/idempotency.ts';
import { visibleTo } from '../services/access/visibleTo.ts';
import { nepalTime } from '../services/platform/nepalTime.ts';
import { ofCampaign } from '../services/platform/ofSameAccount.ts';
import { notFound } from '../services/platform/problem.ts';
import { shownStatus } from '../services/sending/messagesInFlight.ts';
import { settleMessage } from '../services/sending/receipts.ts';
import { fellBack } from '../services/sending/viberMessages.ts';
import { yesNo } from '../services/sheets/csv.ts';

const table = 'message';
const computed = {
  status: shownStatus('t'),
  test: ofCampaign('t', 'test'),
  text: sql`coalesce(t.text, ${ofCampaign('t', 'body')})`,
};
type Exported = Message & Required<Pick<Message, 'channel'>> & { campaign_name: string; fell_back: boolean };
const exported = sql`t.uuid, t.created_at, t.row, t.phone, t.operator, t.parts, t.operator_id, t.error, t.submitted_at,
  t.finished_at, ${computed.status} AS status, ${computed.text} AS text, ${computed.test} AS test,
  ${ofCampaign('t', 'name')} AS campaign_name, t.channel, ${fellBack('t')} AS fell_back, t.read_at`;

const settlement = z.strictObject({ status: z.enum(messageMoves.unknown) });

/** The messages of campaigns, and their export; staff may settle a message without a receipt. */
export const message: Module = (app, { db }) => {
  const { find } = crud(app, { db }, entity, { table, columns: computed, trail: true, standby: true });

  csvExport<Exported>(app, db, entity, {
    table,
    columns: exported,
    conditions: (caller, query) =>
      sql`${visibleTo(entity, caller)} AND ${where(entity, query, undefined, computed)}`,
    name: 'messages',
    head: () => [
      ...['campaign', 'row', 'phone', 'operator', 'status', 'reason', 'parts', 'text'],
      ...['created (NPT)', 'handed over (NPT)', 'finished (NPT)', 'operator’s id', 'test'],
      ...['channel', 'fell back to SMS', 'read (NPT)'],
    ],
    line: (m) => [
      ...[m.campaign_name, m.row, m.phone, m.operator, statusWords[m.status]],
      ...[m.error && reasonText(m.error), m.parts, m.text],
      ...[m.created_at, m.submitted_at, m.finished_at].map(nepalTime),
      ...[m.operator_id, yesNo(m.test)],
      ...[channelWords[m.channel], yesNo(m.fell_back), nepalTime(m.read_at ?? null)],
    ],
  });

  app.post(
    `${entity.path}:uuid/settle/`,
    {
      config: { access: ['sms-dispatch', 'post'] as const, idempotent: true as const },
      schema: {
        tags: [entity.name, 'ours'],
        params: z.object({ uuid: z.uuid() }),
        body: settlement,
        response: { 200: one(z.object({ moved: z.int() })) },
      },
    },
    async (request) => {
      const { uuid } = request.params;
      const { status } = request.body;
      // Expired and refused messages never arrived, so their money is released. The rest is charged.
      const isReleased = status === 'expired';
      const move = { uuid, status, error: isReleased ? SETTLED : null, release: isReleased };
      const data = await runOnce(
        db,
        request,
        () => find(uuid, request.caller),
        async (trx) => {
          if (!(await settleMessage(trx, move, request.caller))) throw notFound();
          return { moved: 1 };
        },
      );
      return { data };
    },
  );
};
