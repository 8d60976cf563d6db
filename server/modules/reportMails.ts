import { one } from '#schema/entity.ts';
import { ownReportPair, reportPair } from '#schema/report.ts';
import { OWN_REPORT_MAIL, REPORT_MAIL, reportMail, reportMailInput } from '#schema/reportMail.ts';
import type { Module } from '../deps.ts';
import type { Caller } from '../services/platform/caller.ts';
import { forbidden } from '../services/platform/problem.ts';
import { readReportMail, setReportMail } from '../services/reports/reportMailChoice.ts';

/** What a person gets by mail is not for programs to choose, nor to know. */
function requirePerson({ key }: Caller): void {
  if (key) throw forbidden();
}

/** Whether the caller gets last month's report by mail. */
export const reportMails: Module = (app, { db, config: env }) => {
  const kinds = [
    { path: REPORT_MAIL, entity: 'admin/reports', access: reportPair },
    { path: OWN_REPORT_MAIL, entity: 'reports', access: ownReportPair },
  ] as const;
  for (const { path, entity, access } of kinds) {
    const config = { access };
    const schema = { tags: ['reports', 'ours'], response: { 200: one(reportMail) } };
    const set = async (caller: Caller, calendar: 'ad' | 'bs' | null) => {
      requirePerson(caller);
      await setReportMail(db, caller, calendar, entity);
      return { data: await readReportMail(db, caller, env) };
    };
    app.get(path, { config, schema }, async ({ caller }) => {
      requirePerson(caller);
      return { data: await readReportMail(db, caller, env) };
    });
    app.put(path, { config, schema: { ...schema, body: reportMailInput } }, ({ caller, body }) =>
      set(caller, body.calendar),
    );
    app.delete(path, { config, schema }, ({ caller }) => set(caller, null));
  }
};
