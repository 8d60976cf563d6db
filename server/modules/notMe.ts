import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { notMe as body, NOT_ME, notMeChecked } from '#schema/securityAlert.ts';
import type { Module } from '../deps.ts';
import { originOf } from '../plugins/auth.ts';
import { checkNotMe, reportNotMe } from '../services/access/notMe.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';

const tags = ['account', 'ours'];
const limited = (max: number) => ({
  access: 'public' as const,
  rateLimit: { max, timeWindow: '10 minutes' },
});

/** "This was not me": what a mailed link refers to, and confirming it. */
export const notMe: Module = (app, { db, deliverMail }) => {
  app.post(
    `${NOT_ME}check/`,
    { config: limited(60), schema: { tags, body, response: { 200: one(notMeChecked) } } },
    async (request) => ({ data: { kind: await checkNotMe(db, request.body.link) } }),
  );

  app.post(
    NOT_ME,
    { config: limited(30), schema: { tags, body, response: { 200: z.object({ detail: z.string() }) } } },
    async (request) => {
      await reportNotMe(db, request.body.link, originOf(request));
      void mailSoon(deliverMail, request.log);
      return { detail: 'You were signed out everywhere. We have sent you a link to choose a new password.' };
    },
  );
};
