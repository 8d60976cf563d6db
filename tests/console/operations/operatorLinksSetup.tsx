import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { LinkTest, OperatorLink } from '#schema/operatorLink.ts';
import { type OperatorRoute, ROUTE, ROUTES, type RouteAnswer } from '#schema/routing.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { operatorLink as operatorLinkResource } from '../../../src/resources/operations/operatorLinks/index.tsx';
import { renderConsole } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aLink, aSummary, signInStaff } from '../support/linksData.ts';
import { pageOf } from '../support/messagingConsole.tsx';

export const PATH = '/v1/admin/operator-links/';
export const ADDRESS = '/admin/operator-links';

/** A server with operator links, and the pages that show them. */
export function setUpOperatorLinks() {
  let server: JsonServer;
  let links: OperatorLink[];
  let summary: ReturnType<typeof aSummary>;
  let refusal: { status: number; body: object } | undefined;
  let tested: LinkTest | undefined;
  let route: RouteAnswer;
  let routes: OperatorRoute[];
  beforeEach(async () => {
    localStorage.clear();
    preferences.set({ language: 'en', digits: 'latin' });
    signInStaff('admin');
    links = [aLink()];
    summary = aSummary();
    refusal = undefined;
    routes = [];
    server = await startJsonServer();
    pointTo(server.base);
    server.handle(({ url, method }, response) => {
      const { pathname } = new URL(url, server.base);
      const json = (status: number, body: object) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      if (pathname === '/v1/admin/dashboard-summary/') return json(200, { data: summary });
      if (method !== 'GET' && refusal) return json(refusal.status, refusal.body);
      if (method === 'DELETE') {
        links = [];
        return response.writeHead(204).end();
      }
      if (pathname === `${PATH}test/`) return json(200, { data: tested });
      if (pathname === ROUTES) return json(200, { data: routes });
      if (pathname === ROUTE)
        return refusal ? json(refusal.status, refusal.body) : json(200, { data: route });
      if (pathname === '/v1/admin/accounts/') return json(200, pageOf());
      if (pathname === PATH)
        return method === 'POST' ? json(201, { data: links[0] }) : json(200, pageOf(...links));
      const [uuid, action] = pathname.slice(PATH.length).split('/');
      if (action === 'costs') return json(200, { data: [] });
      if (action) links = links.map((link) => ({ ...link, is_active: action === 'resume' }));
      const found = links.find((link) => link.uuid === uuid);
      return found ? json(200, { data: found }) : json(404, { detail: 'This record does not exist.' });
    });
  });

  afterEach(async () => {
    cleanup();
    endSession();
    await server.stop();
  });

  const open = (address = ADDRESS) =>
    renderConsole([{ name: 'admin/operator-links', ...operatorLinkResource }], address, server.base);
  const sent = (method: string) => server.seen.filter((request) => request.method === method);
  return {
    get server() {
      return server;
    },
    get links() {
      return links;
    },
    set links(value) {
      links = value;
    },
    get summary() {
      return summary;
    },
    set summary(value) {
      summary = value;
    },
    get refusal() {
      return refusal;
    },
    set refusal(value) {
      refusal = value;
    },
    get route() {
      return route;
    },
    set route(value) {
      route = value;
    },
    get routes() {
      return routes;
    },
    set routes(value) {
      routes = value;
    },
    get tested() {
      return tested;
    },
    set tested(value) {
      tested = value;
    },
    open,
    sent,
  };
}
