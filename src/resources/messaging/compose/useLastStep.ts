import { useState } from 'react';
import type { Campaign } from '#schema/campaign.ts';
import { now } from '../../../core/clock.ts';
import type { Checked } from './draft.ts';
import { COMPOSE, type Offer, useSend } from './useSend.ts';

export interface LastStep {
  checked: Checked;
  onOffer(offer: Offer): void;
  onSent(campaign: Partial<Campaign>): void;
}

/** Asks a last time, and sends: unless the chosen time has passed while the page was open. */
export function useLastStep({ checked, onOffer, onSent }: LastStep) {
  const { request, offer } = checked;
  const [isAsking, setAsking] = useState(false);
  const [isPast, setPast] = useState(false);
  const sending = useSend({ path: COMPOSE, body: request, offer, onOffer, onSent });
  return {
    ...sending,
    isAsking,
    isPast,
    ask() {
      const at = request.scheduled_at;
      const hasPassed = at != null && new Date(at).getTime() <= now();
      setPast(hasPassed);
      setAsking(!hasPassed);
    },
    /** Whatever the time: the server may have it already. */
    askAgain: () => setAsking(true),
    async confirm() {
      await sending.send();
      setAsking(false);
    },
    close: () => setAsking(false),
  };
}
