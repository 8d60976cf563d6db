import { setTimeout as delay } from 'node:timers/promises';
import type { Failover } from '#schema/failover.ts';
import type { Cluster } from './cluster.ts';
import type { Node } from './node.ts';
import type { Trial } from './trials.ts';
import { judge, longestPause, unsettled, type Verdict } from './verdict.ts';
import { drain, type RunningWorld, until } from './world.ts';

export interface TrialResult extends Verdict {
  name: string;
  /** Campaigns and messages that were accepted during it. */
  campaigns: number;
  messages: number;
  /** Requests that were asked again. */
  refused: number;
  /** Seconds from the event until another node led; null where none does. */
  ledAfter: number | null;
  /** Seconds of the longest time without a message; null where sending stops for a person. */
  pause: number | null;
  /** Seconds from the event to its end. */
  resumedAfter: number;
  limit: number | null;
  notes: string[];
  /** What must not be, in words. Empty: it passed. */
  failures: string[];
}

/** Messages that flow before something happens. */
const FLOW = 300;
/** Milliseconds for which messages must flow again. */
const STEADY = 4000;

const seconds = (ms: number) => Math.round(ms / 100) / 10;

/** Runs one trial on a whole cluster: afterwards it is whole again, and everything that was accepted is settled. */
export async function runTrial(trial: Trial, cluster: Cluster, world: RunningWorld): Promise<TrialResult> {
  const { traffic, operator, db } = world;
  const sent = async () => (await operator.stats()).messages;
  await cluster.whole();
  const [before, refused] = [traffic.accepted.size, traffic.refused];
  traffic.surprises.splice(0);
  traffic.start();
  const first = await sent();
  await until('messages flow', async () => (await sent()) > first + FLOW);

  const [leader, standby] = [await cluster.leader(), await cluster.synchronous()] as [Node, Node];
  const began = Date.now();
  const { at, undo, notes = [], failures = [] } = await trial.strike(cluster, leader, standby, world);
  let ledAfter: number | null = null;
  if (trial.movesLeader) {
    await until('another node leads', async () => {
      const now = await cluster.leader();
      return now !== undefined && now !== leader;
    });
    ledAfter = seconds(Date.now() - at);
  }
  await delay(Math.max(0, (trial.lasts ?? 0) - (Date.now() - began)));
  const flows = async () => {
    const { lastAt, messages } = await operator.stats();
    await delay(STEADY);
    const now = await operator.stats();
    return now.messages > messages && (now.lastAt ?? 0) - (lastAt ?? 0) > STEADY / 2;
  };
  await until('messages flow again', flows);
  const arrivals = (await operator.accepted()).map((entry) => entry.at);
  const pause = longestPause(arrivals, at);
  await undo();
  await traffic.stop();
  await cluster.whole();
  await drain(operator, () => unsettled(db)).catch(async (error: Error) => {
    const failover = await world.staff<Failover | null>('GET', '/v1/admin/failover/');
    failures.push(error.message);
    if (failover?.resumed_at === null) failures.push(`staff must decide: ${JSON.stringify(failover)}`);
  });

  const verdict = await judge(db, operator, traffic);
  const resumedAfter = seconds(pause.endedAt - at);
  for (const [what, many] of Object.entries(verdict)) if (many > 0) failures.push(`${many} ${what}`);
  failures.push(...traffic.surprises.slice(0, 3));
  if (trial.limit !== null && resumedAfter > trial.limit)
    failures.push(`sending went on after ${resumedAfter} s; the limit is ${trial.limit}`);
  const campaigns = [...traffic.accepted.values()].slice(before);
  return {
    name: trial.name,
    campaigns: campaigns.length,
    messages: campaigns.flat().length,
    refused: traffic.refused - refused,
    ledAfter,
    pause: seconds(pause.ms),
    resumedAfter,
    limit: trial.limit,
    ...verdict,
    notes,
    failures,
  };
}
