import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import type { Pair } from '#schema/permissions.ts';
import {
  twoFactor as record,
  recoveryCodes,
  TWO_FACTOR,
  twoFactorConfirm,
  twoFactorProof,
  twoFactorSecret,
  twoFactorStart,
} from '#schema/twoFactor.ts';
import { siteOf } from '../config.ts';
import type { Module } from '../deps.ts';
import {
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
  twoFactorOf,
} from '../services/access/twoFactor.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';

const tags = ['account', 'ours'];
const read = { access: 'signed-in', beforeSecondFactor: true } as const;
const write = { ...read, rateLimit: { max: 20, timeWindow: '1 minute' } } as const;

/** The caller's two-factor sign-in, and an administrator's reset for users who lost it. */
export const twoFactor: Module = (app, { config, db, deliverMail }) => {
  const site = siteOf(config);
  const mail = (request: FastifyRequest) => void mailSoon(deliverMail, request.log);

  app.get(
    TWO_FACTOR,
    { config: read, schema: { tags, response: { 200: one(record) } } },
    async ({ caller }) => ({ data: await twoFactorOf(db, caller.user) }),
  );

  app.post(
    `${TWO_FACTOR}start/`,
    { config: write, schema: { tags, body: twoFactorStart, response: { 200: one(twoFactorSecret) } } },
    async ({ caller, body }) => ({ data: await startTwoFactor(db, caller, body, site) }),
  );

  app.post(
    `${TWO_FACTOR}confirm/`,
    { config: write, schema: { tags, body: twoFactorConfirm, response: { 200: one(recoveryCodes) } } },
    async (request) => {
      const recovery_codes = await confirmTwoFactor(db, request.caller, request.body.code);
      mail(request);
      return { data: { recovery_codes } };
    },
  );

  app.post(
    `${TWO_FACTOR}recovery-codes/`,
    { config: write, schema: { tags, body: twoFactorProof, response: { 200: one(recoveryCodes) } } },
    async (request) => {
      const codes = await renewRecoveryCodes(db, request.caller, request.body, site);
      mail(request);
      return { data: { recovery_codes: codes } };
    },
  );

  app.post(
    `${TWO_FACTOR}turn-off/`,
    { config: write, schema: { tags, body: twoFactorProof, response: { 200: one(record) } } },
    async (request) => {
      await turnOffTwoFactor(db, request.caller, request.body, site);
      mail(request);
      return { data: await twoFactorOf(db, request.caller.user) };
    },
  );

  app.post(
    '/v1/autho/users/:uuid/remove-two-factor/',
    {
      config: { access: ['user-list', 'post'] satisfies Pair as Pair },
      schema: {
        tags: ['users', 'ours'],
        params: z.object({ uuid: z.uuid() }),
        response: { 200: z.object({ detail: z.string() }) },
      },
    },
    async (request) => {
      const { caller, params } = request;
      await db.transaction().execute((trx) => removeTwoFactor(trx, caller, params.uuid));
      mail(request);
      return { detail: 'The second factor was removed.' };
    },
  );
};
