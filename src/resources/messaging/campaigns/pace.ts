import { useEffect, useRef, useState } from 'react';
import { doneCount, type ShownCampaign } from './progress.ts';

/** How many messages had left the queue at a moment, in milliseconds of any one clock. */
export interface Sample {
  at: number;
  done: number;
}

/** A pace of less time would jump with each batch. */
const LEAST = 3000;
/** Older samples say little about now. */
const WINDOW = 60_000;

/** Messages per second from the oldest to the newest sample; undefined while they cover less than three seconds. */
export function paceOf(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < LEAST) return undefined;
  return Math.max(0, last.done - first.done) / ((last.at - first.at) / 1000);
}

/** Adds a sample and drops those out of the window. A count that goes back begins anew. */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && next.done < last.done) return [next];
  return [...samples.filter(({ at }) => next.at - at <= WINDOW), next];
}

const EVERY = 1500;

/** How fast a campaign is sent, from its figures as this page has seen them; undefined unless it is sending. */
export function usePace(campaign: ShownCampaign): number | undefined {
  const done = useRef(0);
  const [pace, setPace] = useState<number>();
  const isSending = campaign.status === 'sending';
  useEffect(() => {
    done.current = doneCount(campaign);
  });
  // Measured by the clock, because an unchanged answer causes no render.
  useEffect(() => {
    if (!isSending) return;
    let samples: Sample[] = [];
    const timer = setInterval(() => {
      samples = withSample(samples, { at: performance.now(), done: done.current });
      setPace(paceOf(samples));
    }, EVERY);
    return () => {
      clearInterval(timer);
      setPace(undefined);
    };
  }, [isSending]);
  return pace;
}
