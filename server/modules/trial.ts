import type { FastifyRequest } from 'fastify';
import { one } from '#schema/entity.ts';
import type { Pair } from '#schema/permissions.ts';
import {
  trialCode,
  trialCodeSent,
  trialMessage,
  trial as trialSchema,
  trialSent,
  trialVerify,
} from '#schema/trial.ts';
import { TRIAL } from '#schema/trialFacts.ts';
import { showsOutbox } from '../config.ts';
import type { Module } from '../deps.ts';
import { runOnce } from '../plugins/idempotency.ts';
import { outboxOf } from '../plugins/loopback.ts';
import { sendTrial, type TrialRules, trialOf } from '../services/sending/trial.ts';
import { sendCode, verifyNumber } from '../services/sending/trialCodes.ts';
import { removeSamples } from '../services/sending/trialSamples.ts';

const SENDS: Pair = ['bulk-sms', 'post'];
const tags = ['trial', 'ours'];
const limited = (max: number) => ({ access: SENDS, rateLimit: { max, timeWindow: '10 minutes' } });

/** The free messages of an account that is not approved yet: its number, its code, and messages to that number alone. */
export const trial: Module = (app, { config, db, memory }) => {
  const rules: TrialRules = { showsSimulated: showsOutbox(config) };
  const show = async ({ caller }: FastifyRequest) => ({ data: await trialOf(db, caller, rules) });

  app.get(TRIAL, { config: { access: SENDS }, schema: { tags, response: { 200: one(trialSchema) } } }, show);

  app.post(
    `${TRIAL}code/`,
    { config: limited(20), schema: { tags, body: trialCode, response: { 200: one(trialCodeSent) } } },
    async (request) => {
      const accepted = await sendCode(db, request.caller, rules, request.body.phone);
      memory?.accepted(accepted);
      const { data } = await show(request);
      return { data: { ...data, ...outboxOf(config, request) } };
    },
  );

  app.post(
    `${TRIAL}verify/`,
    { config: limited(60), schema: { tags, body: trialVerify, response: { 200: one(trialSchema) } } },
    async (request) => {
      await verifyNumber(db, request.caller, rules, request.body.code);
      return show(request);
    },
  );

  app.post(
    `${TRIAL}send/`,
    {
      config: { access: SENDS, idempotent: true },
      schema: { tags, body: trialMessage, response: { 201: one(trialSent) } },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const accepted = await runOnce(
        db,
        request,
        async () => undefined,
        (trx) => sendTrial(trx, caller, rules, body),
      );
      memory?.accepted(accepted);
      const { data } = await show(request);
      return reply.status(201).send({ data: { ...data, campaign: accepted.uuid } });
    },
  );

  app.delete(
    `${TRIAL}samples/`,
    { config: { access: SENDS }, schema: { tags, response: { 200: one(trialSchema) } } },
    async (request) => {
      await db.transaction().execute((trx) => removeSamples(trx, request.caller));
      return show(request);
    },
  );
};
