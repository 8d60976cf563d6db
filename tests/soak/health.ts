import type { Observer } from './observer.ts';
import type { ServerProcess } from './processes.ts';
import type { SoakWorld } from './world.ts';

/** What the soak has done to a process, for judging what the process says. */
export interface Truth {
  /** Its database is away for certain: stopped, or nothing gets through. */
  isCutOff(server: ServerProcess): boolean;
  /** Nothing is being done to it: what it says now must be `ready` before long. */
  isUntouched(server: ServerProcess): boolean;
}

interface HealthWatch {
  lies: string[];
  /** The longest time that each was not ready though nothing was being done to it, in milliseconds. */
  longest: Map<string, number>;
  asked: number;
  stop(): Promise<void>;
}

const EVERY_MS = 250;
const ANSWER_MS = 10_000;
/** What was already on its way when a connection was taken away may still be answered. */
const UNDER_WAY_MS = 1000;
/** Until a process that is left alone must be ready: a session is lost, found lost and taken anew within it. */
const READY_WITHIN_MS = 30_000;
const DEAF_MS = 15_000;

/** Asks each process how it is, all the time, and compares that with the truth. */
export function watchHealth(world: SoakWorld, truth: Truth, observer: Observer): HealthWatch {
  const lies: string[] = [];
  const longest = new Map<string, number>();
  let stopped = false;
  let databaseAnswers = true;
  const watch: HealthWatch = { lies, longest, asked: 0, stop: async () => {} };
  const pause = () => new Promise((again) => setTimeout(again, EVERY_MS));
  const ask = async (server: ServerProcess, path: string): Promise<number | undefined> => {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await fetch(server.url + path, { signal, headers: { connection: 'close' } });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return undefined;
    }
  };

  const follow = async (server: ServerProcess) => {
    let cutOffSince = 0;
    let leftAloneSince = 0;
    let troubledSince = 0;
    let deafSince = 0;
    while (!stopped) {
      const before = performance.now();
      const { upSince } = server;
      const wasCutOff = truth.isCutOff(server);
      cutOffSince = wasCutOff ? cutOffSince || before : 0;
      const ready = await ask(server, '/readyz');
      const alive = server.isUp ? await ask(server, '/healthz') : 200;
      const now = performance.now();
      watch.asked++;
      const isSame = server.isUp && server.upSince === upSince;
      if (
        wasCutOff &&
        truth.isCutOff(server) &&
        before - cutOffSince > UNDER_WAY_MS &&
        ready === 200 &&
        isSame
      ) {
        lies.push(`${server.name} said that it is ready while its database was away`);
      }
      if (alive === 200 || !isSame) deafSince = 0;
      else {
        deafSince ||= before;
        if (now - deafSince > DEAF_MS)
          lies.push(`${server.name} lives and /healthz does not say so (${alive})`);
      }
      const isAlone = isSame && truth.isUntouched(server) && databaseAnswers;
      leftAloneSince = isAlone ? leftAloneSince || now : 0;
      troubledSince = isAlone && ready !== 200 ? troubledSince || before : 0;
      if (troubledSince) {
        const lasted = now - Math.max(troubledSince, leftAloneSince);
        longest.set(server.name, Math.max(longest.get(server.name) ?? 0, lasted));
        if (lasted > READY_WITHIN_MS) {
          lies.push(`${server.name} was left alone and not ready for ${Math.round(lasted)} ms (${ready})`);
          troubledSince = leftAloneSince = 0;
        }
      }
      await pause();
    }
  };
  const database = async () => {
    while (!stopped) {
      databaseAnswers = (await observer.look('SELECT 1')) !== undefined;
      await pause();
    }
  };
  const all = [database(), ...world.servers.map(follow)];
  watch.stop = async () => {
    stopped = true;
    await Promise.all(all);
  };
  return watch;
}
