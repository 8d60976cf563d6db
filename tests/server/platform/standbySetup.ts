import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { contact as entity } from '#schema/contact.ts';
import { buildApp } from '../../../server/app.ts';
import type { App } from '../../../server/deps.ts';
import { standbyReads as counter } from '../../../server/services/platform/meters.ts';
import {
  openStandbyReads,
  type StandbyReads,
  type StandbyReadsOptions,
} from '../../../server/services/platform/standbyReads.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { type StandbyPair, startStandbyPair } from '../../support/standby.ts';

export const LIMIT = 120_000;
export const PROCESS = '019a0000-0000-7000-8000-000000000001';
export const CONTACTS = entity.path;
export const portOf = (host: string) => Number(host.split(':')[1]);
export const urlAt = (...hosts: (string | number)[]) => {
  const named = hosts.map((host) => (typeof host === 'number' ? `127.0.0.1:${host}` : host));
  return `postgresql://postgres@${named.join(',')}/console`;
};

async function counts(): Promise<Record<string, number>> {
  const { values } = await counter.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]));
}

/** What the work returns, and who answered its reads. */
export async function answered<T>(work: () => Promise<T>): Promise<[found: T, by: string[]]> {
  const before = await counts();
  const found = await work();
  const after = await counts();
  return [
    found,
    Object.keys(after)
      .filter((outcome) => after[outcome] !== before[outcome])
      .sort(),
  ];
}

/** A primary with a standby, and processes that read from both. */
export function setUpStandby() {
  let pair: StandbyPair;
  let world: TestApp;
  beforeAll(async () => {
    pair = await startStandbyPair();
    world = await createTestApp({ database: { url: pair.url, drop: async () => {} } });
  }, LIMIT);

  afterAll(async () => {
    await world.close();
    await pair.close();
  }, LIMIT);

  /** Standbys that are looked at only when a test says so, and the lines that they wrote. */
  async function open(more: Partial<StandbyReadsOptions> = {}): Promise<StandbyReads & { lines: string[] }> {
    const lines: string[] = [];
    const standbys = openStandbyReads({
      ...{ url: urlAt(pair.hosts[0]), max: 3, keepPlans: true, maxLag: 3600 },
      ...{ primary: world.db, process: PROCESS },
      log: {
        info: (line) => lines.push(line),
        warn: (about, line) => lines.push(`${line} ${(about as { reason?: string }).reason ?? ''}`.trim()),
      },
      ...more,
    });
    onTestFinished(() => standbys.close());
    await standbys.look();
    // Else the first read may be answered by the primary, because the standby has not replayed what was written before.
    await pair.caughtUp();
    return Object.assign(standbys, { lines });
  }

  /** An API process of its own that reads from them. */
  async function process(standbys: StandbyReads): Promise<App> {
    const app = await buildApp({ ...world.deps, standbys });
    onTestFinished(() => app.close());
    return app;
  }

  const call = (app: App, as: User, url: string, payload?: object) =>
    app.inject({
      ...(payload ? { method: 'POST', payload } : { method: 'GET' }),
      url,
      headers: { authorization: `Token ${world.tokens[as]}` },
    });

  return {
    get pair() {
      return pair;
    },
    get world() {
      return world;
    },
    open,
    process,
    call,
  };
}
