import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Where a node of the cluster is. */
interface Place {
  address: string;
  /** What a command is preceded by to run there. */
  enter: readonly string[];
  /** From now on nothing from here reaches etcd. Without namespaces it throws. */
  cutFromEtcd(): void;
  healToEtcd(): void;
}

export interface Network {
  /** Of all members of etcd. */
  etcd: string;
  places: readonly Place[];
  close(): Promise<void>;
}

/** Set in a process that has a network of its own. */
const OWN = 'HA_OWN_NETWORK';
const UNSHARE = '/usr/bin/unshare';
const BRIDGE = 'ha0';
const HOME = '192.0.2.1';
const ETCD = '192.0.2.2';

/** Why networks cannot be cut here, in one sentence; undefined where they can. */
export function whyUncuttable(): string | undefined {
  if (process.getuid?.() !== 0)
    return 'The network is not cut: network namespaces with PostgreSQL in them need root.';
  if (spawnSync(UNSHARE, ['--net', 'ip', 'link']).status !== 0)
    return 'The network is not cut: this machine allows no network namespaces (unshare and ip, Debian: iproute2).';
  return undefined;
}

/**
 * Starts this program anew in a network of its own, unless it is in one: what it sends stays there, and the kernel
 * removes the network with it.
 */
export function enterOwnNetwork(): void {
  if (process.env[OWN]) return;
  const args = ['unshare', '--net', process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(UNSHARE, args, { ...process.env, [OWN]: 'yes' });
}

const ip = (...args: string[]) => execFileSync('ip', args);

/** Places for `count` nodes: all on loopback, or in a network of its own each in a namespace with its own address. */
export async function createNetwork(count: number): Promise<Network> {
  if (!process.env[OWN]) {
    const cannot = () => {
      throw new Error('Loopback cannot be cut.');
    };
    const address = '127.0.0.1';
    const place: Place = { address, enter: [], cutFromEtcd: cannot, healToEtcd: cannot };
    return { etcd: address, places: Array.from({ length: count }, () => place), close: async () => {} };
  }
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('link', 'set', BRIDGE, 'up');
  // The first is what HAProxy and the server come from: it stays reachable when etcd is not.
  for (const address of [HOME, ETCD]) ip('addr', 'add', `${address}/24`, 'dev', BRIDGE);
  const holders: ChildProcess[] = [];
  const places: Place[] = [];
  for (let n = 1; n <= count; n++) {
    const holder = await holdNamespace();
    holders.push(holder);
    const pid = String(holder.pid);
    const address = `192.0.2.${10 + n}`;
    const inside = (...args: string[]) => execFileSync('nsenter', ['-t', pid, '-n', 'ip', ...args]);
    ip('link', 'add', `node${n}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid);
    ip('link', 'set', `node${n}`, 'master', BRIDGE, 'up');
    inside('link', 'set', 'lo', 'up');
    inside('addr', 'add', `${address}/24`, 'dev', 'eth0');
    inside('link', 'set', 'eth0', 'up');
    places.push({
      address,
      enter: ['nsenter', '-t', pid, '-n'],
      cutFromEtcd: () => void inside('route', 'add', 'blackhole', `${ETCD}/32`),
      healToEtcd: () => void inside('route', 'del', 'blackhole', `${ETCD}/32`),
    });
  }
  return {
    etcd: ETCD,
    places,
    async close() {
      for (const holder of holders) {
        const exited = once(holder, 'exit');
        holder.kill();
        await exited;
      }
    },
  };
}

/** A process that does nothing in a new network namespace, which lives as long as the process. */
async function holdNamespace(): Promise<ChildProcess> {
  const holder = spawn(UNSHARE, ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
  process.once('exit', () => holder.kill('SIGKILL'));
  await once(holder, 'spawn');
  const ours = readlinkSync('/proc/self/ns/net');
  while (readlinkSync(`/proc/${holder.pid}/ns/net`) === ours) await delay(10);
  return holder;
}
