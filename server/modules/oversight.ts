import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import {
  oversight as entity,
  type Overseen,
  overseePair,
  pauseInput,
  refusalInput,
  oversightSummary as summary,
} from '#schema/oversight.ts';
import { crud } from '../crud/crud.ts';
import { campaignExport } from '../crud/exports/campaignExport.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { noPreparation, runOnce } from '../plugins/idempotency.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { accountName, userName } from '../services/platform/names.ts';
import { notApproved, waitsFor } from '../services/sending/approval.ts';
import { waitsForOperators, waitsForSender } from '../services/sending/approvedSender.ts';
import { encodingsOf } from '../services/sending/campaigns.ts';
import { approve, hold, oversightSummary, reject, resumeHeld, stop } from '../services/sending/oversight.ts';
import { keptUntil } from '../services/sending/retention.ts';

const tags = [entity.name, 'ours'];
const config = { access: overseePair, idempotent: true as const };
const params = z.object({ uuid: z.uuid() });
const nothing = z.strictObject({}).nullish();

/** All accounts' campaigns, and the decisions of staff on them. */
export const oversight: Module = (app, { db, deliverMail }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'campaign',
    columns: {
      messages_kept_until: keptUntil('t'),
      account_name: accountName,
      encodings: encodingsOf,
      sender_suspended: waitsForSender('t'),
      unapproved_by: waitsForOperators('t'),
      waits_for: waitsFor('t'),
      not_approved: notApproved('t'),
      maker: userName(sql`t."user"`),
      colleague_by: userName(sql`t.colleague_by`),
      decided_by: userName(sql`t.decided_by`),
    },
  });

  campaignExport(app, db, entity, 'all-campaigns');

  app.get(
    `${entity.path}summary/`,
    { config: { access: entity.read }, schema: { tags, response: { 200: one(summary) } } },
    async () => ({ data: await oversightSummary(db) }),
  );

  /** Decides once per Idempotency-Key; the mails are sent after the commit. */
  const decide = async (request: FastifyRequest, uuid: string, act: (trx: Db) => Promise<void>) => {
    const data = await runOnce(db, request, noPreparation, async (trx) => {
      await act(trx);
      return (await find(uuid, request.caller, trx)) as Overseen;
    });
    void mailSoon(deliverMail, request.log);
    return { data };
  };
  const response = { 200: one(entity.record) };

  for (const [action, move] of Object.entries({ approve, resume: resumeHeld })) {
    app.post(
      `${entity.path}:uuid/${action}/`,
      { config, schema: { tags, params, body: nothing, response } },
      (request) =>
        decide(request, request.params.uuid, (trx) => move(trx, request.caller, request.params.uuid)),
    );
  }

  for (const [action, move] of Object.entries({ reject, stop })) {
    app.post(
      `${entity.path}:uuid/${action}/`,
      { config, schema: { tags, params, body: refusalInput, response } },
      (request) =>
        decide(request, request.params.uuid, (trx) =>
          move(trx, request.caller, request.params.uuid, request.body.reason),
        ),
    );
  }

  app.post(
    `${entity.path}:uuid/pause/`,
    { config, schema: { tags, params, body: pauseInput, response } },
    (request) =>
      decide(request, request.params.uuid, (trx) =>
        hold(trx, request.caller, request.params.uuid, request.body.reason || null),
      ),
  );
};
