import { useNotify, useRefresh, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { isUncertain } from '../../../crud/review/isUncertain.ts';

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
export function useOversee({ uuid, name }: { uuid: string; name: string }, { path, textsOf }: Decider) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const busy = useRef(false);
  const key = useRef('');
  const [isBusy, setBusy] = useState(false);
  const [asking, setAsking] = useState<Act>();
  const [failure, setFailure] = useState<HttpError>();
  const [isUnanswered, setUnanswered] = useState(false);
  /** The campaign has changed, so its open dialog is obsolete. */
  const isOld = failure?.status === 409 || failure?.status === 404 || failure?.status === 403;

  return {
    asking: isOld ? undefined : asking,
    isBusy,
    /** The error for the dialog; `refusal` is shown on the page. */
    failure: isOld ? undefined : failure,
    refusal: isOld ? failure : undefined,
    /** An attempt is unanswered, so the decision may have been made. */
    isUncertain: isUnanswered,
    ask(act: Act) {
      key.current = uuidv7();
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
      try {
        await http.json(`${path}${uuid}/${act}/`, { body, idempotencyKey: key.current });
        setUnanswered(false);
        setAsking(undefined);
        notify(translate(textsOf(act).done, { name }), { type: 'success' });
      } catch (error) {
        const failed = asFailure(error);
        setUnanswered((was) => isUncertain(failed, was));
        setFailure(failed);
        // A corrected request after a refusal is a new one.
        if (failed.status < 500 && !failed.isBeforeKey) key.current = uuidv7();
      } finally {
        busy.current = false;
        setBusy(false);
        refresh();
      }
    },
  };
}
