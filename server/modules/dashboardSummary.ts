import { DASHBOARD_SUMMARY, dashboardSummary as schema } from '#schema/dashboardSummary.ts';
import { one } from '#schema/entity.ts';
import type { Module } from '../deps.ts';
import { staffDashboard } from '../services/reports/staffDashboard.ts';

/** The provider's dashboard, for its staff. */
export const dashboardSummary: Module = (app, { db }) => {
  app.get(
    DASHBOARD_SUMMARY,
    {
      config: { access: ['dashboard-summary', 'get'] },
      schema: { tags: ['dashboard'], response: { 200: one(schema) } },
    },
    async () => ({ data: await staffDashboard(db) }),
  );
};
