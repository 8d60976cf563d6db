import type { ResourceProps } from 'ra-core';
import type { ReactElement, ReactNode } from 'react';
import { Route } from 'react-router-dom';
import { expect, onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import { DASHBOARD_SUMMARY, dashboardSummary } from '#schema/dashboardSummary.ts';
import { entities } from '#schema/index.ts';
import { roles } from '#schema/permissions.ts';
import { ACTIVE_PRICES, activePrices } from '#schema/productPricing.ts';
import { smsConfig } from '#schema/smsConfig.ts';
import { contents, prefetch } from '../../../src/App.tsx';
import { http } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { readProfile, type User } from '../../../src/core/readProfile.ts';
import { setUser } from '../../../src/core/session.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { messagesOf } from '../../../src/i18n/texts.ts';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { createRandom } from '../../support/random.ts';
import { renderAdmin } from './adminConsole.tsx';
import { type Asked, startApi } from './api.ts';
import { pointTo } from './jsonServer.ts';
import { newSession } from './newSession.ts';
import { answerOf, idOf, mangled, mangles, recordOf } from './samples.ts';

/** What people must never read: values that a program has made of nothing, and names of texts. */
const tops = Object.keys(messagesOf('en')).join('|');
const BROKEN = new RegExp(
  `\\bNaN\\b|\\bundefined\\b|\\bnull\\b|Invalid Date|\\b1970\\b|\\[object Object\\]|\\|\\|\\|\\||\\b(${tops})\\.[a-z]`,
  '',
);
const CRASHED = 'The service or page you are looking for is not available at the moment.';

/** Of each answer, so that it is the same whenever it is asked for. */
const randomOf = (what: string) =>
  createRandom([...what].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 21));
const ways = Object.keys(mangles(createRandom(21)));
const byPath = [...entities].sort((a, b) => b.path.length - a.path.length);

/** The catalogue's answers that are no entity's records. */
const answers: Readonly<Record<string, z.ZodType>> = {
  [DASHBOARD_SUMMARY]: dashboardSummary,
  [ACTIVE_PRICES]: activePrices,
  '/v1/sms/configs/': smsConfig,
};
/** How often each of those was given. */
const given = new Map<string, number>();

/** Records of every entity as another API has them, the n-th in the n-th way; nothing of what is ours alone. */
function answer({ url }: Asked) {
  const [path = ''] = url.split('?');
  const entity = byPath.find((one) => path.startsWith(one.path));
  const id = entity && path.slice(entity.path.length).replace(/\/$/, '');
  const n = Number(id?.slice(-12));
  const record = (which: number) => {
    const random = randomOf(`${entity!.name} ${which}`);
    const mangle = Object.values(mangles(random))[which % ways.length]!;
    return mangled(recordOf(entity!, random), mangle, which + 1, entity!.fields);
  };
  if (entity && id === '')
    return { body: { count: ways.length, results: ways.map((_, index) => record(index)) } };
  if (entity && id?.length === 36) return { body: n % 2 ? record(n - 1) : { data: record(n - 1) } };
  const schema = answers[path];
  if (schema) {
    const times = given.get(path) ?? 0;
    given.set(path, times + 1);
    const random = randomOf(`${path} ${times % ways.length}`);
    const mangle = Object.values(mangles(random))[times % ways.length]!;
    const body = answerOf(schema, mangle, random);
    return { body: times % 2 ? body : { data: body } };
  }
  return { status: 404, body: { detail: 'Not found.' } };
}

let inFlight = 0;
let quietSince = 0;

/** Where a view crashed: the first lines of its stack that are ours. */
const crashes: string[] = [];
const frames = (stack: string): string =>
  [...stack.matchAll(/at .*?src\/((?:resources|crud|layout|core)\/[^\s)]+)/g)]
    .slice(0, 2)
    .map(([, at]) => at)
    .join(' < ');

const tick = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until nothing is asked for and nothing changes any more. */
async function settled(): Promise<void> {
  quietSince = performance.now();
  for (
    let waited = 0;
    waited < 5_000 && (inFlight > 0 || performance.now() - quietSince < 30 || !document.querySelector('h1'));
    waited += 10
  )
    await tick(10);
}

/** All that the page says, to eyes and to speech, where its links lead, and what is in its inputs; each with its place. */
function shownTexts(): [text: string, at: string][] {
  const attributes = ['aria-label', 'title', 'placeholder', 'href', 'value', 'alt'];
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const texts = [...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent] : []));
    const named = attributes.map((name) => element.getAttribute(name));
    const typed = element instanceof HTMLInputElement ? [element.value] : [];
    return [...texts, ...named, ...typed].flatMap((text): [string, string][] =>
      text ? [[text, `${element.localName}.${element.className}`]] : [],
    );
  });
}

interface Declared extends ResourceProps {
  children?: ReactNode;
}
const declared = contents as ReactElement<Declared>[];
const resources = declared.flatMap(({ props }) => (props.name ? [props] : []));
const pages = (
  <>
    {declared.find(({ props }) => !props.name)?.props.children}
    <Route path="/dashboard" element={<Dashboard />} />
  </>
);

const Main = ({ children }: { children: ReactNode }) => <main>{children}</main>;

/** Goes to each address and tells what is broken there. */
async function walk(addresses: readonly string[]): Promise<string[]> {
  const { router } = renderAdmin({
    dataProvider: createDataProvider(http),
    address: '/profile',
    resources,
    pages,
    around: Main,
  });
  const broken: string[] = [];
  for (const address of addresses) {
    await prefetch(address);
    await router.navigate(address);
    await settled();
    const texts = shownTexts();
    if (texts.some(([text]) => text.includes(CRASHED))) broken.push(`${address}: crashed`);
    for (const [text, at] of texts)
      if (BROKEN.test(text)) broken.push(`${address}: "${text.trim().slice(0, 80)}" in ${at}`);
    const stack = crashes.splice(0).join(' | ');
    if (stack) broken.push(`${address}: ${stack}`);
    if (!document.querySelector('h1')) broken.push(`${address}: no heading`);
  }
  return [...new Set(broken)];
}

const addressesOf = ({ name, list, show, edit, create }: ResourceProps): string[] => [
  ...(list ? [`/${name}`] : []),
  ...ways.flatMap((_, index) => [
    ...(show ? [`/${name}/${idOf(index + 1)}/show`] : []),
    ...(edit ? [`/${name}/${idOf(index + 1)}`] : []),
  ]),
  ...(create ? [`/${name}/create`] : []),
];
/** The pages that read those answers, so often that each comes in each way. */
const askedAgain = (): string[] =>
  ways.flatMap(() => ['/dashboard', '/sms/bulk-sms', '/admin/product-pricing']);
const pageAddresses = [
  '/dashboard',
  '/profile',
  '/kyc',
  `/kyc/${idOf(1)}`,
  `/kyc/${idOf(3)}`,
  '/sms/bulk-sms',
  '/wallet/topup-history/create',
];

/**
 * Opens every page of a role on an API that answers otherwise than the contract, and expects that none crashes or
 * says what nobody can read. One in each file: together they would take a worker for too long.
 */
export async function expectTolerance(role: 'customer' | 'admin', language: 'en' | 'ne'): Promise<void> {
  // The same records whichever file is first in a worker.
  inFlight = 0;
  given.clear();
  crashes.length = 0;
  const api = await startApi(answer);
  onTestFinished(async () => void (await api.close()));
  pointTo(api.base);
  const errors = vi.spyOn(console, 'error').mockImplementation((...shownTexts: unknown[]) => {
    for (const one of shownTexts)
      if (one instanceof Error && !('status' in one))
        crashes.push(`${one.message} at ${frames(one.stack ?? '')}`);
  });
  const ask = fetch;
  vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => {
    inFlight += 1;
    return ask(...call).finally(() => {
      inFlight -= 1;
      quietSince = performance.now();
    });
  });
  const watch = new MutationObserver(() => {
    quietSince = performance.now();
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  preferences.set({ language });
  newSession();
  const pairs = roles[role].map((pair) => [...pair]);
  setUser(readProfile({ name: 'Asha', role, ui_permissions: pairs }) as User);
  const broken = await walk([...resources.flatMap(addressesOf), ...pageAddresses, ...askedAgain()]);
  watch.disconnect();
  // The browser's console was told of fields that do not fit.
  expect(errors.mock.calls.flat().join(' ')).toContain('does not fit');
  expect(broken).toEqual([]);
}
