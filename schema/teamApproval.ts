import { z } from 'zod';
import { campaignStatuses } from './campaignState.ts';
import { colleague } from './team.ts';

/** GET and PUT: from how many recipients a day on a colleague must approve campaigns (ours). */
export const teamApprovalPath = `${colleague.path}approval/`;

/**
 * The most recipients that leave on a calendar day in Nepal without a colleague's approval, of all campaigns of people who
 * do not manage the team. Null: nobody has to approve. 0: every such campaign waits.
 */
export const teamApproval = z.strictObject({ above: z.int().min(0).max(100_000_000).nullable() });
export type TeamApproval = z.infer<typeof teamApproval>;

/** The answer of approve/ and reject/ of a campaign: its state now. An approved one may still wait for the provider. */
export const colleagueDecision = z.object({ uuid: z.uuid(), status: z.enum(campaignStatuses) });
