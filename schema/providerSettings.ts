import { z } from 'zod';
import { addedYearProblems } from './bikramSambat.ts';
import { calendarYear } from './calendarYear.ts';
import { defineEntity, field } from './entity.ts';
import { messageMonths } from './messageMonths.ts';
import { quietHours } from './quietHours.ts';
import { senderName } from './senderIdentity.ts';
import { SETTINGS, settingsPair, settingsPart } from './settingsPart.ts';
import { TRIAL_MESSAGES_MAX } from './trial.ts';
import { twoFactorRoles } from './twoFactorRoles.ts';

/** More than a century must be a mistake. */
const calendarYears = z.array(calendarYear).max(100);
const checkedYears = calendarYears.superRefine((years, context) => {
  for (const { index, text } of addedYearProblems(years))
    context.addIssue({ code: 'custom', path: [index, 'months'], message: text });
});

/** No longer than a session lives (TOKEN_SECONDS). */
const idleMinutes = z.int().min(5).max(1200).nullish();

/**
 * GET and PUT /v1/admin/settings/ (ours): settings of the whole server, for administrators. Its fields are also those of the
 * parts below, which the console's tabs use.
 */
export const settings = defineEntity({
  name: SETTINGS,
  path: '/v1/admin/settings/',
  read: settingsPair,
  write: settingsPair,
  writes: ['update'],
  tenancy: 'everyone',
  title: 'name',
  fields: {
    /**
     * A campaign needs approval when its account would send to more recipients than this on one day without approval, over
     * all its campaigns; null: never.
     */
    approval_above: field('integer', z.int().min(0).max(10_000_000).nullish()),
    /** A recipient list with this many consecutive numbers is flagged; null: never. */
    consecutive_numbers: field('integer', z.int().min(2).max(1_000_000).nullish()),
    /**
     * Whether all staff must set up a second factor: `admin` and `support` of `two_factor_roles`. It was there before that
     * field. Of the two, the one that differs from the stored value counts, and `two_factor_roles` if both do.
     */
    staff_two_factor: field('boolean', z.boolean()),
    /** Who must set up a second factor before anything else. Unchanged if missing. */
    two_factor_roles: field('text', z.array(z.string()).optional(), { input: twoFactorRoles.optional() }),
    /**
     * Minutes without a request after which sessions of staff and of customers end; null: only after the full 20 hours.
     * Unchanged if missing.
     */
    staff_idle_minutes: field('integer', idleMinutes),
    customer_idle_minutes: field('integer', idleMinutes),
    /** Payments and adjustments above this amount (minor units) need a second person; null: none. Unchanged if missing. */
    second_person_above: field('money', z.int().min(0).max(100_000_000_000).nullish()),
    /**
     * Minutes after signing in or proving one's identity during which changes to money, users or settings need no new proof
     * (stepUp.ts); null: never needed. Unchanged if missing.
     */
    step_up_minutes: field('integer', z.int().min(1).max(1200).nullish()),
    /**
     * Years of Bikram Sambat published after this release: days of the months, Baisakh to Chaitra. A year replaces a
     * forecast of the table or follows the last year. Unchanged if missing.
     */
    calendar_years: field('text', calendarYears.optional(), { input: checkedYears.optional() }),
  },
});
export const providerSettings = settings.update;
export type ProviderSettings = z.infer<typeof providerSettings>;

const { approval_above, consecutive_numbers, calendar_years, ...security } = settings.fields;
const { staff_two_factor } = security;
/** Hours of validity until a provider chooses others. */
export const VALIDITY_HOURS = 24;
/** A week: operators keep no message for longer. */
export const VALIDITY_HOURS_MAX = 168;
/** The most recipients that a provider can allow an urgent campaign: it goes before everybody else's messages. */
export const URGENT_MOST = 10_000;

export const sendingSettings = settingsPart('sending', {
  approval_above,
  consecutive_numbers,
  /** `22:00-07:00` (Asia/Kathmandu): when only urgent messages are sent; null: none. */
  quiet_hours: field('text', quietHours.nullish()),
  /** Hours for which an operator tries to deliver a message; after them its state is final. Null: VALIDITY_HOURS. */
  validity_hours: field('integer', z.int().min(1).max(VALIDITY_HOURS_MAX).nullish()),
  /** Recipients of an urgent campaign; 0: no campaign is urgent. Null: URGENT_MAX. */
  urgent_max: field('integer', z.int().min(0).max(URGENT_MOST).nullish()),
  /** Recipients of all urgent campaigns of an account on one day (Nepal); null: no limit. */
  urgent_daily: field('integer', z.int().min(0).max(10_000_000).nullish()),
  /** Whether customers whose account is not approved yet can send free messages to a number of their own (trial.ts). */
  trial_enabled: field('boolean', z.boolean().optional()),
  /** The sender ID of these messages. */
  trial_sender: field('text', senderName.nullish()),
  /** How many messages an account can send; null: TRIAL_MESSAGES. */
  trial_messages: field('integer', z.int().min(1).max(TRIAL_MESSAGES_MAX).nullish()),
  /** Months for which messages are kept after their own month (UTC), unless an account has its own; null: for ever. */
  message_months: field('integer', messageMonths.nullish()),
});
export const securitySettings = settingsPart('security', {
  ...security,
  staff_two_factor: { ...staff_two_factor, input: z.boolean().optional() },
});
export const calendarSettings = settingsPart('calendar', { calendar_years });
