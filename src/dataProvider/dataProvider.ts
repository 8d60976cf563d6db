import type { DataProvider, GetListParams, GetListResult, Identifier, RaRecord } from 'ra-core';
import simpleRest from 'ra-data-simple-rest';
import { type Outline, sentNames } from '#schema/outline.ts';
import { entityOf } from '../core/entities.ts';
import { asFormError, type RestClient, restClient, withId } from '../core/envelope.ts';
import { filterParams, type ListQuery, listPath } from '../core/paths.ts';
import { createCursors } from './cursors.ts';

/** The API's list envelope, with records that have no `id` yet. */
interface Page {
  count: number;
  count_is_minimum?: boolean;
  next: string | null;
  previous: string | null;
  results: { uuid: string }[];
}

/** Answers to requests that were started before anybody wanted them, each once. */
interface Early {
  takeList<T>(resource: string, path: string): Promise<T> | undefined;
  takePage<T>(resource: string, path: string): T | undefined;
}

export interface ConsoleDataProvider extends DataProvider {
  /** What `getList` would answer, if that is known without asking: a list that begins with it is drawn at once. */
  listAtHand(resource: string, params: GetListParams): GetListResult | undefined;
}

/** Ids per request: a URL of 200 uuids stays well under every server's limit. */
const IDS_MAX = 200;

const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / IDS_MAX) }, (_, index) =>
    items.slice(index * IDS_MAX, (index + 1) * IDS_MAX),
  );

const queryOf = ({ pagination, sort, filter }: GetListParams): ListQuery => ({
  ...pagination,
  ...(sort && { sort }),
  filter,
});

const pick = (values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));

/**
 * Maps react-admin's calls onto the API of the contract. Paths, writable fields and page sizes come from
 * `schema/`; one-record methods are ra-data-simple-rest's, called with the schema's path.
 *
 * | method | request |
 * |---|---|
 * | getList | GET {path}?page=1&page_size=25&ordering=-created_at&search=ram&status=sent&created_at__gte=... |
 * | getOne | GET {path}{uuid}/ |
 * | getMany | GET {path}?page=1&page_size=2&uuid__in=a,b |
 * | getManyReference | GET {path}?page=1&page_size=25&{target}={uuid} |
 * | create | POST {path} with the entity's create fields |
 * | update | PUT {path}{uuid}/ with all its update fields |
 * | updateMany | GET {path}?uuid__in=a,b where fields are missing, then PUT {path}{uuid}/ each |
 * | delete | DELETE {path}{uuid}/ |
 * | deleteMany | DELETE {path}?uuid__in=a,b; with `meta.filter`, DELETE {path}?{filters} |
 *
 * A list's `meta.countIsMinimum` says that there are more than the server counted; `total` is then the
 * least that is known. A page next to one already seen is asked for by its cursor, never by OFFSET.
 * Field errors arrive at forms as `error.body.errors = {field: "text"}`.
 * `early` has the answer to a list's request that was started earlier, if there was one (firstList.ts).
 */
export function createDataProvider(http: RestClient, early?: Early): ConsoleDataProvider {
  const rest = simpleRest('', restClient(http));
  const cursors = createCursors();
  const base = (entity: Outline): string => entity.path.replace(/^\/|\/$/g, '');

  function read<R extends RaRecord>(answer: Page, path: string, { page = 1, perPage = 25 }: ListQuery) {
    cursors.remember(path, page, answer);
    const shown = (page - 1) * perPage + answer.results.length;
    const countIsMinimum = answer.count_is_minimum === true;
    return {
      data: answer.results.map((record) => withId<R>(record)),
      // Beyond a capped count the page itself proves that there are more; without this, react-admin
      // would take page 401 of "10,000+" for one that does not exist.
      total: countIsMinimum ? Math.max(answer.count, shown + (answer.next ? 1 : 0)) : answer.count,
      pageInfo: { hasNextPage: answer.next !== null, hasPreviousPage: answer.previous !== null },
      meta: { count: answer.count, countIsMinimum },
    };
  }

  async function list<R extends RaRecord>(resource: string, query: ListQuery, signal?: AbortSignal) {
    const path = listPath(entityOf(resource), query);
    const answer = await (early?.takeList<Page>(resource, path) ??
      http.json<Page>(cursors.resolve(path, query.page ?? 1), { signal }));
    return read<R>(answer, path, query);
  }

  async function many<R extends RaRecord>(
    resource: string,
    ids: readonly Identifier[],
    signal?: AbortSignal,
  ): Promise<R[]> {
    const entity = entityOf(resource);
    const answers = await Promise.all(
      chunks(ids).map((some) =>
        http.json<Page>(listPath(entity, { perPage: some.length, filter: { uuid__in: some } }), { signal }),
      ),
    );
    return answers.flatMap((answer) => answer.results.map((record) => withId<R>(record)));
  }

  return {
    supportAbortSignal: true,

    getList: (resource, params) => list(resource, queryOf(params), params.signal),

    listAtHand(resource, params) {
      const query = queryOf(params);
      const path = listPath(entityOf(resource), query);
      const answer = early?.takePage<Page>(resource, path);
      return answer && read(answer, path, query);
    },

    getOne: async (resource, params) => rest.getOne(base(entityOf(resource)), params),

    getMany: async (resource, { ids, signal }) => ({ data: await many(resource, ids, signal) }),

    getManyReference: (resource, { pagination, sort, filter, target, id, signal }) =>
      list(resource, { ...pagination, sort, filter: { ...filter, [target]: id } }, signal),

    create: async (resource, params) => {
      const entity = entityOf(resource);
      const data = pick(params.data, sentNames(entity, 'create'));
      return asFormError(rest.create(base(entity), { ...params, data }));
    },

    update: async (resource, params) => {
      const entity = entityOf(resource);
      const data = pick(params.data, sentNames(entity, 'update'));
      return asFormError(rest.update(base(entity), { ...params, data }));
    },

    updateMany: async <R extends RaRecord>(
      resource: string,
      { ids, data }: { ids: Identifier[]; data: Partial<R> },
    ) => {
      const entity = entityOf(resource);
      const names = sentNames(entity, 'update');
      const isWhole = names.every((name) => data[name] !== undefined);
      const records = isWhole ? ids.map((id) => ({ id })) : await many<RaRecord>(resource, ids);
      await Promise.all(
        records.map((record) =>
          rest.update(base(entity), {
            id: record.id,
            data: pick({ ...record, ...data }, names),
            previousData: record,
          }),
        ),
      );
      return { data: records.map((record) => record.id) as R['id'][] };
    },

    delete: async <R extends RaRecord>(
      resource: string,
      params: { id: Identifier; previousData?: R | undefined },
    ) => {
      await rest.delete(base(entityOf(resource)), params);
      return { data: params.previousData ?? ({ id: params.id } as R) };
    },

    deleteMany: async (resource, { ids, meta }) => {
      const { path } = entityOf(resource);
      const filters = isFiltered(meta) ? [meta.filter] : chunks(ids).map((some) => ({ uuid__in: some }));
      for (const filter of filters) {
        await http.json(`${path}?${filterParams(filter)}`, { method: 'DELETE' });
      }
      return { data: ids };
    },
  };
}

const isFiltered = (meta: unknown): meta is { filter: Record<string, unknown> } =>
  typeof meta === 'object' && meta !== null && 'filter' in meta;
