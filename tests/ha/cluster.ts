import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { enterableFolder } from '../support/folder.ts';
import { freePort } from '../support/ports.ts';
import { createNetwork } from './network.ts';
import { BACKUP, createNode, DEPLOY, type EtcdApi, type Node, PASSWORD } from './node.ts';
import { findPrograms } from './programs.ts';

const NODES = ['node1', 'node2', 'node3'] as const;
const ETCD = ['etcd1', 'etcd2', 'etcd3'] as const;
/** Milliseconds for three nodes to come, on a busy machine. */
const PATIENCE = 300_000;

/** Where Debian's PostgreSQL puts its sockets, which a killed one leaves there. */
export const SOCKETS = '/var/run/postgresql';
/** What removes a cluster from etcd, by API. */
const FORGET = {
  v2: ['rm', '--recursive', '/service/console'],
  v3: ['del', '--prefix', '/service/console/'],
};
/** Seconds for PostgreSQL to start again. */
const RESTART = 60;

interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
}

/** How a standby is attached to the primary. */
interface Replica {
  state: string;
  sync_state: string;
}

/** Three nodes of PostgreSQL under Patroni, etcd of three members and HAProxy, by the files of deploy/ha. */
export interface Cluster {
  /** Of the database `console` on whichever node is the primary, through HAProxy. */
  url: string;
  versions: string[];
  nodes: readonly Node[];
  /** The node that leads and runs, if any. */
  leader(): Promise<Node | undefined>;
  /** A standby that commits wait for. */
  synchronous(): Promise<Node | undefined>;
  /** Resolves when one leads, the others follow it, and one of them is synchronous. */
  whole(): Promise<void>;
  /** Asks Patroni for an orderly change of the primary; resolves when it is done. */
  switchOver(from: Node, to: Node): Promise<void>;
  /** Changes settings of every node, as `patronictl edit-config` does, and restarts PostgreSQL on all. */
  configure(parameters: Record<string, string>): Promise<void>;
  /** The settings of every node that Patroni keeps in etcd. */
  settings(): Promise<object>;
  /** Changes the API of etcd that Patroni uses, as docs/high-availability.md says; resolves when the same node leads. */
  changeEtcdApi(to: EtcdApi): Promise<void>;
  /** Kills the member of etcd that leads the others, the worst to lose. */
  loseEtcd(): Promise<string>;
  startEtcd(name: string): void;
  close(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const programs = findPrograms();
  const root = enterableFolder('ha-');
  const { uid, gid } = programs.user;
  mkdirSync(join(root, BACKUP));
  if (uid !== undefined) chownSync(join(root, BACKUP), uid, gid ?? 0);
  const network = await createNetwork(NODES.length);
  const children = new Map<string, ChildProcess>();
  const launch = (name: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
    const log = openSync(join(root, `${name}.log`), 'a');
    const [program = '', ...rest] = args;
    const child = spawn(program, rest, {
      cwd: root,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
    });
    children.set(name, child);
  };
  const nodes: Node[] = [];
  const kill = () => {
    for (const node of nodes) for (const signal of ['SIGCONT', 'SIGKILL'] as const) node.signal(signal);
    for (const child of children.values()) child.kill('SIGKILL');
  };
  process.once('exit', () => {
    // Where PostgreSQL is told by a file in the folder.
    kill();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    for (const { database } of nodes)
      for (const end of ['', '.lock']) rmSync(`${SOCKETS}/.s.PGSQL.${database}${end}`, { force: true });
  });

  const ports = new Map<string, { client: number; peer: number }>();
  for (const name of ETCD) ports.set(name, { client: await freePort(), peer: await freePort() });
  const at = (port: number) => `http://${network.etcd}:${port}`;
  const members = [...ports].map(([name, { peer }]) => `${name}=${at(peer)}`).join(',');
  const startEtcd = (name: string) => {
    const { client, peer } = ports.get(name) as { client: number; peer: number };
    launch(name, [
      ...['etcd', '--name', name, '--data-dir', join(root, name), '--initial-cluster', members],
      ...['--listen-client-urls', at(client), '--advertise-client-urls', at(client)],
      ...['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)],
      // Three members and three databases write to one disk here.
      ...['--heartbeat-interval', '250', '--election-timeout', '2500'],
      // Patroni 3.0.2 must use the old API (docs/high-availability.md, etcd).
      '--enable-v2',
    ]);
  };
  for (const name of ETCD) startEtcd(name);
  const addresses = [...ports.values()].map(({ client }) => `${network.etcd}:${client}`);

  const proxy: NodeJS.ProcessEnv = {};
  for (const [index, name] of NODES.entries()) {
    const place = network.places[index] as (typeof network.places)[number];
    const node = await createNode(name, place, root, addresses, programs);
    proxy[`NODE${index + 1}`] = `${node.address}:${node.database}`;
    proxy[`CHECK${index + 1}`] = String(node.rest);
    nodes.push(node);
    node.start();
  }
  const door = await freePort();
  launch('haproxy', ['haproxy', '-db', '-f', join(DEPLOY, 'haproxy.cfg')], {
    ...proxy,
    LISTEN: `127.0.0.1:${door}`,
  });

  async function ask<T>({ address, rest }: Node, path: string, body?: object, method = 'POST'): Promise<T> {
    const response = await fetch(`http://${address}:${rest}${path}`, {
      signal: AbortSignal.timeout(body ? 2000 * RESTART : 2000),
      headers: { connection: 'close' },
      ...(body && { method, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`Patroni: ${response.status} ${await response.text()}`);
    return (body ? await response.text() : await response.json()) as T;
  }
  const listOf = () =>
    Promise.any(nodes.map((node) => ask<{ members: Member[] }>(node, '/cluster'))).then(
      ({ members }) => members,
      () => [],
    );
  const find = async (role: Member['role']) => {
    const names = (await listOf())
      .filter((member) => member.role === role && /running|streaming/.test(member.state))
      .map(({ name }) => name);
    return nodes.find(({ name }) => names.includes(name));
  };
  /** Resolves when every node knows that Patroni decides nothing, or that it does again. */
  async function pausedOn(of: readonly Node[], isPaused: boolean): Promise<void> {
    for (const end = Date.now() + PATIENCE; ; await delay(200)) {
      const states = await Promise.all(
        of.map((node) => ask<{ pause?: boolean }>(node, '/patroni').catch(() => undefined)),
      );
      if (states.every((state) => state && Boolean(state.pause) === isPaused)) return;
      if (Date.now() > end)
        throw new Error(`paused is not ${isPaused} everywhere: ${JSON.stringify(states)}`);
    }
  }
  return {
    url: `postgresql://postgres:${PASSWORD}@127.0.0.1:${door}/console`,
    versions: programs.versions,
    nodes,
    leader: () => find('leader'),
    synchronous: () => find('sync_standby'),
    async whole() {
      for (const end = Date.now() + PATIENCE; ; await delay(500)) {
        const leader = await find('leader');
        // Its own view: Patroni's list shows a node as running for a while after it has fallen behind.
        const { replication = [] } = leader
          ? await ask<{ replication?: Replica[] }>(leader, '/patroni').catch(() => ({ replication: [] }))
          : {};
        const streaming = replication.filter(({ state }) => state === 'streaming');
        const isConfirmed = streaming.some(({ sync_state }) => sync_state === 'sync');
        if (streaming.length === nodes.length - 1 && isConfirmed && (await find('sync_standby'))) return;
        if (Date.now() > end) throw new Error(`the cluster is not whole: ${JSON.stringify(await listOf())}`);
      }
    },
    async switchOver(from, to) {
      await ask(from, '/switchover', { leader: from.name, candidate: to.name });
    },
    async configure(parameters) {
      const leader = (await find('leader')) as Node;
      await ask(leader, '/config', { postgresql: { parameters } }, 'PATCH');
      const standbys = nodes.filter((node) => node !== leader);
      for (const node of [...standbys, leader]) await ask(node, '/restart', { timeout: RESTART });
    },
    async settings() {
      return ask<object>((await find('leader')) as Node, '/config');
    },
    async changeEtcdApi(to) {
      const leader = (await find('leader')) as Node;
      const others = nodes.filter((node) => node !== leader);
      const endpoints = `--endpoints=${[...ports.values()].map(({ client }) => at(client)).join(',')}`;
      try {
        const env = { PATH: process.env.PATH, ETCDCTL_API: to.slice(1) };
        execFileSync('etcdctl', [endpoints, ...FORGET[to]], { env, stdio: 'pipe' });
      } catch (error) {
        // The old API says so when there is nothing to remove.
        if (!String((error as { stderr?: Buffer }).stderr).includes('Key not found')) throw error;
      }
      // Paused, Patroni leaves PostgreSQL as it is when it stops: it is not promoted anew, and no claim is cut off.
      await ask(leader, '/config', { pause: true }, 'PATCH');
      await pausedOn(nodes, true);
      for (const node of [...others, leader]) await node.stop();
      for (const node of nodes) node.setEtcdApi(to);
      leader.start();
      for (const end = Date.now() + PATIENCE; (await find('leader')) !== leader; await delay(200))
        if (Date.now() > end) throw new Error(`${leader.name} does not lead with etcd's API ${to}`);
      for (const node of others) node.start();
      await pausedOn(nodes, true);
      await ask(leader, '/config', { pause: null }, 'PATCH');
      await pausedOn(nodes, false);
    },
    async loseEtcd() {
      const leads = await Promise.all(
        [...ports].map(async ([name, { client }]) => {
          const response = await fetch(`${at(client)}/v3/maintenance/status`, { method: 'POST', body: '{}' });
          const { header, leader } = (await response.json()) as {
            header: { member_id: string };
            leader: string;
          };
          return header.member_id === leader ? name : undefined;
        }),
      );
      const name = leads.find(Boolean) ?? ETCD[0];
      const child = children.get(name) as ChildProcess;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      return name;
    },
    startEtcd,
    async close() {
      kill();
      for (const child of children.values())
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await network.close();
    },
  };
}
