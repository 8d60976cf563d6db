import type { Kysely } from 'kysely';
import { NewerSchema } from '../db/migrate.ts';
import { countSubmit, meteredWrite } from '../services/platform/meters.ts';
import {
  type Claimed,
  type Content,
  contentsOf,
  hasWaiting,
  sendingCampaigns,
  claim as take,
} from '../services/sending/claims.ts';
import type { DeliverySettings } from '../services/sending/deliverySettings.ts';
import { DatabaseMoved } from '../services/sending/failover/identity.ts';
import type { Memory } from '../services/sending/failover/memory.ts';
import type { Claim, Journal } from '../services/sending/journal/journal.ts';
import { type LateAnswer, recordAnswers, recordLateAnswers } from '../services/sending/lateAnswers.ts';
import type { Link, SubmitOutcome, SubmitWatch } from '../services/sending/link/link.ts';
import type { Share } from '../services/sending/linkShares.ts';
import { outcomeOf } from '../services/sending/outcomeOf.ts';
import type { Outcome } from '../services/sending/outcomes.ts';
import { withinPace } from '../services/sending/pace.ts';
import { isQuiet } from '../services/sending/quietHours.ts';
import { createBatcher } from './batcher.ts';
import type { InFlightShare } from './inFlightLimit.ts';
import { type Loop, startLoop } from './loop.ts';
import { createRoundRobin } from './roundRobin.ts';

export interface DispatcherOptions {
  db: Kysely<unknown>;
  worker: number;
  /** The identity of the database in which the worker may claim. */
  identity(): string;
  memory: Memory;
  journal: Journal;
  link: Link;
  /** How many messages it may have in flight. */
  inFlight: InFlightShare;
  /** The worker's current share of the link. */
  share(): Share;
  /** The worker's number is no longer valid. */
  onLost(): void;
  /** Called with each answer of the operator. */
  onAnswer(answer: SubmitOutcome): void;
  /** It has claimed of what it shares by weight: the others may claim more. */
  onTurn(): void;
  /** The database's time. */
  now(): Date;
  /** What the provider's settings say now. */
  delivery(): Pick<DeliverySettings, 'validity_hours' | 'quiet_hours'>;
  /** Runs a write while no other of this process writes outcomes or receipts. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  onError: (error: unknown) => void;
}

const HOUR = 3_600_000;
const IDLE = 500;
const FLUSH = 20;
/** Batch size of late answers. */
const LATE = 500;
/** The most that may wait in flight, in seconds of sending, so that later messages do not wait long. */
const AHEAD = 2;
/** The share reserved for urgent messages: one part in this many. */
const KEPT = 10;
/** Number of campaigns whose texts are cached; more if more are claimed at once. */
const CONTENTS = 500;
const STOPPED = 'CAMPAIGN_STOPPED';
/** Milliseconds; longer than a claim takes. */
const STOPS_KEPT = 300_000;
/** Weight of the latest message in a link's estimated speed. */
const WEIGHT = 0.1;

/** Including late answers that are being recorded. */
type ClaimWatch = SubmitWatch & { unknown: Map<number, Promise<void>> };

/** What the messages of a claim share. They are all given to the link at once. */
interface Sent {
  claim: Claim;
  watch: ClaimWatch;
  claimedAt: number;
  validity: Date;
}

export interface Dispatcher extends Pick<Loop, 'wake'> {
  /**
   * Stops claiming, and resolves when everything in flight is recorded. With a reason, messages that the link has not
   * started go back to the queue.
   */
  stop(reason?: string): Promise<void>;
  /** A campaign was paused or ended: messages that the link has not started go back to the queue, or are cancelled. */
  recall(campaign: string): void;
}

/**
 * Feeds one operator link from the message table: urgent campaigns first, then the others in round-robin order of accounts
 * and their campaigns.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, worker, link, inFlight, journal, onError } = options;
  const otherCampaigns = createRoundRobin();
  const urgentCampaigns = createRoundRobin();
  /** Whether it found no campaign the last time. */
  let isIdle = true;
  /** Messages in the link, and how many per second it finishes while it has some. */
  let atLink = 0;
  let pace = 0;
  /** How many non-urgent messages it may have in flight. */
  const size = () => {
    const { window, rate } = options.share();
    // A single message probes whether the operator accepts again; more are for links that do.
    if (link.throttledSince) return 1;
    // Two windows keep it full while the next messages are claimed; a faster link then shows its speed.
    const wanted = Math.max(window * 2, Math.ceil(pace * AHEAD));
    const most = Math.min(
      inFlight.size - Math.floor(inFlight.size / KEPT),
      rate > 0 ? Math.ceil(rate * AHEAD) : wanted,
    );
    return Math.max(1, Math.min(wanted, most));
  };
  const room = () => size() - inFlight.held;
  const smallest = () => Math.max(1, Math.floor(size() / 5));
  const outcomes = createBatcher<Outcome>(
    meteredWrite('outcomes', (items) => options.exclusively(() => recordAnswers(db, worker, items))),
    { size: Math.max(1, Math.floor(inFlight.size / 2)), delay: FLUSH, onError },
  );
  const lateAnswers = createBatcher<LateAnswer>(
    (items) => options.exclusively(() => recordLateAnswers(db, items)),
    { size: LATE, delay: FLUSH, onError },
  );

  /** By campaign of the claimed messages. */
  let contents = new Map<string, Content>();
  /** Loads the contents of campaigns; clears the cache when it grows too large. */
  const know = async (campaigns: readonly string[]) => {
    // Messages claimed earlier are submitted with what was loaded then.
    if (contents.size > CONTENTS) contents = new Map();
    const unknown = campaigns.filter((uuid) => !contents.has(uuid));
    if (unknown.length === 0) return;
    for (const [uuid, content] of await contentsOf(db, unknown, link.name)) contents.set(uuid, content);
  };

  /** When campaigns were last stopped: claims that were running then cannot be recalled from the link. */
  const stops = new Map<string, number>();

  /** The link's results for a claim's messages. */
  const watchOf = (claim: Claim, claimed: readonly Claimed[]): ClaimWatch => {
    const unknown = new Map<number, Promise<void>>();
    return {
      unknown,
      begun: (place) => journal.begun(claim, place),
      settled: (place, outcome) => journal.answered(claim, place, outcome),
      async late(place, answer) {
        const { campaign, phone } = claimed[place] as Claimed;
        // It must first be recorded as unknown.
        await unknown.get(place);
        unknown.delete(place);
        await lateAnswers.add({ campaign, phone, link: link.name, answer });
      },
    };
  };

  const send = async (
    message: Claimed,
    place: number,
    { claim, watch, claimedAt, validity }: Sent,
    urgent: boolean,
  ) => {
    const { sender, body } = contents.get(message.campaign) as Content;
    const given = performance.now();
    const among = ++atLink;
    const isStopped = (stops.get(message.campaign) ?? Number.NEGATIVE_INFINITY) >= claimedAt;
    const answer: SubmitOutcome = isStopped
      ? { kind: 'temporary', error: STOPPED, throttled: false, unsent: true }
      : await link.submit({
          from: sender,
          to: message.phone,
          text: message.text ?? body,
          id: message.uuid,
          validity,
          urgent,
          group: message.campaign,
          watch,
          place,
        });
    // The link itself refused it; nothing else is new.
    journal.answered(claim, place, answer);
    atLink--;
    const seconds = (performance.now() - given) / 1000;
    // Little's law: with this many in flight, each took this long.
    if (answer.kind !== 'temporary') pace += WEIGHT * (among / Math.max(seconds, 0.001) - pace);
    countSubmit(link.name, answer, seconds);
    options.onAnswer(answer);
    if (answer.kind === 'temporary' || answer.kind === 'rejected') options.memory.notTaken(message);
    const recorded = outcomes.add(outcomeOf(message, answer));
    if (answer.kind === 'unknown') watch.unknown.set(place, recorded);
    await recorded;
    journal.recorded(claim);
    inFlight.back(1);
    if (room() >= smallest()) loop.wake();
  };

  const step = async (): Promise<boolean> => {
    if (link.state !== 'bound' || link.isLeftAlone || options.share().window === 0) return false;
    // A code is useless in the morning, so quiet hours do not apply to urgent messages.
    const onlyUrgent = room() < smallest() || isQuiet(options.delivery().quiet_hours, options.now());
    if (isIdle && !(await hasWaiting(db))) return false;
    // Before asking which campaigns are sending, because one that stops afterwards may still be claimed.
    const claimedAt = performance.now();
    const sending = await sendingCampaigns(db, link.name, onlyUrgent);
    isIdle = sending.length === 0;
    const campaigns = withinPace(sending);
    const urgent = campaigns.filter((campaign) => campaign.urgent);
    const wanted = urgentCampaigns.deal(
      urgent,
      link.throttledSince ? Math.min(room(), inFlight.room) : inFlight.room,
    );
    if (!onlyUrgent) {
      const others = campaigns.filter((campaign) => !campaign.urgent);
      wanted.push(...otherCampaigns.deal(others, Math.min(room(), inFlight.room) - placesOf(wanted)));
    }
    if (wanted.length === 0) return false;
    const taken = inFlight.take(placesOf(wanted));
    await know(wanted.map(({ uuid }) => uuid)).catch((error: unknown) => {
      inFlight.back(taken);
      throw error;
    });
    const claimed = await take(db, worker, link.name, wanted, options.identity()).catch((error: unknown) => {
      inFlight.back(taken);
      if (error instanceof DatabaseMoved) return undefined;
      // The statement may have run and its answer been lost; only a worker with a new number surely has nothing in flight.
      if (!(error instanceof NewerSchema)) options.onLost();
      throw error;
    });
    if (!claimed) return false;
    if (claimed.length > 0 && wanted.some(({ turns }) => turns)) options.onTurn();
    options.memory.claimed(link.name, claimed);
    const claim = journal.claimed(link.name, claimed);
    const validity = new Date(options.now().getTime() + options.delivery().validity_hours * HOUR);
    const of = { claim, watch: watchOf(claim, claimed), claimedAt, validity };
    inFlight.back(taken - claimed.length);
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
      while (inFlight.held > 0)
        await Promise.all([outcomes.drain(), new Promise((resolve) => setTimeout(resolve, FLUSH))]);
      await lateAnswers.drain();
    },
  };
}

const placesOf = (wanted: readonly { limit: number }[]): number =>
  wanted.reduce((sum, { limit }) => sum + limit, 0);
