import { z } from 'zod';
import { addedYearProblems } from './bikramSambat.ts';
import { calendarYear } from './calendarYear.ts';
import { defineEntity, field } from './entity.ts';
import type { Pair } from './permissions.ts';

/** Reading and changing alike: customers, who hold the `get` of this name, have no business with them. */
const pair: Pair = ['setting-list', 'post'];

/** More than a century of them is a mistake. */
const calendarYears = z.array(calendarYear).max(100);
const checkedYears = calendarYears.superRefine((years, context) => {
  for (const { index, text } of addedYearProblems(years))
    context.addIssue({ code: 'custom', path: [index, 'months'], message: text });
});

/** Not more than a session lives (TOKEN_SECONDS). */
const idleMinutes = z.int().min(5).max(1200).nullish();

/** GET and PUT /v1/admin/settings/ (ours): what administrators decide for the whole server. */
export const settings = defineEntity({
  name: 'admin/settings',
  path: '/v1/admin/settings/',
  read: pair,
  write: pair,
  writes: ['update'],
  tenancy: 'everyone',
  title: 'name',
  fields: {
    /**
     * A campaign waits for approval when more recipients than this would be sent to without approval on one day, over
     * all campaigns of its account; null: none does.
     */
    approval_above: field('integer', z.int().min(0).max(10_000_000).nullish()),
    /** A recipient list with a run of so many consecutive numbers is flagged; null: none is. */
    consecutive_numbers: field('integer', z.int().min(2).max(1_000_000).nullish()),
    /** Staff without a second factor must set one up before they can do anything else. */
    staff_two_factor: field('boolean', z.boolean()),
    /**
     * Minutes without a request after which sessions of staff and of customers end; null: after their 20 hours. Left
     * out, they stay as they are.
     */
    staff_idle_minutes: field('integer', idleMinutes),
    customer_idle_minutes: field('integer', idleMinutes),
    /**
     * Payments and adjustments of more minor units than this need a second person; null: none does. Left out, it stays
     * as it is.
     */
    second_person_above: field('money', z.int().min(0).max(100_000_000_000).nullish()),
    /**
     * Minutes after signing in, or after showing it anew, in which nobody is asked to show that it is them before they
     * change money, users or settings (stepUp.ts); null: nobody ever is. Left out, they stay as they are.
     */
    step_up_minutes: field('integer', z.int().min(1).max(1200).nullish()),
    /**
     * Years of Bikram Sambat whose calendar was published after the release: the days of the months, Baisakh to
     * Chaitra. A year replaces the table's forecast or follows the last year. Left out, they stay as they are.
     */
    calendar_years: field('text', calendarYears.optional(), { input: checkedYears.optional() }),
  },
});
export const providerSettings = settings.update;
export type ProviderSettings = z.infer<typeof providerSettings>;
