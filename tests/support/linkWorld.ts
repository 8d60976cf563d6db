import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { DASHBOARD_SUMMARY, type DashboardSummary } from '#schema/dashboardSummary.ts';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { startWorker, type Worker } from '../../server/jobs/worker.ts';
import type { Operator } from '../../server/services/sending/linkStates.ts';
import { createTestApp, type TestApp } from './app.ts';

export const LINKS = '/v1/admin/operator-links/';
const COMPOSE = '/v1/sms/compose/';

/** The app with a sending worker, and helpers for the tests of links. */
export interface LinkWorld extends TestApp {
  /** Where HTTP operators report results; empty unless `isHttp`. */
  callbackBase: string;
  /** The running worker; after `restart` a new one, with other links of the environment. */
  restart(operators: readonly Operator[]): Promise<void>;
  /** Like `restart`, with only these links, and without the console's settings. */
  startOver(operators: readonly Operator[]): Promise<void>;
  links(): Promise<OperatorLink[]>;
  link(name: string): Promise<OperatorLink>;
  /** Adds a link in the console, to an operator's address. Returns it. */
  add(name: string, url: string, change?: object): Promise<OperatorLink>;
  /** Changes settings of a link and keeps the others. */
  change(name: string, change: object): Promise<OperatorLink>;
  /** Changes window or rate, and waits until the workers of the link use their share. */
  limit(name: string, change: { window?: number; rate?: number; priority?: number }): Promise<void>;
  act(name: string, action: 'pause' | 'resume'): Promise<void>;
  /** Waits until a link reaches a state, and returns it as it was then. */
  becomes(name: string, state: OperatorLink['state']): Promise<OperatorLink>;
  /** Sends to numbers, with another body or other fields; returns the campaign's uuid. */
  send(numbers: readonly string[], change?: object): Promise<string>;
  campaign(uuid: string): Promise<Campaign>;
  /** Waits until a condition holds for a campaign, and returns it. */
  until(uuid: string, holds: (campaign: Campaign) => boolean): Promise<Campaign>;
  summary(): Promise<DashboardSummary>;
}

export const patience = { timeout: 30_000, interval: 20 };
const workSettings = { DISPATCH_BATCH: 100 };

/** The values that a link's form sends, for an operator at an address. */
export function inputOf(url: string) {
  const { hostname, port, username, password } = new URL(url);
  return {
    host: hostname,
    port: Number(port),
    tls: false,
    system_id: username,
    password,
    system_type: null,
    window: 50,
    rate: 0,
    operators: [] as string[],
    priority: 10,
  };
}

/** Starts it with these links in the environment. `isHttp`: for HTTP operators of this machine, which call the app back. */
export async function startLinkWorld(
  operators: readonly Operator[],
  { isHttp = false } = {},
): Promise<LinkWorld> {
  const environment = { OPERATOR_ALLOW_PRIVATE: String(isHttp) };
  const app = await createTestApp({ link: 'none', environment });
  const callbackBase = isHttp ? await app.app.listen({ host: '127.0.0.1', port: 0 }) : '';
  const settings = { ...workSettings, callbackBase, allowPrivate: isHttp };
  const database: Database = openDatabase(app.url, 10, () => {});
  const log = pino({ level: 'silent' });
  let worker: Worker = await startWorker(database, operators, settings, log);
  let made = 0;

  const staff = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await app.call<{ data: T }>('admin', method, path, body);
    expect([200, 201], answer.text).toContain(answer.status);
    return answer.body.data;
  };
  const links = async () =>
    (await app.call<{ results: OperatorLink[] }>('support', 'GET', LINKS)).body.results;
  const link = async (name: string): Promise<OperatorLink> => {
    const found = (await links()).find((one) => one.name === name);
    expect(found, name).toBeDefined();
    return found as OperatorLink;
  };
  const campaign = async (uuid: string) =>
    (await app.call<{ data: Campaign }>('customer', 'GET', `${COMPOSE}${uuid}/`)).body.data;

  const change = async (name: string, part: object): Promise<OperatorLink> => {
    const {
      uuid,
      host,
      port,
      tls,
      system_id,
      system_type,
      window,
      rate,
      operators: of,
      priority,
    } = await link(name);
    const now = { host, port, tls, system_id, system_type, window, rate, operators: of, priority };
    return staff('PUT', `${LINKS}${uuid}/`, { ...now, ...part });
  };

  return {
    ...app,
    callbackBase,
    links,
    link,
    campaign,
    change,
    async limit(name, part) {
      const { window, rate } = await change(name, part);
      await vi.waitFor(
        async () => expect(totalShareOf(await link(name))).toEqual({ window, rate }),
        patience,
      );
    },
    async restart(next) {
      await worker.stop();
      worker = await startWorker(database, next, settings, log);
    },
    async startOver(next) {
      await worker.stop();
      await sql`DELETE FROM operator_link`.execute(app.db);
      worker = await startWorker(database, next, settings, log);
    },
    add: (name, url, change) => staff('POST', LINKS, { name, ...inputOf(url), ...change }),
    async act(name, action) {
      await staff('POST', `${LINKS}${(await link(name)).uuid}/${action}/`);
    },
    becomes: (name, state) =>
      vi.waitFor(async () => {
        const now = await link(name);
        expect(now.state).toBe(state);
        return now;
      }, patience),
    async send(numbers, change) {
      const name = `To ${++made}`;
      const body = { name, sender: app.sender, body: 'Hello', recipients: { numbers }, ...change };
      const post = <T>(path: string, part: object = {}) =>
        app.call<{ data: T }>('customer', 'POST', path, { ...body, ...part });
      const { data: plan } = (await post<Plan>(`${COMPOSE}plan/`)).body;
      const sent = await post<Campaign>(COMPOSE, { plan: plan.uuid, cost: plan.cost });
      expect(sent.status, sent.text).toBe(201);
      return sent.body.data.uuid;
    },
    until: (uuid, holds) =>
      vi.waitFor(async () => {
        const now = await campaign(uuid);
        expect(holds(now), JSON.stringify(now)).toBe(true);
        return now;
      }, patience),
    summary: () => staff('GET', DASHBOARD_SUMMARY),
    async close() {
      await worker.stop();
      await database.close();
      await app.close();
    },
  };
}

/** The workers' total for a link; a rate without a limit is 0, as in the link. */
export function totalShareOf({ shares }: OperatorLink): { window: number; rate: number } {
  const window = shares.reduce((sum, share) => sum + share.window, 0);
  // Thirds do not add up exactly.
  const rate = shares.reduce((sum, share) => sum + (share.rate ?? 0), 0);
  return { window, rate: Math.round(rate * 1e6) / 1e6 };
}

/** An operator's numbers that the simulator delivers to: none ends in one of its magic endings. */
export const ncell = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `98012${10_100 + from + i}`);
export const ntc = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `98412${10_100 + from + i}`);
