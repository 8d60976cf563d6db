import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Trial } from '#schema/trial.ts';
import { TRIAL } from '#schema/trialFacts.ts';
import { dataOf } from '../core/dataOf.ts';
import { http } from '../core/http.ts';
import { mayHaveTrial } from '../core/trial.ts';
import { useUser } from '../layout/useUser.ts';
import { initialFrom } from './initialFrom.ts';

/** The address of the trial's card on the dashboard. */
export const TRIAL_ANCHOR = 'trial';

/** The trial of the signed-in user's account; undefined while it is loading, and where there is none. */
export function useTrial() {
  const user = useUser();
  const client = useQueryClient();
  const queryKey = ['trial', user?.uuid];
  const isOpen = mayHaveTrial(user);
  const { data, isLoading } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => dataOf<Trial>(await http.json(TRIAL, { signal })),
    enabled: isOpen,
    ...initialFrom<Trial>(TRIAL),
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
