import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { number } from '../../core/format.ts';
import { TRIAL_ANCHOR, useTrial } from '../../crud/useTrial.ts';
import { TrialMessage } from './TrialMessage.tsx';
import { TrialNumber } from './TrialNumber.tsx';

/** Free messages to the person's own number, before the account is approved. */
export function TrialCard() {
  const translate = useTranslate();
  const { trial, show } = useTrial();
  const { hash, key } = useLocation();
  const card = useRef<HTMLElement>(null);
  const isMeant = hash === `#${TRIAL_ANCHOR}` && trial !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the link again leads here again
  useEffect(() => {
    if (!isMeant) return;
    card.current?.scrollIntoView?.({ block: 'center' });
    card.current?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  }, [isMeant, key]);
  if (!trial) return null;
  return (
    <section ref={card} id={TRIAL_ANCHOR} className="dash-card dash-trial" aria-labelledby="dash-trial">
      <h2 id="dash-trial">{translate('trial.title')}</h2>
      <p className="dash-quiet">
        {translate('trial.text')}{' '}
        <strong>{translate('trial.left', { smart_count: trial.left, count: number(trial.left) })}</strong>
      </p>
      {trial.verified ? (
        <TrialMessage trial={trial} onChange={show} />
      ) : (
        <TrialNumber trial={trial} onChange={show} />
      )}
    </section>
  );
}
