import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { signup as body, resendVerification, signupStarted, verifyOtp } from '#schema/signup.ts';
import { signedIn } from '#schema/user.ts';
import type { Module } from '../deps.ts';
import { originOf } from '../plugins/auth.ts';
import { outboxOf } from '../plugins/loopback.ts';
import { tokenForResponse } from '../plugins/sessionCookie.ts';
import { sendsMail } from '../services/mail/mailServer.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { resendCode, signUp, verifySignup } from '../services/people/signups.ts';
import { Problem } from '../services/platform/problem.ts';

const tags = ['account'];
const started = one(signupStarted).extend({ detail: z.string() });
const CODE_SENT = 'If the address can be used, we have sent a code to it.';

/** Registration: sign-up, the mailed code, and another code. */
export const signup: Module = (app, { config, db, deliverMail }) => {
  const limited = (max: number) => ({
    access: 'public' as const,
    rateLimit: { max, timeWindow: '10 minutes' },
  });
  const preHandler = async () => {
    if (!(await sendsMail(db, config))) {
      throw new Problem(
        'unavailable',
        'This server cannot send e-mail, so you cannot register. Contact your provider.',
      );
    }
  };
  const deliver = (request: FastifyRequest) => mailSoon(deliverMail, request.log);

  app.post(
    '/v1/autho/user/signup/',
    { config: limited(30), schema: { tags, body, response: { 200: started } }, preHandler },
    async (request) => {
      const data = await signUp(db, request.body);
      await deliver(request);
      return { detail: CODE_SENT, data: { ...data, ...outboxOf(config, request) } };
    },
  );

  app.post(
    '/v1/autho/user/verify-otp/',
    { config: limited(60), schema: { tags, body: verifyOtp, response: { 200: one(signedIn) } } },
    async (request, reply) => {
      const token = await verifySignup(db, request.body, originOf(request));
      return { data: { token: tokenForResponse(config, request, reply, token) } };
    },
  );

  app.post(
    '/v1/autho/user/resend-verification/',
    {
      config: limited(30),
      schema: { tags, body: resendVerification, response: { 200: z.object({ detail: z.string() }) } },
      preHandler,
    },
    async (request) => {
      await resendCode(db, request.body);
      await deliver(request);
      return { detail: CODE_SENT };
    },
  );
};
