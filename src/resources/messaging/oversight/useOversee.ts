import { useNotify, useRefresh, useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { Campaign } from '#schema/campaign.ts';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { withKey } from '../../../core/withKey.ts';

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
  const refresh = useRefresh();
  const busy = useRef(false);
  const unanswered = useRef(new Map<string, string>());
  const [isBusy, setBusy] = useState(false);
  const [asking, setAsking] = useState<Act>();
  const [failure, setFailure] = useState<HttpError>();
  const [isUnanswered, setUnanswered] = useState(false);
  // Once the campaign has moved on, the same words ask for something new.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it follows
  useEffect(() => {
    unanswered.current.clear();
  }, [status, held]);
  /** The campaign has changed, so its open dialog is obsolete. */
  const isOld =
    failure !== undefined && [403, 404, 409].includes(failure.status) && failure.code !== 'in_flight';

  return {
    asking: isOld ? undefined : asking,
    isBusy,
    /** The error for the dialog; `refusal` is shown on the page. */
    failure: isOld ? undefined : failure,
    refusal: isOld ? failure : undefined,
    /** An attempt is unanswered, so the decision may have been made. */
    isUncertain: isUnanswered,
    ask(act: Act) {
      setFailure(undefined);
      setAsking(act);
    },
    close() {
      setAsking(undefined);
      setFailure(undefined);
    },
    async send(act: Act, body: object): Promise<void> {
      if (busy.current) return;
      busy.current = true;
      setBusy(true);
      setFailure(undefined);
      const request = `${act} ${JSON.stringify(body)}`;
      const isAgain = unanswered.current.has(request);
      try {
        await withKey(unanswered.current, request, (idempotencyKey) =>
          http.json(`${path}${uuid}/${act}/`, { body, idempotencyKey }),
        );
        setUnanswered(false);
        setAsking(undefined);
        notify(translate(textsOf(act).done, { name }), { type: 'success' });
      } catch (error) {
        // What is said of another request says nothing of the one before.
        setUnanswered(unanswered.current.size > 0 || (isUnanswered && !isAgain));
        setFailure(asFailure(error));
      } finally {
        busy.current = false;
        setBusy(false);
        refresh();
      }
    },
  };
}
