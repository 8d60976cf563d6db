import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import type { SmsConfig } from '#schema/smsConfig.ts';
import type { Trial } from '#schema/trial.ts';
import { TRIAL } from '#schema/trialFacts.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, type Seen, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, aPlan, aSender, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

type Reply = { status?: number; body: unknown; delay?: number } | 'drop';
export const asked = (seen: Seen) => JSON.parse(seen.body) as Record<string, unknown>;
const anImport = {
  ...{ uuid: uuid(5), file: uuid(6), file_name: 'a.xlsx', groups: [], status: 'completed', error: null },
  ...{ mapping: { phone: 'Mobile', name: 'Full name', sheet: 'Two' }, rows: 12, created: 7, updated: 2 },
  ...{ duplicates: 1, refused: 2, bytes: 1, bytes_read: 1, hidden_rows: 0, finished_at: null },
  ...{ created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' },
};

export const open = () => renderPage('/sms/bulk-sms', <ComposePage />);
export const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
export async function write() {
  await screen.findByLabelText('Sender ID');
  fireEvent.change(await field('Campaign name'), { target: { value: 'Dues' } });
  fireEvent.change(await field('Text'), { target: { value: 'Please pay' } });
  fireEvent.change(await field('Phone numbers'), { target: { value: '9841000001\n12' } });
}

export async function check() {
  await write();
  await press('Check recipients and cost');
  await screen.findByRole('heading', { name: 'Check before sending' });
}

/** A page of sender IDs, as a server answers that filters and searches. */
function sendersOf(url: string, senders: readonly unknown[]) {
  const asked = new URL(url, 'http://localhost').searchParams;
  const [text, ids] = [asked.get('search')?.toLowerCase(), asked.get('uuid__in')?.split(',')];
  const found = (senders as { uuid: string; name: string; status?: string }[]).filter(
    ({ uuid: id, name, status }) =>
      (!ids || ids.includes(id)) &&
      (!text || name.toLowerCase().includes(text)) &&
      (!asked.has('status') || status === asked.get('status')),
  );
  return { ...pageOf(...found.slice(0, Number(asked.get('page_size') ?? 25))), count: found.length };
}

/** A server that plans and sends, and the page’s fields and buttons. */
export function setUpCompose() {
  let server: JsonServer;
  let plan: Plan;
  let senders: unknown[];
  let groups: unknown[];
  /** What is wrong with the fields of what is to be planned. */
  let refusal: Record<string, string[]> | undefined;
  let config: SmsConfig;
  let trial: Trial | undefined;
  /** What the sending POST answers, one after another; the last one for ever. */
  let replies: Reply[];
  const posted = (path: string) =>
    server.seen.filter(({ method, url }) => method === 'POST' && url === `/v1/sms/compose/${path}`);
  const plans = () => posted('plan/');
  const sends = () => posted('');
  beforeEach(async () => {
    sessionStorage.clear();
    preferences.set({ language: 'en', calendar: 'ad' });
    signInCustomer();
    plan = aPlan();
    senders = [aSender(1, 'DEMO')];
    groups = [];
    refusal = undefined;
    trial = undefined;
    config = {
      ...{ prices: [], parts_max: 10, validity_hours: 24, quiet_hours: null, destination: 'operator' },
      ranges: [{ prefix: '+977984', operator: 'ntc', closed: false }],
    };
    replies = [{ status: 201, body: { data: aCampaign() }, delay: 80 }];
    server = await startJsonServer();
    pointTo(server.base);
    server.handle((seen, response) => {
      const reply = ({ status = 200, body }: { status?: number; body: unknown }) => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      if (seen.url.startsWith('/v1/sms/identities/')) return reply({ body: sendersOf(seen.url, senders) });
      if (seen.url.startsWith('/v1/contact/contact-group/')) return reply({ body: pageOf(...groups) });
      if (seen.url.startsWith('/v1/autho/user/profile/')) return reply({ status: 500, body: {} });
      if (seen.url.startsWith('/v1/sms/configs/')) return reply({ body: { data: config } });
      if (seen.url.includes(`/imports/${uuid(5)}/`)) return reply({ body: { data: anImport } });
      if (seen.method === 'GET' && seen.url === `/v1/sms/compose/${uuid(800)}/`)
        return reply({ body: { data: aCampaign(copied) } });
      if (seen.url === TRIAL) return reply({ body: { data: trial } });
      if (seen.method !== 'POST') return reply({ body: pageOf() });
      if (seen.url.endsWith('/plan/') && refusal)
        return reply({ status: 400, body: { detail: 'x', code: 'invalid', errors: refusal } });
      if (seen.url.endsWith('/plan/')) return reply({ body: { data: plan } });
      const next = (replies.length > 1 ? replies.shift() : replies[0]) as Reply;
      if (next === 'drop') return response.destroy();
      setTimeout(() => reply(next), next.delay ?? 0);
    });
  });

  afterEach(async () => {
    cleanup();
    await server.stop();
  });

  /** What is special of the campaign that is copied. */
  let copied: Record<string, unknown> = {};
  return {
    set trial(value: Trial) {
      trial = value;
    },
    get plan() {
      return plan;
    },
    set plan(value) {
      plan = value;
    },
    get senders() {
      return senders;
    },
    set senders(value) {
      senders = value;
    },
    set groups(value: unknown[]) {
      groups = value;
    },
    set refusal(value: Record<string, string[]> | undefined) {
      refusal = value;
    },
    get config() {
      return config;
    },
    get copied() {
      return copied;
    },
    set copied(value) {
      copied = value;
    },
    get server() {
      return server;
    },
    get replies() {
      return replies;
    },
    set replies(value) {
      replies = value;
    },
    plans,
    sends,
  };
}
