import { z } from 'zod';
import { linkStates, operatorLink } from './operatorLink.ts';
import { operators } from './phone.ts';

/**
 * Whether a link takes an operator's messages now, or why not. `backup`: a link of higher priority takes them. `tests`: it
 * takes only the other kind of campaigns, because it is the simulator or there is one besides.
 */
export const routeStates = ['takes', 'backup', 'paused', 'down', 'throttled', 'operator', 'tests'] as const;

export const routeLink = z.object({
  uuid: z.uuid(),
  name: z.string(),
  priority: z.int(),
  weight: z.int().nullable(),
  /** What it gets of the operator's messages while nothing changes, 0 to 100; null: as much as it can send. */
  percent: z.number().nullable(),
  route: z.enum(routeStates),
  /** Whether it is connected. A link that was just lost still takes messages: they wait a moment for it. */
  state: z.enum(linkStates),
  /** Why it is down. */
  reason: z.string().nullable(),
});
export type RouteLink = z.infer<typeof routeLink>;

export const ROUTES = `${operatorLink.path}routes/`;

/** GET /v1/admin/operator-links/routes/ (ours): which links take each operator's messages now. */
export const operatorRoute = z.object({
  operator: z.enum(operators),
  /** Its prefixes in today's number plan, as E.164 beginnings. */
  prefixes: z.array(z.string()),
  /** All links, in the order in which they take over. */
  links: z.array(routeLink),
});
export type OperatorRoute = z.infer<typeof operatorRoute>;

/** What keeps a message back whatever links there are. */
export const routeBlocks = [
  ...(['unknown_number', 'no_link', 'account_inactive'] as const),
  ...(['sender_missing', 'sender_pending', 'sender_rejected', 'sender_suspended'] as const),
  ...(['sender_unapproved', 'quiet_hours'] as const),
] as const;
export type RouteBlock = (typeof routeBlocks)[number];

export const ROUTE = `${operatorLink.path}route/`;

/** The query of GET /v1/admin/operator-links/route/: a message that nobody sends. */
export const routeQuery = z
  .strictObject({
    phone: z.string().trim().min(1, 'Required').max(40),
    account: z.uuid().optional(),
    /** A sender ID's name, of that account. */
    sender: z.string().trim().max(20).optional(),
  })
  .refine(({ sender, account }) => !sender || account, {
    path: ['account'],
    message: 'Choose the account of the sender ID.',
  });

/** Which link would take a message to a number now (ours). Nothing is sent. */
export const routeAnswer = z.object({
  /** E.164. */
  phone: z.string(),
  operator: z.enum(operators),
  closed: z.boolean(),
  /** The number plan's entry; null when it has none. */
  prefix: z.string().nullable(),
  /** New campaigns are tests, because there is no link but the simulator. */
  test: z.boolean(),
  blocks: z.array(z.enum(routeBlocks)),
  /** `22:00-07:00` (Asia/Kathmandu); null without. */
  quiet_hours: z.string().nullable(),
  /** All links, in the order in which they take over. */
  links: z.array(routeLink),
});
export type RouteAnswer = z.infer<typeof routeAnswer>;
