import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import {
  passwordReset as ask,
  linkChecked,
  passwordResetConfirm,
  passwordResetLink,
  resetStarted,
} from '#schema/signup.ts';
import type { Module } from '../deps.ts';
import { originOf } from '../plugins/auth.ts';
import { outboxOf } from '../plugins/loopback.ts';
import { checkLink, requestReset, resetPassword } from '../services/access/passwordResets.ts';
import { sendsMail } from '../services/mail/mailServer.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { Problem } from '../services/platform/problem.ts';

const tags = ['account'];
const started = one(resetStarted).extend({ detail: z.string() });
const response = { 200: z.object({ detail: z.string() }) };

/** A forgotten password: a mailed link, whether it is valid, and setting a new password with it. */
export const passwordReset: Module = (app, { config, db, deliverMail }) => {
  const limited = (max: number) => ({
    access: 'public' as const,
    rateLimit: { max, timeWindow: '10 minutes' },
  });
  const deliver = (request: FastifyRequest) => mailSoon(deliverMail, request.log);

  app.post(
    '/v1/autho/password_reset/',
    { config: limited(30), schema: { tags, body: ask, response: { 200: started } } },
    async (request) => {
      if (!(await sendsMail(db, config))) {
        throw new Problem(
          'unavailable',
          'This server cannot send e-mail. Ask your provider to set a new password for you.',
        );
      }
      await requestReset(db, request.body);
      await deliver(request);
      return {
        detail: 'If this address has an account, we have sent a link to it.',
        data: outboxOf(config, request),
      };
    },
  );

  app.post(
    '/v1/autho/password_reset/check/',
    {
      config: limited(60),
      schema: { tags: [...tags, 'ours'], body: passwordResetLink, response: { 200: one(linkChecked) } },
    },
    async (request) => ({ data: await checkLink(db, request.body.uuid) }),
  );

  app.post(
    '/v1/autho/password_reset/confirm/',
    { config: limited(30), schema: { tags, body: passwordResetConfirm, response } },
    async (request) => {
      await resetPassword(db, request.body, originOf(request));
      await deliver(request);
      return { detail: 'The password was changed. Sign in with it.' };
    },
  );
};
