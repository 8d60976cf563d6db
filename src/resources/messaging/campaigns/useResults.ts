import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CampaignResults } from '#schema/campaignResults.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { COMPOSE } from '../compose/useSend.ts';
import { doneCount, failedCount, pollEvery, type ShownCampaign } from './progress.ts';

/** The server reads many messages for each answer, so this is asked more seldom than the campaign itself. */
const EVERY = 10_000;

/** The results of a campaign's messages by operator, reason and time; asked again while that may change. */
export function useResults(campaign: ShownCampaign) {
  const { uuid, status } = campaign;
  const every = pollEvery(campaign);
  const isShown = offers('campaign-results') && !campaign.messages_removed_at && doneCount(campaign) > 0;
  return {
    isShown,
    ...useQuery({
      // When the status changes or first messages have a result, figures from up to ten seconds before are outdated.
      queryKey: [
        'campaignResults',
        uuid,
        status,
        every === false,
        campaign.delivered > 0,
        failedCount(campaign) > 0,
      ],
      queryFn: async ({ signal }) =>
        dataOf<CampaignResults>(await http.json(`${COMPOSE}${uuid}/results/`, { signal })),
      enabled: isShown,
      // Several cards share an answer, and are drawn one after the other.
      staleTime: EVERY,
      placeholderData: keepPreviousData,
      refetchInterval: every === false ? false : Math.max(EVERY, every),
    }),
  };
}
