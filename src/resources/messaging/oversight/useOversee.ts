import { useNotify, useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import type { Campaign } from '#schema/campaign.ts';
import { http } from '../../../core/http.ts';
import { withKey } from '../../../core/withKey.ts';
import { useDecisionDialog } from '../../../crud/review/useDecisionDialog.ts';

export type Act = 'approve' | 'reject' | 'pause' | 'resume' | 'stop';

/** Who decides: the path of their operations, and the keys of their texts. */
export interface Decider {
  path: string;
  textsOf(act: Act): Record<'act' | 'title' | 'text' | 'done', string>;
  /** Labels of the reason, and who reads it. */
  reason: { required: string; optional: string; help: string };
}

/**
 * One decision on a campaign: asked for in a dialog and sent once, under one key until it is answered. If two people decide
 * at the same time, the second is told what the first did, and sees the campaign as it is now.
 */
export function useOversee(
  { uuid, name, status, held }: Pick<Campaign, 'uuid' | 'name' | 'status' | 'held'>,
  { path, textsOf }: Decider,
) {
  const translate = useTranslate();
  const notify = useNotify();
  const unanswered = useRef(new Map<string, string>());
  // Once the campaign has moved on, the same words ask for something new.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it follows
  useEffect(() => {
    unanswered.current.clear();
  }, [status, held]);
  // The campaign is gone, or it or this user's rights have changed.
  const { sendOnce, ...dialog } = useDecisionDialog<Act>(
    (failure) => [403, 404, 409].includes(failure.status) && failure.code !== 'in_flight',
  );

  return {
    ...dialog,
    send(act: Act, body: object): Promise<void> {
      const request = `${act} ${JSON.stringify(body)}`;
      const isAgain = unanswered.current.has(request);
      return sendOnce({
        call: () =>
          withKey(unanswered.current, request, (idempotencyKey) =>
            http.json(`${path}${uuid}/${act}/`, { body, idempotencyKey }),
          ),
        onDone: () => notify(translate(textsOf(act).done, { name }), { type: 'success' }),
        // What is said of another request says nothing of the one before.
        isUncertain: (_, was) => unanswered.current.size > 0 || (was && !isAgain),
      });
    },
  };
}
