import { afterEach, beforeEach, expect, test } from 'vitest';
import { features } from '#schema/features.ts';
import { signOut } from '../../../src/authProvider/login.ts';
import { adoptProfile, loadProfile } from '../../../src/authProvider/profile.ts';
import { offers } from '../../../src/core/offers.ts';
import { getUser } from '../../../src/core/session.ts';
import { type Answer, startApi } from '../support/api.ts';
import { pointTo } from '../support/jsonServer.ts';
import { newSession } from '../support/newSession.ts';

const profile = { uuid: '01890000-0000-7000-8000-0000000000ff', name: 'Asha', ui_permissions: [] };

let document: Answer;
let answer: object;
let api: Awaited<ReturnType<typeof startApi>>;

beforeEach(async () => {
  answer = {};
  document = { status: 404 };
  api = await startApi(({ url }) =>
    url === '/v1/openapi.json' ? document : { body: { data: { ...profile, ...answer } } },
  );
  pointTo(api.base, null);
  newSession();
});
afterEach(async () => {
  pointTo('');
  await api.close();
});

const PROFILE = 'GET /v1/autho/user/profile/';
const DOCUMENT = 'GET /v1/openapi.json';

test('a server that sums up what it offers is not asked for its document', async () => {
  answer = { offers: ['exports'] };
  await loadProfile();
  expect(offers('exports')).toBe(true);
  expect(api.urls()).toEqual([PROFILE]);
});

test('another is asked for its document once a session, whatever its parameters are called', async () => {
  const paths = Object.fromEntries(
    [...features.invoices, ...features['campaign-control'].slice(1)].map((operation) => {
      const [method = '', path = ''] = operation.split(' ');
      return [path.replace('{uuid}', '{id}'), { [method.toLowerCase()]: {} }];
    }),
  );
  document = { body: { openapi: '3.0.0', paths } };
  await loadProfile();
  await loadProfile();
  expect(offers('invoices')).toBe(true);
  // All but one of its operations are not the feature.
  expect(offers('campaign-control')).toBe(false);
  expect(api.urls()).toEqual([PROFILE, DOCUMENT, PROFILE]);
});

test('one whose document has all features offers each of them', async () => {
  const paths: Record<string, Record<string, { parameters: object[] }>> = {};
  for (const operation of Object.values(features).flat()) {
    const [method = '', path = '', header] = operation.split(' ');
    // Names as frameworks have them, such as `book-id` and `item.id`.
    const named = path.replace(/\{(\w+)\}/g, '{the-$1.id}');
    paths[named] ??= {};
    paths[named][method.toLowerCase()] ??= { parameters: [] };
    if (header) paths[named][method.toLowerCase()]?.parameters.push({ in: 'header', name: header });
  }
  document = { body: { paths } };
  await loadProfile();
  expect(Object.keys(features).filter((name) => !offers(name as keyof typeof features))).toEqual([]);
});

test.each([
  [{ servers: [{ url: 'https://api.example/sms/v1/' }] }],
  [{ servers: [{ url: '/v1' }] }],
  [{ basePath: '/v1' }],
])('paths of a document may be relative to %j', async (base) => {
  const paths = Object.fromEntries(
    features.invoices.map((operation) => {
      const [method = '', path = ''] = operation.split(' ');
      return [path.replace('/v1', ''), { [method.toLowerCase()]: {} }];
    }),
  );
  document = { body: { ...base, paths } };
  await loadProfile();
  expect(offers('invoices')).toBe(true);
});

test('one without a document offers nothing, and is not asked again', async () => {
  await loadProfile();
  await loadProfile();
  expect(offers('invoices')).toBe(false);
  expect(getUser()?.offers).toEqual([]);
  expect(api.urls()).toEqual([PROFILE, DOCUMENT, PROFILE]);
});

test('one that could not be asked is asked again', async () => {
  document = { status: 503 };
  await loadProfile();
  document = { body: { paths: { '/v1/autho/logout/': { post: {} } } } };
  await loadProfile();
  expect(offers('sign-out')).toBe(true);
});

test('what the configuration says is not asked for', async () => {
  pointTo(api.base, []);
  await loadProfile();
  expect(api.urls()).toEqual([PROFILE]);
});

test('a profile that came with signing in is completed the same', async () => {
  document = { body: { paths: { '/v1/autho/logout/': { post: {} } } } };
  await adoptProfile(profile as never);
  await loadProfile();
  expect(getUser()?.offers).toEqual(['sign-out']);
  expect(api.urls()).toEqual([DOCUMENT]);
});

test('signing out ends the session on the server only where that can be', async () => {
  pointTo(api.base, []);
  await signOut();
  expect(api.asked).toEqual([]);
  newSession();
  pointTo(api.base, ['sign-out']);
  await signOut();
  expect(api.urls()).toEqual(['POST /v1/autho/logout/']);
});

test('a header counts as offered where the document names it with each operation', async () => {
  const paths = (header: string, operations: readonly string[]) =>
    Object.fromEntries(
      operations.map((operation) => [
        operation.split(' ')[1],
        { put: { parameters: [{ $ref: '#/components/parameters/Id' }, { in: 'header', name: header }] } },
      ]),
    );
  document = { body: { paths: paths('If-None-Match', features['if-match']) } };
  await loadProfile();
  expect(offers('if-match')).toBe(false);
  await signOut();
  newSession();
  document = { body: { paths: paths('If-Match', features['if-match'].slice(1)) } };
  await loadProfile();
  expect(offers('if-match')).toBe(false);
  await signOut();
  newSession();
  document = { body: { paths: paths('If-Match', features['if-match']) } };
  await loadProfile();
  expect(offers('if-match')).toBe(true);
});
