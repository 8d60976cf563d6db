import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Campaign, campaign as entity } from '#schema/campaign.ts';
import { campaignRecipients } from '#schema/campaignRecipients.ts';
import { campaignResults } from '#schema/campaignResults.ts';
import type { Channel } from '#schema/channel.ts';
import {
  composeInput,
  decisionInput,
  planInput,
  planPath,
  plan as planSchema,
  scheduleInput,
  testInput,
} from '#schema/compose.ts';
import { one } from '#schema/entity.ts';
import { hideText } from '#schema/messageTexts.ts';
import { crud } from '../crud/crud.ts';
import { campaignExport } from '../crud/exports/campaignExport.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { runOnce } from '../plugins/idempotency.ts';
import { readsTexts } from '../services/access/messageTexts.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import type { Caller } from '../services/platform/caller.ts';
import { userName } from '../services/platform/names.ts';
import { requireOperator, requirePhone } from '../services/platform/numbers.ts';
import { invalidField, notFound, Problem } from '../services/platform/problem.ts';
import { notApproved, waitsFor } from '../services/sending/approval.ts';
import { waitsForOperators, waitsForSender } from '../services/sending/approvedSender.ts';
import { resultsOf } from '../services/sending/campaignResults.ts';
import { sourceOfCampaign } from '../services/sending/campaignSource.ts';
import { cancel, encodingsOf, pause, resume } from '../services/sending/campaigns.ts';
import { approversOf } from '../services/sending/colleagueApproval.ts';
import { accept, type SendRequest, showPlan } from '../services/sending/plan.ts';
import { type Source, sourceOf } from '../services/sending/recipients.ts';
import { requireRendered } from '../services/sending/renderedText.ts';
import { reschedule } from '../services/sending/reschedule.ts';
import { keptUntil } from '../services/sending/retention.ts';
import { failedOf, newestRetry, refuseSecondRetry } from '../services/sending/retries.ts';
import { unreachable } from '../services/sending/routing.ts';
import { planToSend, stagePlan } from '../services/sending/stagedPlan.ts';
import { viberOf, type Wanted } from '../services/sending/wanted.ts';

const steer = { access: ['bulk-sms', 'post'] as const };
const send = { ...steer, idempotent: true as const };
/**
 * A plan reads and stores up to a million recipients. Of the 600 requests a minute of an API key (API_KEY_RATE) every other may be
 * one. Counted by account: customers of one office share an address.
 */
const planning = {
  ...steer,
  rateLimit: {
    max: 300,
    timeWindow: '1 minute',
    keyGenerator: ({ caller }: FastifyRequest) => caller.account,
  },
};
const tags = [entity.name, 'ours'];
const params = z.object({ uuid: z.uuid() });

/** Runs before the rest of every sending request: `dry_run` requested a plan here in earlier versions. */
const refuseDryRun = async ({ body, url }: FastifyRequest): Promise<void> => {
  const dryRun = (body as { dry_run?: unknown } | null | undefined)?.dry_run;
  if (dryRun === undefined || dryRun === false) return;
  const path = planPath(url.replace(/\?.*/, ''));
  throw invalidField(
    'dry_run',
    `This path sends. To see what it would cost, use POST ${path} without dry_run. Nothing was sent.`,
  );
};

/** What is sent or planned: a message by the caller, or a retry of one of their campaigns. */
type ComposedMessage = Omit<SendRequest, 'plan' | 'staged' | 'cost' | 'maxCost' | 'test'> & {
  source(): Source;
};

/** Composing, sending and controlling campaigns. */
export const campaign: Module = (app, { db, files, memory, deliverMail }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'campaign',
    columns: {
      encodings: encodingsOf,
      unreachable: unreachable('t'),
      unapproved_by: waitsForOperators('t'),
      waits_for: waitsFor('t'),
      not_approved: notApproved('t'),
      maker: userName(sql`t."user"`),
      approvers: approversOf,
      colleague_by: userName(sql`t.colleague_by`),
      sender_suspended: waitsForSender('t'),
      retried_as: newestRetry('t', 'uuid'),
      retried_at: newestRetry('t', 'created_at'),
      messages_kept_until: keptUntil('t'),
    },
    standby: true,
  });
  campaignExport(app, db, entity, 'campaigns');
  const show = async (caller: Caller, uuid: string, on?: Db) => (await find(uuid, caller, on)) as Campaign;

  /** Shows what sending would do; nothing is sent. */
  const plan = async (caller: Caller, { wanted, scheduledAt, retryOf, source }: ComposedMessage) => {
    const uuid = await stagePlan(db, caller, wanted, source(), scheduledAt);
    const data = await showPlan(db, caller, uuid, { wanted, scheduledAt });
    // A retry's texts are not the caller's own words.
    const isHidden = retryOf !== undefined && !readsTexts(caller);
    const samples = data.samples.map((one) => (isHidden ? { ...one, text: hideText(one.text) } : one));
    return { data: { ...data, samples } };
  };

  /** The resulting campaign, at the agreed cost. */
  const sendIt = async (
    request: FastifyRequest,
    reply: FastifyReply,
    agreed: z.infer<typeof decisionInput>,
    { source, ...message }: ComposedMessage,
  ) => {
    const { caller } = request;
    const cost = agreed.cost ?? undefined;
    const maxCost = agreed.max_cost ?? undefined;
    const test = agreed.test ?? undefined;
    if (cost === undefined && maxCost === undefined) {
      throw invalidField('cost', 'Required: the cost shown by the check, or max_cost.');
    }
    const { wanted, scheduledAt } = message;
    const { stage, failed } = planToSend(db, caller, wanted, agreed.plan ?? source, scheduledAt);
    const data = await runOnce(db, request, stage, async (trx, plan) =>
      show(caller, await accept(trx, caller, { ...message, ...plan, cost, maxCost, test }), trx),
    ).catch(failed);
    memory?.accepted(data);
    if (data.waits_for === 'colleague') void mailSoon(deliverMail, request.log);
    return reply.status(201).send({ data });
  };

  const ofMessage = (caller: Caller, input: z.infer<typeof planInput>): ComposedMessage => {
    const { name = '', sender, body, recipients, urgent } = input;
    return {
      name,
      wanted: { sender, body, recipients, urgent, viber: viberOf(input) },
      scheduledAt: input.scheduled_at ?? null,
      source: () => sourceOf(db, files, caller.account, input),
    };
  };

  const planned = { 200: one(planSchema) };
  const sent = { 201: one(entity.record) };

  app.post(
    planPath(entity.path),
    { config: planning, schema: { tags, body: planInput, response: planned } },
    ({ caller, body }) => plan(caller, ofMessage(caller, body)),
  );

  app.post(
    entity.path,
    {
      config: send,
      preValidation: refuseDryRun,
      schema: { tags: [entity.name], body: composeInput, response: sent },
    },
    (request, reply) => sendIt(request, reply, request.body, ofMessage(request.caller, request.body)),
  );

  /**
   * A retry of one of the caller's campaigns. Throws `not_found`, `conflict` or `invalid` if it cannot be
   * retried.
   */
  const ofRetry = async (caller: Caller, uuid: string): Promise<ComposedMessage> => {
    const { rows } = await sql<{
      name: string;
      body: string;
      urgent: boolean;
      sender: string | null;
      removed: boolean;
      channel: Channel;
      identity: string | null;
      fallback: number | null;
    }>`
      SELECT c.name, c.body, c.urgent, s.uuid AS sender, c.messages_removed_at IS NOT NULL AS removed, c.channel,
        v.uuid AS identity, c.fallback_minutes AS fallback
      FROM campaign c
      LEFT JOIN viber_identity v ON v.account = c.account AND v.name = c.viber AND v.status = 'approved'
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
    const { body, urgent, channel, identity, fallback } = failed;
    const isViber = channel === 'viber';
    const sender = isViber && fallback === null ? null : failed.sender;
    if (!sender && (!isViber || fallback !== null))
      throw invalidField('sender', 'The sender ID of this campaign no longer exists.');
    if (isViber && !identity)
      throw invalidField('viber_identity', 'The Viber identity of this campaign no longer exists.');
    return {
      name: `${failed.name} (retry)`.slice(0, 120),
      wanted: {
        ...{ sender, body, recipients: { failed_of: uuid }, urgent },
        ...(isViber && identity && { viber: { identity, fallback } }),
      },
      scheduledAt: null,
      retryOf: uuid,
      source: () => failedOf(db, uuid),
    };
  };

  const retry = `${entity.path}:uuid/retry/`;
  app.post(
    planPath(retry),
    { config: planning, schema: { tags, params, response: planned } },
    async ({ caller, params: { uuid } }) => {
      const retried = await ofRetry(caller, uuid);
      // A request that sends is checked in `accept`, after the replay of its idempotency key.
      await refuseSecondRetry(db, uuid);
      return plan(caller, retried);
    },
  );

  app.post(
    retry,
    {
      config: send,
      preValidation: refuseDryRun,
      schema: { tags, params, body: decisionInput, response: sent },
    },
    async (request, reply) =>
      sendIt(request, reply, request.body, await ofRetry(request.caller, request.params.uuid)),
  );

  app.post(
    `${entity.path}test/`,
    { config: send, schema: { tags, body: testInput, response: { 201: one(entity.record) } } },
    async (request, reply) => {
      const { caller, body: input } = request;
      const phone = requirePhone(input.phone);
      await requireOperator(db, phone);
      const text = requireRendered(input.body, input.values);
      const recipients = { test: randomUUID() };
      const wanted: Wanted = { sender: input.sender, body: text, recipients, viber: viberOf(input) };
      async function* source(): Source {
        yield [{ source: 'numbers', row: null, value: phone, values: {}, text }];
      }
      const name = `Test to ${phone}`;
      const { stage, failed } = planToSend(db, caller, wanted, source);
      const data = await runOnce(db, request, stage, async (trx, plan) => {
        const accepted = { ...plan, name, wanted, cost: undefined, scheduledAt: null };
        return show(caller, await accept(trx, caller, accepted), trx);
      }).catch(failed);
      return reply.status(201).send({ data });
    },
  );

  app.get(
    `${entity.path}:uuid/results/`,
    { config: { access: entity.read }, schema: { tags, params, response: { 200: one(campaignResults) } } },
    async ({ caller, params: { uuid } }) => {
      const { recipients } = await show(caller, uuid);
      return { data: await resultsOf(db, uuid, recipients) };
    },
  );

  app.get(
    `${entity.path}:uuid/recipients/`,
    { config: steer, schema: { tags, params, response: { 200: one(campaignRecipients) } } },
    async ({ caller, params: { uuid } }) => ({ data: await sourceOfCampaign(db, caller.account, uuid) }),
  );

  app.post(
    `${entity.path}:uuid/schedule/`,
    { config: steer, schema: { tags, params, body: scheduleInput, response: { 200: one(entity.record) } } },
    async ({ caller, params: { uuid }, body }) => {
      await reschedule(db, caller, uuid, body.scheduled_at);
      return { data: await show(caller, uuid) };
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
