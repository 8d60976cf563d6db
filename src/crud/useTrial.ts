import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isStaff } from '#schema/isStaff.ts';
import type { Trial } from '#schema/trial.ts';
import { canAccess } from '../core/access.ts';
import { dataOf } from '../core/dataOf.ts';
import { http } from '../core/http.ts';
import { offers } from '../core/offers.ts';
import { useUser } from '../layout/useUser.ts';

/** Typed as the contract's constant, because importing it would also load zod. */
export const TRIAL: typeof import('#schema/trial.ts').TRIAL = '/v1/sms/trial/';

/** The address of the trial's card on the dashboard. */
export const TRIAL_ANCHOR = 'trial';

/** The trial of the signed-in user's account; undefined while it is loading, and where there is none. */
export function useTrial() {
  const user = useUser();
  const client = useQueryClient();
  const queryKey = ['trial', user?.uuid];
  const isOpen =
    offers('trial') &&
    canAccess('sms/bulk-sms') &&
    !(user && isStaff(user.role)) &&
    user?.account?.kyc_status !== 'approved' &&
    !user?.acting;
  const { data, isLoading } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => dataOf<Trial>(await http.json(TRIAL, { signal })),
    enabled: isOpen,
  });
  return {
    // What was loaded before the approval is no trial any more.
    trial: isOpen && data?.refusal === null ? data : undefined,
    isLoading,
    /** Shows an answer of the server's, and what it may have sent among the campaigns. */
    show: (next: Trial) => {
      client.setQueryData(queryKey, next);
      void client.invalidateQueries({ queryKey: ['sms'] });
    },
  };
}
