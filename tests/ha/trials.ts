import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Node } from './node.ts';
import { type RunningWorld, until } from './world.ts';

export interface Trial {
  name: string;
  what: string;
  /** Seconds from the event until sending goes on; null where no limit is promised. */
  limit: number | null;
  /** Whether another node must lead afterwards. */
  movesLeader: boolean;
  /** Milliseconds to look at what happens, at least. */
  lasts?: number;
  /** Brings it about, and resolves with how to undo it. */
  strike(cluster: Cluster, leader: Node, standby: Node, world: RunningWorld): Promise<Undo>;
}

interface Undo {
  /** When it happened, in milliseconds since 1970. */
  at: number;
  /** Runs when sending goes on. */
  undo(): void | Promise<void>;
  /** Of the whole, that was found on the way. */
  notes?: string[];
  failures?: string[];
}

/** Milliseconds for which Patroni notices what happened to a node that does not lead: its ttl, and some rounds. */
const NOTICED = 30_000;
/** Milliseconds without any standby. */
const ALONE = 20_000;
/** Messages that flow between two changes. */
const FLOW = 300;
/** What was confirmed before a standby was lost is answered within it. */
const UNDER_WAY = 1000;

/** What no machine or process may notice: in the order of the report. */
export const trials: readonly Trial[] = [
  {
    name: 'postgres-killed',
    what: 'PostgreSQL of the leader is killed beside a living Patroni',
    limit: 10,
    movesLeader: true,
    async strike(_, leader) {
      leader.killPostgres();
      return { at: Date.now(), undo() {} };
    },
  },
  {
    name: 'leader-killed',
    what: 'The leader is lost with everything on it (SIGKILL)',
    limit: 25,
    movesLeader: true,
    async strike(_, leader) {
      leader.signal('SIGKILL');
      return { at: Date.now(), undo: () => leader.start() };
    },
  },
  {
    name: 'leader-frozen',
    what: 'The leader is frozen (SIGSTOP), and wakes up when another leads',
    limit: 25,
    movesLeader: true,
    async strike(_, leader) {
      leader.signal('SIGSTOP');
      return { at: Date.now(), undo: () => leader.signal('SIGCONT') };
    },
  },
  {
    name: 'switchover',
    what: 'An orderly change of the leader',
    limit: 5,
    movesLeader: true,
    async strike(cluster, leader, standby) {
      const at = Date.now();
      await cluster.switchOver(leader, standby);
      return { at, undo() {} };
    },
  },
  {
    name: 'etcd-lost',
    what: 'The leading member of etcd is killed',
    limit: null,
    movesLeader: false,
    lasts: NOTICED,
    async strike(cluster) {
      const lost = await cluster.loseEtcd();
      return { at: Date.now(), undo: () => cluster.startEtcd(lost), notes: [`${lost} was lost`] };
    },
  },
  {
    name: 'etcd-cut',
    what: 'The network between the leader and etcd is cut; customers and standbys still reach the leader',
    limit: 25,
    movesLeader: true,
    async strike(_, leader) {
      leader.cutFromEtcd();
      return { at: Date.now(), undo: () => leader.healToEtcd() };
    },
  },
  {
    name: 'standby-frozen',
    what: 'The synchronous standby is frozen (SIGSTOP)',
    limit: null,
    movesLeader: false,
    lasts: NOTICED,
    async strike(_, __, standby) {
      standby.signal('SIGSTOP');
      return { at: Date.now(), undo: () => standby.signal('SIGCONT') };
    },
  },
  {
    name: 'standbys-lost',
    what: 'Both standbys are lost, and come back',
    limit: null,
    movesLeader: false,
    async strike(cluster, leader, _, { api, traffic }) {
      const standbys = cluster.nodes.filter((node) => node !== leader);
      for (const standby of standbys) standby.signal('SIGKILL');
      const lostAt = Date.now();
      const notes: string[] = [];
      await until('/readyz says that commits wait', async () => {
        const answer = await fetch(`${api.url}/readyz`);
        if (answer.status !== 503) return false;
        notes.push(`/readyz after ${Math.round((Date.now() - lostAt) / 1000)} s: ${await answer.text()}`);
        return true;
      });
      await delay(Math.max(0, ALONE - (Date.now() - lostAt)));
      const at = Date.now();
      const acknowledged = traffic.acceptedAt.filter((time) => time > lostAt + UNDER_WAY && time < at).length;
      // What one machine alone has is lost with it.
      const failures =
        acknowledged > 0 ? [`${acknowledged} campaigns were accepted on one machine alone`] : [];
      for (const standby of standbys) standby.start();
      return { at, undo() {}, notes, failures };
    },
  },
  {
    name: 'etcd-api',
    what: "Patroni's API of etcd is changed by hand, to the new one and back",
    limit: null,
    movesLeader: false,
    async strike(cluster, leader, _, { operator }) {
      const before = JSON.stringify(await cluster.settings());
      const [notes, failures]: [string[], string[]] = [[], []];
      const began = Date.now();
      for (const api of ['v3', 'v2'] as const) {
        const at = Date.now();
        await cluster.changeEtcdApi(api);
        notes.push(`${leader.name} led with ${api} after ${Math.round((Date.now() - at) / 100) / 10} s`);
        await cluster.whole();
        const { messages } = await operator.stats();
        await until('messages flow', async () => (await operator.stats()).messages > messages + FLOW);
        const after = JSON.stringify(await cluster.settings());
        if (after !== before) failures.push(`with ${api} the settings are ${after}; they were ${before}`);
      }
      return { at: began, undo() {}, notes, failures };
    },
  },
];
