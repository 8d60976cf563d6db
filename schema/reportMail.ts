import { z } from 'zod';
import { OWN_REPORTS, REPORTS } from './report.ts';

/** GET, PUT, DELETE (ours): whether the signed-in user gets last month's report by mail. PUT switches it on. */
export const REPORT_MAIL = `${REPORTS}mail/`;
export const OWN_REPORT_MAIL = `${OWN_REPORTS}mail/`;

const calendar = z.enum(['ad', 'bs']);

export const reportMail = z.object({
  /** Whose months: Gregorian ones or those of Bikram Sambat. Null: no mail. */
  calendar: calendar.nullable(),
  /** Where it is sent; empty for staff who are signed in as the user and may not read the profile. */
  email: z.string(),
  /** Whether the server has a mail server. */
  can_send: z.boolean(),
});
export type ReportMail = z.infer<typeof reportMail>;

export const reportMailInput = z.strictObject({ calendar });
