import { z } from 'zod';
import { prove as body, PROVE } from '#schema/stepUp.ts';
import { siteOf } from '../config.ts';
import type { Module } from '../deps.ts';
import { stepUp as showAnew } from '../services/access/stepUp.ts';

/** Proving one's identity again before changing money, prices, users or settings, or signing in as a customer. */
export const stepUp: Module = (app, { config, db }) => {
  app.post(
    PROVE,
    {
      config: { access: 'signed-in', rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: { tags: ['account', 'ours'], body, response: { 200: z.object({ detail: z.string() }) } },
    },
    async ({ caller, body }) => {
      await showAnew(db, caller, body, siteOf(config));
      return { detail: 'Confirmed. You can continue.' };
    },
  );
};
