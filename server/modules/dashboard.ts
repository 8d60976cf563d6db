import { dashboard as schema } from '#schema/dashboard.ts';
import { one } from '#schema/entity.ts';
import type { Module } from '../deps.ts';
import { dashboardOf } from '../services/reports/dashboard.ts';

/** A customer's dashboard in one request. */
export const dashboard: Module = (app) => {
  app.get(
    '/v1/core/dashboard/',
    {
      config: { access: 'signed-in', standby: true },
      schema: { tags: ['dashboard', 'ours'], response: { 200: one(schema) } },
    },
    async ({ caller, read }) => ({ data: await read((from) => dashboardOf(from, caller)) }),
  );
};
