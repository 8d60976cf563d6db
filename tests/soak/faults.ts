import type { Truth } from './health.ts';
import { noClock, type ServerProcess } from './processes.ts';
import type { Weather } from './proxy.ts';
import type { Fault, FaultKind } from './schedule.ts';
import type { SoakWorld } from './world.ts';

interface Done {
  /** How often each kind was brought about. */
  counts: Record<string, number>;
  /** Why a kind was left out. */
  skipped: Record<string, string>;
}

export interface FaultMaker extends Truth {
  done: Done;
  /** Brings a schedule about, and resolves when all of it is over and every process runs again. */
  run(schedule: readonly Fault[]): Promise<void>;
}

const pause = (seconds: number) => new Promise((over) => setTimeout(over, seconds * 1000));

export function createFaultMaker(world: SoakWorld, say: (line: string) => void): FaultMaker {
  const { postgres, operators, workers, apis, servers, databaseOf } = world;
  const done: Done = { counts: {}, skipped: {} };
  let isDatabaseStopped = false;
  const cutOff = new Set<ServerProcess>();
  /** Faults that go on, by the process they touch; what touches the database touches all. */
  const touched = new Map<ServerProcess, number>();
  /** The last of what is done to each: a second fault for the same thing waits. */
  const chains = new Map<object, Promise<void>>();

  const proxyOf = (server: ServerProcess) =>
    databaseOf.get(server) as NonNullable<ReturnType<typeof databaseOf.get>>;
  const restart = async (server: ServerProcess, after: number) => {
    await server.kill();
    await pause(after);
    await server.start();
  };
  const stopDatabase = async (how: 'immediate' | 'kill', lasts: number) => {
    await postgres.stop(how);
    isDatabaseStopped = true;
    await pause(lasts);
    isDatabaseStopped = false;
    await postgres.start();
  };
  const during = async (lasts: number, those: readonly ServerProcess[], weather: Weather) => {
    const isOut = weather === 'blackhole';
    for (const server of those) {
      proxyOf(server).weather(weather);
      if (isOut) cutOff.add(server);
    }
    await pause(lasts);
    for (const server of those) {
      cutOff.delete(server);
      proxyOf(server).weather('pass');
    }
  };
  const operatorDuring = async (which: 0 | 1, lasts: number, weather: Weather) => {
    operators[which]?.proxy.weather(weather);
    await pause(lasts);
    operators[which]?.proxy.weather('pass');
  };
  const victimOf = ({ kind, which }: Fault): ServerProcess => {
    if (kind === 'api-kill') return apis[which] as ServerProcess;
    if (kind === 'worker-kill') return workers[which] as ServerProcess;
    return (kind === 'clock' ? [workers[0], apis[1]] : [workers[1], apis[0]])[which] as ServerProcess;
  };
  const makers: Record<FaultKind, (fault: Fault) => Promise<unknown>> = {
    'worker-kill': (fault) => restart(victimOf(fault), fault.lasts),
    'api-kill': (fault) => restart(victimOf(fault), fault.lasts),
    'db-stop': ({ lasts }) => stopDatabase('immediate', lasts),
    'db-kill': ({ lasts }) => stopDatabase('kill', lasts),
    'db-cut': async () => {
      for (const server of servers) proxyOf(server).cut();
    },
    'db-delay': ({ lasts }) => during(lasts, servers, 'delay'),
    'db-half-open': (fault) => during(fault.lasts, [victimOf(fault)], fault.step > 0 ? 'deaf' : 'blackhole'),
    'db-blackhole': ({ lasts }) => during(lasts, servers, 'blackhole'),
    'operator-kill': async ({ which, lasts }) => {
      await operators[which]?.simulator.kill('SIGKILL');
      await pause(lasts);
      await operators[which]?.simulator.restart();
    },
    'operator-cut': async ({ which }) => operators[which]?.proxy.cut(),
    'operator-delay': ({ which, lasts, step }) =>
      operatorDuring(which, lasts, step > 0 ? 'delay' : 'throttle'),
    'operator-blackhole': ({ which, lasts, step }) =>
      operatorDuring(which, lasts, step > 0 ? 'deaf' : 'blackhole'),
    'disk-full': async ({ lasts }) => {
      await postgres.fillDisk();
      await pause(lasts);
      postgres.freeDisk();
      await pause(2);
      await postgres.revive();
    },
    clock: async (fault) => {
      const server = victimOf(fault);
      server.skew(fault.step);
      await pause(fault.lasts);
      server.skew(0);
    },
  };
  const whyNot = (kind: FaultKind) =>
    kind === 'disk-full' ? postgres.noDisk : kind === 'clock' ? noClock : null;

  const touches = ({ kind }: Fault, victim: ServerProcess): readonly ServerProcess[] => {
    if (kind.startsWith('operator') || kind === 'clock') return [];
    return kind === 'worker-kill' || kind === 'api-kill' || kind === 'db-half-open' ? [victim] : servers;
  };

  const bring = async (fault: Fault) => {
    const { kind, which } = fault;
    const why = whyNot(kind);
    if (why) {
      done.skipped[kind] = why;
      return;
    }
    const victim = victimOf(fault);
    const those = touches(fault, victim);
    // Two at once on one way to the database would end each other.
    const isLocal = those.length === 1 && kind !== 'db-half-open';
    // Whose turn it is: the process, the operator, or the database as a whole.
    const target = kind.startsWith('operator')
      ? (operators[which] as object)
      : isLocal || kind === 'clock'
        ? victim
        : world;
    const before = chains.get(target) ?? Promise.resolve();
    const work = before.then(async () => {
      say(
        `${kind}${those.length === 1 || kind === 'clock' ? ` of ${victim.name}` : ''} for ${fault.lasts.toFixed(1)} s`,
      );
      for (const server of those) touched.set(server, (touched.get(server) ?? 0) + 1);
      await makers[kind](fault);
      for (const server of those) touched.set(server, (touched.get(server) ?? 0) - 1);
      done.counts[kind] = (done.counts[kind] ?? 0) + 1;
    });
    chains.set(target, work);
    await work;
  };

  return {
    done,
    isCutOff: (server) => isDatabaseStopped || cutOff.has(server),
    isUntouched: (server) => server.isUp && !touched.get(server),
    async run(schedule) {
      const began = performance.now();
      const all: Promise<void>[] = [];
      for (const fault of schedule) {
        await pause(Math.max(0, fault.at - (performance.now() - began) / 1000));
        all.push(bring(fault));
      }
      await Promise.all(all);
    },
  };
}
