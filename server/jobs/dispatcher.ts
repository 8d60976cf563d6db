import type { Kysely } from 'kysely';
import { NewerSchema } from '../db/migrate.ts';
import { countSubmit, meteredWrite } from '../services/platform/meters.ts';
import {
  type Claimed,
  type Content,
  contentsOf,
  sendingCampaigns,
  claim as take,
} from '../services/sending/claims.ts';
import { DatabaseMoved } from '../services/sending/failover/identity.ts';
import type { Memory } from '../services/sending/failover/memory.ts';
import type { Claim, Journal } from '../services/sending/journal/journal.ts';
import { type LateAnswer, recordLateAnswers } from '../services/sending/lateAnswers.ts';
import type { Share } from '../services/sending/linkShares.ts';
import { outcomeOf } from '../services/sending/outcomeOf.ts';
import { type Outcome, recordOutcomes } from '../services/sending/outcomes.ts';
import type { Link } from '../services/sending/smpp/link.ts';
import type { SubmitOutcome, SubmitWatch } from '../services/sending/smpp/message.ts';
import { createBatcher } from './batcher.ts';
import type { HandShare } from './hand.ts';
import { type Loop, startLoop } from './loop.ts';
import { isQuiet } from './quietHours.ts';
import { createTurns } from './turns.ts';

export interface DispatcherOptions {
  db: Kysely<unknown>;
  worker: number;
  /** Of the database that the worker knows. */
  identity: string;
  memory: Memory;
  journal: Journal;
  link: Link;
  /** How many messages it may have in hand. */
  hand: HandShare;
  /** What the worker may use of the link now. */
  share(): Share;
  /** The worker's number is of no more use. */
  onLost(): void;
  /** Hears each answer of the operator's. */
  onAnswer(answer: SubmitOutcome): void;
  validityHours: number;
  /** The database's time. */
  now(): Date;
  quietHours: string | undefined;
  /** Runs a write while no other of this process writes outcomes or receipts. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  onError: (error: unknown) => void;
}

const HOUR = 3_600_000;
const IDLE = 500;
const FLUSH = 20;
/** Late answers that are recorded at once. */
const LATE = 500;
/** The most that waits in hand, so that what comes later does not wait long: what goes out in so many seconds. */
const AHEAD = 2;
/** Of the hand, what only urgent messages may take: one part in so many. */
const KEPT = 10;
/** Campaigns whose texts are kept at hand; more while more are claimed of at once. */
const CONTENTS = 500;
const STOPPED = 'CAMPAIGN_STOPPED';
/** Milliseconds: longer than a claim takes. */
const STOPS_KEPT = 300_000;
/** How much the last message says of a link's pace. */
const WEIGHT = 0.1;

/** With what is being recorded of those without an answer in time. */
type ClaimWatch = SubmitWatch & { unknown: Map<number, Promise<void>> };

export interface Dispatcher extends Pick<Loop, 'wake'> {
  /**
   * Claims no more, and resolves when what is in hand is recorded. Given a reason, what the link has not begun to
   * send goes back to the queue.
   */
  stop(reason?: string): Promise<void>;
  /** A campaign was paused or ended: what the link has not begun to send goes back to the queue, or is cancelled. */
  recall(campaign: string): void;
}

/**
 * Feeds one operator link from the message table: urgent campaigns first, then the others, turn by turn among
 * accounts and the campaigns of each.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, worker, link, hand, journal, onError } = options;
  const turns = createTurns();
  const urgentTurns = createTurns();
  /** Messages that the link has, and how many a second it gets done while it has some. */
  let atLink = 0;
  let pace = 0;
  /** How many messages that are not urgent it may have in hand. */
  const size = () => {
    const { window, rate } = options.share();
    // One at a time shows when the operator takes messages again; the others are for links that do.
    if (link.throttledSince) return 1;
    // Two windows keep it full while the next messages are claimed; a faster link shows what it can do.
    const wanted = Math.max(window * 2, Math.ceil(pace * AHEAD));
    const most = Math.min(
      hand.size - Math.floor(hand.size / KEPT),
      rate > 0 ? Math.ceil(rate * AHEAD) : wanted,
    );
    return Math.max(1, Math.min(wanted, most));
  };
  const room = () => size() - hand.held;
  const smallest = () => Math.max(1, Math.floor(size() / 5));
  const outcomes = createBatcher<Outcome>(
    meteredWrite('outcomes', (items) => options.exclusively(() => recordOutcomes(db, worker, items))),
    { size: Math.max(1, Math.floor(hand.size / 2)), delay: FLUSH, onError },
  );
  const lateAnswers = createBatcher<LateAnswer>(
    (items) => options.exclusively(() => recordLateAnswers(db, items)),
    { size: LATE, delay: FLUSH, onError },
  );

  /** Of campaigns that messages were claimed of. */
  let contents = new Map<string, Content>();
  /** Has the contents of campaigns at hand; begins anew when they have become many. */
  const know = async (campaigns: readonly string[]) => {
    // What was claimed before is submitted with what it found.
    if (contents.size > CONTENTS) contents = new Map();
    const unknown = campaigns.filter((uuid) => !contents.has(uuid));
    if (unknown.length === 0) return;
    for (const [uuid, content] of await contentsOf(db, unknown)) contents.set(uuid, content);
  };

  /** When campaigns were stopped, lately: what was being claimed then comes too late to be recalled from the link. */
  const stops = new Map<string, number>();

  /** What is told of a claim's messages by the link. */
  const watchOf = (claim: Claim, claimed: readonly Claimed[]): ClaimWatch => {
    const unknown = new Map<number, Promise<void>>();
    return {
      unknown,
      begun: (place) => journal.begun(claim, place),
      settled: (place, outcome) => journal.answered(claim, place, outcome),
      async late(place, answer) {
        const { campaign, phone } = claimed[place] as Claimed;
        // It is known to be unknown first.
        await unknown.get(place);
        unknown.delete(place);
        await lateAnswers.add({ campaign, phone, link: link.name, answer });
      },
    };
  };

  const send = async (
    message: Claimed,
    place: number,
    { claim, watch, claimedAt }: { claim: Claim; watch: ClaimWatch; claimedAt: number },
    urgent: boolean,
  ) => {
    const { sender, body } = contents.get(message.campaign) as Content;
    const validity = new Date(options.now().getTime() + options.validityHours * HOUR);
    const given = performance.now();
    const among = ++atLink;
    const isStopped = (stops.get(message.campaign) ?? Number.NEGATIVE_INFINITY) >= claimedAt;
    const answer: SubmitOutcome = isStopped
      ? { kind: 'temporary', error: STOPPED, throttled: false, unsent: true }
      : await link.submit({
          from: sender,
          to: message.phone,
          text: message.text ?? body,
          validity,
          urgent,
          group: message.campaign,
          watch,
          place,
        });
    // What the link refused by itself; nothing else is new.
    journal.answered(claim, place, answer);
    atLink--;
    const seconds = (performance.now() - given) / 1000;
    // Little's law: while so many were there, one took so long.
    if (answer.kind !== 'temporary') pace += WEIGHT * (among / Math.max(seconds, 0.001) - pace);
    countSubmit(link.name, answer, seconds);
    options.onAnswer(answer);
    if (answer.kind === 'temporary' || answer.kind === 'rejected') options.memory.notTaken(message);
    const recorded = outcomes.add(outcomeOf(message, answer));
    if (answer.kind === 'unknown') watch.unknown.set(place, recorded);
    await recorded;
    journal.recorded(claim);
    hand.back(1);
    if (room() >= smallest()) loop.wake();
  };

  const step = async (): Promise<boolean> => {
    if (link.state !== 'bound' || options.share().window === 0) return false;
    // A code is of no use in the morning: quiet hours are not for what is urgent.
    const onlyUrgent = room() < smallest() || isQuiet(options.quietHours, options.now());
    // Before it is asked which campaigns send: one that stops after that is claimed of all the same.
    const claimedAt = performance.now();
    const campaigns = await sendingCampaigns(db, link.name, onlyUrgent);
    const urgent = campaigns.filter((campaign) => campaign.urgent);
    const wanted = urgentTurns.deal(urgent, link.throttledSince ? Math.min(room(), hand.room) : hand.room);
    if (!onlyUrgent) {
      const others = campaigns.filter((campaign) => !campaign.urgent);
      wanted.push(...turns.deal(others, Math.min(room(), hand.room) - placesOf(wanted)));
    }
    if (wanted.length === 0) return false;
    const taken = hand.take(placesOf(wanted));
    await know(wanted.map(({ uuid }) => uuid)).catch((error: unknown) => {
      hand.back(taken);
      throw error;
    });
    const claimed = await take(db, worker, link.name, wanted, options.identity).catch((error: unknown) => {
      hand.back(taken);
      if (error instanceof DatabaseMoved) return undefined;
      // It may have been done and its answer lost: only another number's worker is sure of an empty hand.
      if (!(error instanceof NewerSchema)) options.onLost();
      throw error;
    });
    if (!claimed) return false;
    options.memory.claimed(link.name, claimed);
    const claim = journal.claimed(link.name, claimed);
    const of = { claim, watch: watchOf(claim, claimed), claimedAt };
    hand.back(taken - claimed.length);
    const isUrgent = new Set(urgent.map(({ uuid }) => uuid));
    for (const [place, message] of claimed.entries())
      void send(message, place, of, isUrgent.has(message.campaign)).catch(onError);
    return claimed.length > 0;
  };

  const loop = startLoop(step, IDLE, onError);
  return {
    wake: loop.wake,
    recall(campaign) {
      const now = performance.now();
      for (const [uuid, at] of stops) if (now - at > STOPS_KEPT) stops.delete(uuid);
      stops.set(campaign, now);
      link.recall(STOPPED, campaign);
    },
    async stop(reason) {
      await loop.stop();
      if (reason) link.recall(reason);
      while (hand.held > 0)
        await Promise.all([outcomes.drain(), new Promise((resolve) => setTimeout(resolve, FLUSH))]);
      await lateAnswers.drain();
    },
  };
}

const placesOf = (wanted: readonly { limit: number }[]): number =>
  wanted.reduce((sum, { limit }) => sum + limit, 0);
