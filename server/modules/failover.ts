import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { FAILOVER, failover as schema } from '#schema/failover.ts';
import { settings } from '#schema/providerSettings.ts';
import type { Module } from '../deps.ts';
import { readFailover, resumeByStaff } from '../services/sending/failover/resume.ts';

/** What a failover lost, and allowing sending to continue after it. */
export const failover: Module = (app, { db }) => {
  const tags = ['ours'];
  const config = { access: settings.read };
  const response = { 200: one(schema.nullable()) };
  app.get(FAILOVER, { config, schema: { tags, response } }, async () => ({ data: await readFailover(db) }));
  app.post(
    `${FAILOVER}resume/`,
    { config, schema: { tags, body: z.strictObject({}).nullish(), response } },
    async ({ caller }) => {
      await resumeByStaff(db, caller);
      return { data: await readFailover(db) };
    },
  );
};
