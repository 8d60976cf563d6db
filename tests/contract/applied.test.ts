// @vitest-environment jsdom
import Cookies from 'js-cookie';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { allows, roles } from '#schema/permissions.ts';
import { createHttp } from '../../src/core/http.ts';
import { createDataProvider } from '../../src/dataProvider/dataProvider.ts';
import { PASSWORD, users } from '../support/app.ts';
import { startDemoServer } from '../support/demoServer.ts';

let server: Awaited<ReturnType<typeof startDemoServer>>;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startDemoServer();
  for (const user of ['customer', 'admin'] as const) {
    const body = { email: users[user], password: PASSWORD };
    const path = user === 'admin' ? '/v1/login/admin/' : '/v1/login/';
    const { data } = await server.call<{ data: { token: string } }>('POST', path, body);
    tokens[user] = data.token;
  }
});
afterAll(() => server.stop());

/** Entities that have records in the demonstration; for others nothing would be compared. */
const filled = new Set<string>();

type Order = 'ASC' | 'DESC';

/** Values to filter a list's fields by, taken from its rows. */
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

// In this order: the last test counts what the others compared.
describe('lists of the demonstration', { shuffle: false }, () => {
  test.each(entities.map((entity) => [entity.name, entity] as const))(
    '%s: filters, ranges, orders and searches of the server are never said to be ignored',
    async (name, entity) => {
      const isCustomers = [entity.read, ...entity.alsoRead].some((pair) => allows(roles.customer, pair));
      const provider = createDataProvider(createHttp({ base: server.url, onUnauthorized: () => undefined }));
      const ignored: unknown[] = [];
      const ask = async (filter: object, field = 'created_at', order: Order = 'DESC') => {
        const sort = { field, order };
        const asked = { pagination: { page: 1, perPage: 50 }, sort, filter, meta: { page: 'answered' } };
        const { data, meta } = await provider.getList(name, asked);
        if (data.length > 0) filled.add(name);
        if (meta?.unapplied) ignored.push([filter, sort, meta.unapplied, data.slice(0, 3)]);
        return data;
      };
      for (const user of isCustomers ? ['customer', 'admin'] : ['admin']) {
        Cookies.set('token', tokens[user] ?? '');
        const all = await ask({});
        const samples = [all[0], all.at(-1)].filter((row) => row !== undefined);
        for (const [field, { sort, filter, search }] of Object.entries(entity.fields)) {
          for (const order of ['ASC', 'DESC'] as const) if (sort) await ask({}, field, order);
          for (const row of samples) {
            const value = firstOf(row[field]);
            if (value === null || value === undefined) continue;
            if (filter) await ask({ [field]: value });
            if (filter) await ask({ [`${field}__in`]: [value] });
            if (filter === 'range') await ask({ [`${field}__gte`]: value });
            if (filter === 'range') await ask({ [`${field}__lte`]: value });
            if (search) await ask({ q: String(value).slice(0, 8) });
          }
        }
        for (const { created_at } of samples) {
          await ask({ created_at__gte: created_at }, 'created_at', 'ASC');
          await ask({ created_at__lte: created_at });
        }
      }
      expect(ignored).toEqual([]);
    },
  );

  test('most of what there is was compared', () => {
    expect(filled.size).toBeGreaterThan(entities.length / 2);
  });
});
