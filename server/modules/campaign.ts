import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Campaign, campaign as entity } from '#schema/campaign.ts';
import { composeInput, plan as planSchema, testInput } from '#schema/compose.ts';
import { one } from '#schema/entity.ts';
import { hideText } from '#schema/messageTexts.ts';
import { renderBody } from '#schema/sms.ts';
import { crud } from '../crud/crud.ts';
import { campaignExport } from '../crud/exports/campaignExport.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { once } from '../plugins/idempotency.ts';
import { readsTexts } from '../services/access/messageTexts.ts';
import type { Caller } from '../services/platform/caller.ts';
import { requireOperator, requirePhone } from '../services/platform/numbers.ts';
import { invalidField, notFound, Problem } from '../services/platform/problem.ts';
import { cancel, encodingsOf, pause, resume } from '../services/sending/campaigns.ts';
import { accept, type SendRequest, showPlan, stagePlan, type Wanted } from '../services/sending/plan.ts';
import { type Source, sourceOf, valueProblem } from '../services/sending/recipients.ts';
import { failedOf, newestRetry, refuseSecondRetry } from '../services/sending/retries.ts';
import { unreachable } from '../services/sending/routing.ts';

const steer = { access: ['bulk-sms', 'post'] as const };
const send = { ...steer, idempotent: true as const };
const tags = [entity.name, 'ours'];
const params = z.object({ uuid: z.uuid() });
const decision = composeInput.pick({ dry_run: true, plan: true, cost: true, max_cost: true, test: true });

/** Composing, sending and steering campaigns. */
export const campaign: Module = (app, { db, files, memory }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'campaign',
    columns: {
      encodings: encodingsOf,
      unreachable: unreachable('t'),
      retried_as: newestRetry('t', 'uuid'),
      retried_at: newestRetry('t', 'created_at'),
    },
  });
  campaignExport(app, db, entity, 'campaigns');
  const show = async (caller: Caller, uuid: string, on?: Db) => (await find(uuid, caller, on)) as Campaign;

  /** The plan of a request, or with a cost the campaign that it becomes. */
  const planOrSend = async (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: z.infer<typeof decision> & Omit<SendRequest, 'plan' | 'cost' | 'maxCost' | 'test'>,
    source: () => Source,
  ) => {
    const { caller } = request;
    const { wanted, dry_run, name, scheduledAt, retryOf } = asked;
    const cost = asked.cost ?? undefined;
    const maxCost = asked.max_cost ?? undefined;
    const test = asked.test ?? undefined;
    if (dry_run) {
      const plan = await stagePlan(db, caller, wanted, source());
      const data = await showPlan(db, caller, plan, { wanted, scheduledAt });
      // A retry's texts are not the caller's own words.
      const isHidden = retryOf !== undefined && !readsTexts(caller);
      const samples = data.samples.map((one) => (isHidden ? { ...one, text: hideText(one.text) } : one));
      return { data: { ...data, samples } };
    }
    if (cost === undefined && maxCost === undefined) {
      throw invalidField('cost', 'Required: the cost shown by the check, or max_cost.');
    }
    const data = await once(
      db,
      request,
      async () => asked.plan ?? (await stagePlan(db, caller, wanted, source())),
      async (trx, plan) =>
        show(
          caller,
          await accept(trx, caller, { plan, name, wanted, cost, maxCost, test, scheduledAt, retryOf }),
          trx,
        ),
    );
    memory?.accepted(data);
    return reply.status(201).send({ data });
  };

  const planOrCampaign = { 200: one(planSchema), 201: one(entity.record) };

  app.post(
    entity.path,
    { config: send, schema: { tags: [entity.name], body: composeInput, response: planOrCampaign } },
    (request, reply) => {
      const { body: input, caller } = request;
      const { name, sender, body, recipients, urgent, scheduled_at, ...rest } = input;
      const wanted: Wanted = { sender, body, recipients, urgent };
      return planOrSend(request, reply, { ...rest, name, wanted, scheduledAt: scheduled_at ?? null }, () =>
        sourceOf(db, files, caller.account, input),
      );
    },
  );

  app.post(
    `${entity.path}:uuid/retry/`,
    { config: send, schema: { tags, params, body: decision, response: planOrCampaign } },
    async (request, reply) => {
      const { caller } = request;
      const { uuid } = request.params;
      const { rows } = await sql<{
        name: string;
        body: string;
        urgent: boolean;
        sender: string | null;
        removed: boolean;
      }>`
        SELECT c.name, c.body, c.urgent, s.uuid AS sender, c.messages_removed_at IS NOT NULL AS removed
        FROM campaign c
        LEFT JOIN LATERAL (
          SELECT uuid FROM sender_identity WHERE account = c.account AND name = c.sender
          ORDER BY status = 'approved' DESC, uuid DESC LIMIT 1) s ON true
        WHERE c.uuid = ${uuid} AND c.account = ${caller.account}`.execute(db);
      const failed = rows[0];
      if (!failed) throw notFound();
      if (failed.removed) {
        throw new Problem(
          'conflict',
          'The messages of this campaign were removed because of their age, so the failed ones are no longer known.',
        );
      }
      if (!failed.sender) throw invalidField('sender', 'The sender ID of this campaign no longer exists.');
      const { sender, body, urgent } = failed;
      const wanted: Wanted = { sender, body, recipients: { failed_of: uuid }, urgent };
      const name = `${failed.name} (retry)`.slice(0, 120);
      const asked = { ...request.body, name, wanted, scheduledAt: null, retryOf: uuid };
      // A request that sends is checked in `accept`, after the replay of its idempotency key.
      if (asked.dry_run) await refuseSecondRetry(db, uuid);
      return planOrSend(request, reply, asked, () => failedOf(db, uuid));
    },
  );

  app.post(
    `${entity.path}test/`,
    { config: send, schema: { tags, body: testInput, response: { 201: one(entity.record) } } },
    async (request, reply) => {
      const { caller, body: input } = request;
      const phone = requirePhone(input.phone);
      await requireOperator(db, phone);
      const { text, missing } = renderBody(input.body, input.values);
      if (missing.length > 0) throw invalidField('values', `No value for ${missing.join(', ')}.`);
      const problem = valueProblem(input.body, input.values, text);
      if (problem) throw invalidField('values', problem);
      const wanted: Wanted = { sender: input.sender, body: text, recipients: { test: randomUUID() } };
      async function* source(): Source {
        yield [{ source: 'numbers', row: null, value: phone, values: {}, text }];
      }
      const name = `Test to ${phone}`;
      const data = await once(
        db,
        request,
        () => stagePlan(db, caller, wanted, source()),
        async (trx, plan) => {
          const asked = { plan, name, wanted, cost: undefined, scheduledAt: null };
          return show(caller, await accept(trx, caller, asked), trx);
        },
      );
      return reply.status(201).send({ data });
    },
  );

  for (const [action, move] of Object.entries({ pause, resume, cancel })) {
    app.post(
      `${entity.path}:uuid/${action}/`,
      { config: steer, schema: { tags, params, response: { 200: one(entity.record) } } },
      async (request) => {
        await move(db, request.caller, request.params.uuid);
        return { data: await show(request.caller, request.params.uuid) };
      },
    );
  }
};
