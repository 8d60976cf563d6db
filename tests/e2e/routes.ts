import { entities } from '#schema/index.ts';

/** The id of nothing. */
export const NOBODY = '01890000-0000-7000-8000-000000000000';

/** Pages that are no entity, for who has signed in; with an id of nothing, what they say then. */
const pages = [
  ...['/', '/profile', '/kyc', '/sms/bulk-sms', '/wallet/topup-history/create'],
  ...[
    `/wallet/invoices/${NOBODY}`,
    `/wallet/online/${NOBODY}`,
    `/kyc/${NOBODY}`,
    '/no-such-page',
    ...['', '/brand', '/billing', '/mail', '/security', '/calendar', '/health'].map(
      (tab) => `/admin/settings${tab}`,
    ),
    '/admin/failover',
    '/admin/reports',
    '/reports',
  ],
];

/** Pages for who has not. */
export const publicRoutes = [
  '/login',
  '/register',
  '/forgot-password',
  `/reset-password/${NOBODY}`,
  `/not-me/${NOBODY}`,
  `/confirm-address/${NOBODY}`,
];

/**
 * Every address of the console that a signed-in user may open, by what the server answers to their `get`: the pages, and of each entity its
 * list, its first record and the forms. What a console does not have is its not-found page, which is one more.
 */
export async function signedInRoutes(get: (path: string) => Promise<unknown>): Promise<string[]> {
  const found = [...pages];
  const paid = (await get('/v1/credit/user-payment-reference/?page_size=100')) as
    | { results?: { invoice?: string | null }[] }
    | undefined;
  const invoice = paid?.results?.find((payment) => payment.invoice)?.invoice;
  if (invoice) found.push(`/wallet/invoices/${invoice}`);
  for (const { name, path, writes } of entities) {
    const first = (await get(`${path}?page_size=1`)) as { results?: { uuid?: string }[] } | undefined;
    if (!first?.results) continue;
    found.push(`/${name}`);
    if (writes.includes('create')) found.push(`/${name}/create`);
    const uuid = first.results[0]?.uuid;
    if (!uuid) continue;
    found.push(`/${name}/${uuid}/show`);
    if (writes.includes('update')) found.push(`/${name}/${uuid}`);
  }
  return found;
}

/** Whether an address is one that customers do not have, or see something else at. */
export const isStaffs = (route: string): boolean => /^\/($|users|kyc|admin)/.test(route);

/** What reads a path as who holds a token; undefined where the server refuses. */
export const readWith =
  (url: string, token: string) =>
  async (path: string): Promise<unknown> => {
    const answer = await fetch(url + path, { headers: { authorization: `Token ${token}` } });
    return answer.ok ? answer.json() : undefined;
  };
