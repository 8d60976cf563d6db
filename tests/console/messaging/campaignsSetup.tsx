import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { CampaignResults } from '#schema/campaignResults.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser } from '../../../src/core/session.ts';
import { CampaignShow } from '../../../src/resources/messaging/campaigns/CampaignShow.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, aPlan, uuid } from '../support/messagingConsole.tsx';

export const text = (element: Element | null) => element?.textContent?.replace(/\u00a0/g, ' ') ?? '';

/** A server with one campaign, and the page that shows it. */
export function setUpCampaigns() {
  let server: JsonServer;
  let hasNoResults: boolean;
  let record: Record<string, unknown>;
  let results: CampaignResults;
  /** What another time is refused with. */
  let noTime: object | undefined;
  /** What a check of a retry is refused with. */
  let refusal: object | undefined;
  /** The status that a change of the campaign's state fails with. */
  let failing: number | undefined;
  beforeEach(async () => {
    preferences.set({ language: 'en' });
    signInCustomer();
    record = aCampaign();
    refusal = undefined;
    noTime = undefined;
    failing = undefined;
    hasNoResults = false;
    results = { sampled: null, operators: [], reasons: [], times: { seconds: 60, points: [] } };
    server = await startJsonServer();
    pointTo(server.base);
    server.handle(({ method, url }, response) => {
      if (failing && method === 'POST')
        return response.writeHead(failing).end(JSON.stringify({ detail: 'Not now.' }));
      const isRefused = refusal && url.endsWith('/retry/plan/');
      const isLate = noTime && url.endsWith('/schedule/');
      if (hasNoResults && url.endsWith('/results/')) return response.writeHead(503).end();
      response.writeHead(isRefused || isLate ? 409 : 200, { 'Content-Type': 'application/json' });
      if (isLate) return response.end(JSON.stringify(noTime));
      if (isRefused) return response.end(JSON.stringify(refusal));
      if (url.endsWith('/results/')) return response.end(JSON.stringify({ data: results }));
      if (url.endsWith('/profile/')) return response.end(JSON.stringify({ data: getUser() }));
      if (url.endsWith('/retry/plan/'))
        return response.end(JSON.stringify({ data: aPlan({ recipients: 6, cost: 814 }) }));
      if (url.endsWith('/cancel/')) record = { ...record, status: 'cancelled', cancelled: 60, queued: 0 };
      if (method === 'POST' && url.endsWith('/retry/'))
        return response.end(JSON.stringify({ data: aCampaign({ uuid: uuid(801), name: 'Dues (retry)' }) }));
      response.end(JSON.stringify({ data: record }));
    });
  });

  afterEach(async () => {
    cleanup();
    vi.restoreAllMocks();
    await server.stop();
  });

  const open = () =>
    renderConsole(
      [{ name: 'sms', list: <p>list</p>, show: <CampaignShow /> }],
      `/sms/${uuid(800)}/show`,
      server.base,
    );

  return {
    get server() {
      return server;
    },
    get hasNoResults() {
      return hasNoResults;
    },
    set hasNoResults(value) {
      hasNoResults = value;
    },
    get record() {
      return record;
    },
    set record(value) {
      record = value;
    },
    get results() {
      return results;
    },
    set results(value) {
      results = value;
    },
    get noTime() {
      return noTime;
    },
    set noTime(value) {
      noTime = value;
    },
    get failing() {
      return failing;
    },
    set failing(value) {
      failing = value;
    },
    get refusal() {
      return refusal;
    },
    set refusal(value) {
      refusal = value;
    },
    open,
  };
}
