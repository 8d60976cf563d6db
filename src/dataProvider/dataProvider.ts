import type {
  DataProvider,
  GetListParams,
  GetListResult,
  GetManyReferenceParams,
  Identifier,
  RaRecord,
} from 'ra-core';
import simpleRest from 'ra-data-simple-rest';
import { type Outline, sentNames } from '#schema/outline.ts';
import { createCreations } from '../core/creations.ts';
import { entityOf } from '../core/entities.ts';
import { asFormError, isChanged, type RestClient, restClient } from '../core/envelope.ts';
import { isObject, unreadable } from '../core/errorTexts.ts';
import { HttpError } from '../core/http.ts';
import { withoutLeaving } from '../core/leaving.ts';
import { offers } from '../core/offers.ts';
import { offersAction } from '../core/offersAction.ts';
import { filterParams, type ListQuery, listPath } from '../core/paths.ts';
import { pick, putBody } from '../core/putBody.ts';
import { hasNext, readRecord } from '../core/records.ts';
import type { Row } from './fits.ts';
import { createLists, PAGES_MAX } from './lists.ts';
import type { DescribeConflicts } from './mergeUpdate.ts';

export interface ConsoleDataProvider extends DataProvider {
  /**
   * The result of `getList` if it is known without a request: a list that starts with it is drawn at once.
   */
  preloadedList(resource: string, params: GetListParams): GetListResult | undefined;
}

/** `meta` of `getList`. */
interface ListMeta {
  /**
   * For lists with page navigation. `fitting` leaves out records that visibly do not match; `answered` has all
   * of them, for a list that shows what was not applied (`meta.unapplied`).
   */
  page?: 'fitting' | 'answered';
  /** What nobody chose for an `answered` list: records that do not match it are never shown. */
  own?: Row | undefined;
}

/** Called after a creation or an update, with the values that were sent and the server's record, if it returns one. */
export type OnWritten = (entity: Outline, sent: object, answer: unknown) => void;

/** Ids per request: a URL with 200 uuids is well below every server's limit. */
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

/**
 * Maps react-admin's calls onto the API of the contract. Paths, writable fields and page sizes come from
 * `schema/`; one-record methods are ra-data-simple-rest's, called with the schema's path.
 *
 * | method | request |
 * |---|---|
 * | getList | GET {path}?page=1&page_size=25&ordering=-created_at&search=ram&status=sent&created_at__gte=... |
 * | getOne | GET {path}{uuid}/; if that is not offered, the list by `uuid__in`, then its pages |
 * | getMany | GET {path}?page=1&page_size=2&uuid__in=a,b, and its further pages |
 * | getManyReference | GET {path}?page=1&page_size=25&{target}={uuid} |
 * | create | POST {path} with the entity's create fields and an Idempotency-Key (creations.ts) |
 * | update | PUT {path}{uuid}/ with all its fields that the server does not set itself, and If-Match if offered |
 * | updateMany | GET {path}?uuid__in=a,b if fields are missing, then PUT {path}{uuid}/ each |
 * | delete | DELETE {path}{uuid}/ |
 * | deleteMany | DELETE {path}?uuid__in=a,b; with `meta.filter`, DELETE {path}?{filters} (answer: `meta.onAnswer`); |
 * |            | else DELETE {path}{uuid}/ one after the other; `meta.onProgress` receives the number deleted |
 *
 * A server may ignore a filter. Records that visibly do not match the filters are left out of lists, so that
 * nobody sees or deletes another user's record. `getMany` compares the ids.
 *
 * `meta.countIsMinimum` of a list says that there are more records than the server counted; `total` is then
 * the lowest possible number. If a server has its own page size, `meta.pageSize` is that size and `meta.sizes`
 * are the sizes that can be requested. Lists with page navigation set `meta.page` (`ListMeta`); others are filled
 * from further pages, and so are those whose own filter the server ignores (gather.ts). A page next to a visited one
 * is requested by its cursor, never by OFFSET.
 *
 * Forms receive field errors as `error.body.errors = {field: "text"}`.
 * `noteList` receives the path of each list with page navigation, `onWritten` what a form sent, and what the server answered;
 * `describe` says what was changed meanwhile.
 */
export function createDataProvider(
  http: RestClient,
  noteList?: (resource: string, path: string) => void,
  onWritten?: OnWritten,
  describe?: DescribeConflicts,
): ConsoleDataProvider {
  const { list, paged, first, fitting, pageAt, preloadedPage, forget } = createLists(http);
  const api: RestClient = {
    async json<T>(path: string, options?: Parameters<RestClient['json']>[1]) {
      if (options?.method && options.method !== 'GET') forget();
      const answer = await http.json<T>(path, options);
      if (/PUT|DELETE/.test(options?.method ?? '')) changed(path);
      return answer;
    },
  };
  const rest = simpleRest('', restClient(api));
  const { createOnce, changed } = createCreations();
  /** What readers were told that records are now, by the version that their form was filled from. */
  const told = new Map<string, Row>();
  const base = (entity: Outline): string => entity.path.replace(/^\/|\/$/g, '');

  const recordOf = <R extends RaRecord>(resource: string, raw: unknown): R => {
    if (!isObject(raw)) throw new HttpError(unreadable());
    return readRecord<R>(entityOf(resource), raw);
  };

  /** The written record as the server has it now; if the server returns none, the record as sent. */
  const written = <R extends RaRecord>(resource: string, sent: object, raw: unknown): R =>
    recordOf(resource, { ...sent, ...(isObject(raw) && raw) });

  async function many<R extends RaRecord>(
    resource: string,
    ids: readonly Identifier[],
    signal?: AbortSignal,
  ): Promise<R[]> {
    const entity = entityOf(resource);
    const answers = await Promise.all(chunks(ids).map((some) => byIds<R>(entity, some, signal)));
    const found = answers.flatMap((answer) => answer.found);
    if (answers.every(({ isIgnored }) => !isIgnored)) return found;
    // The server ignored the ids, so it may well have the other records.
    const { readOneByOne } = await import('./catalogueOnly.ts');
    return readOneByOne(ids, found, async (id) =>
      recordOf<R>(resource, (await rest.getOne(base(entity), { id })).data),
    );
  }

  /**
   * The records of these ids in the list, with as many requests as a server with small pages needs.
   * `isIgnored`: the server returned other records, so the following pages are not requested.
   */
  async function byIds<R extends RaRecord>(
    entity: Outline,
    ids: readonly Identifier[],
    signal?: AbortSignal,
  ) {
    const requested = new Set(ids.map(String));
    const found: R[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const path = listPath(entity, { page, perPage: ids.length, filter: { uuid__in: ids } });
      const answer = await pageAt(path, page, signal);
      const records = answer.results.map((record) => readRecord<R>(entity, record));
      const own = records.filter(({ id }) => requested.has(String(id)));
      found.push(...own);
      if (own.length < records.length) return { found, isIgnored: true };
      if (!hasNext(answer, found.length) || records.length === 0 || found.length >= ids.length) break;
    }
    return { found, isIgnored: false };
  }

  /**
   * Sends a change of the record `previous`. If it was changed meanwhile, and the server says so (412), both changes are
   * merged (mergeUpdate.ts).
   */
  async function change(entity: Outline, id: Identifier, data: Row, previous: Row = {}) {
    const write = async (body: object, version: unknown): Promise<unknown> => {
      const isKnown = typeof version === 'string' && offers('if-match');
      const client = restClient(api, isKnown ? { ifMatch: `"${version}"` } : {});
      const params = { id, data: body, previousData: previous as RaRecord };
      return (await simpleRest('', client).update(base(entity), params)).data;
    };
    const key = `${entity.path}${id} ${previous.updated_at}`;
    let refusal: unknown;
    try {
      if (!told.has(key)) return { sent: data, made: await write(data, previous.updated_at) };
    } catch (error) {
      if (!isChanged(error)) throw error;
      refusal = error;
    }
    const { mergeUpdate } = await import('./mergeUpdate.ts');
    const tell = (record?: Row) => void (record ? told.set(key, record) : told.delete(key));
    const seen = told.get(key);
    return mergeUpdate({
      entity,
      data,
      base: previous,
      told: seen,
      refusal,
      write,
      tell,
      read: many,
      describe,
    });
  }

  const note = (resource: string, query: ListQuery, { page }: ListMeta = {}): void => {
    if (page === 'answered') noteList?.(resource, listPath(entityOf(resource), query));
  };

  return {
    supportAbortSignal: true,

    async getList<R extends RaRecord>(resource: string, params: GetListParams & { signal?: AbortSignal }) {
      const query = queryOf(params);
      const { page, own = {} } = (params.meta ?? {}) as ListMeta;
      note(resource, query, params.meta);
      const answer = page
        ? await paged<R>(resource, query, page === 'fitting' ? params.filter : own, params.signal)
        : fitting(resource, query, await first<R>(resource, query, params.signal));
      return withoutLeaving(resource, answer);
    },

    preloadedList(resource, params) {
      const query = queryOf(params);
      const page = preloadedPage(resource, query, Boolean(params.meta?.page));
      if (page) note(resource, query, params.meta);
      return page;
    },

    getOne: async (resource, params) => {
      if (!offersAction(resource, 'show')) {
        const { fromList } = await import('./catalogueOnly.ts');
        const read = (path: string, page: number) => pageAt(path, page, params.signal);
        return { data: await fromList(entityOf(resource), params.id, read) };
      }
      const { data } = await rest.getOne(base(entityOf(resource)), params);
      return { data: recordOf(resource, data) };
    },

    getMany: async (resource, { ids, signal }) => ({ data: await many(resource, ids, signal) }),

    async getManyReference<R extends RaRecord>(
      resource: string,
      { pagination, sort, filter, target, id, signal }: GetManyReferenceParams & { signal?: AbortSignal },
    ) {
      const query = { ...pagination, sort, filter: { ...filter, [target]: id } };
      return fitting<R>(resource, query, await list<R>(resource, query, signal));
    },

    create: async (resource, params) => {
      const entity = entityOf(resource);
      const given = pick(params.data, sentNames(entity, 'create'));
      // For a new record a missing field equals null, and some APIs refuse null for a text.
      const data = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
      const { data: made } = await asFormError(
        createOnce(entity.path, data, (key) =>
          simpleRest('', restClient(api, { idempotencyKey: key })).create(base(entity), { ...params, data }),
        ),
      );
      onWritten?.(entity, data, made);
      return { data: written(resource, data, made) };
    },

    update: async (resource, params) => {
      const entity = entityOf(resource);
      const data = putBody(entity, params.data, params.previousData);
      const { sent, made } = await asFormError(change(entity, params.id, data, params.previousData));
      onWritten?.(entity, sent, made);
      return { data: written(resource, { ...params.previousData, ...sent, uuid: params.id }, made) };
    },

    updateMany: async <R extends RaRecord>(
      resource: string,
      { ids, data }: { ids: Identifier[]; data: Partial<R> },
    ) => {
      const { updateEach } = await import('./updateEach.ts');
      const entity = entityOf(resource);
      const read = (some: readonly Identifier[]) => many<RaRecord>(resource, some);
      const write = (record: RaRecord, sent: Row) => change(entity, record.id, sent, record);
      return { data: (await updateEach({ entity, ids, data, read, write, onWritten })) as R['id'][] };
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
      if (!offersAction(resource, 'bulk')) {
        const { deleteOneByOne } = await import('./catalogueOnly.ts');
        await deleteOneByOne(ids, (id) => api.json(`${path}${id}/`, { method: 'DELETE' }), meta);
        return { data: ids };
      }
      const filters = isFiltered(meta) ? [meta.filter] : chunks(ids).map((some) => ({ uuid__in: some }));
      for (const filter of filters) {
        const answer = await api.json(`${path}?${filterParams(filter)}`, { method: 'DELETE' });
        if (isFiltered(meta)) meta.onAnswer?.(answer);
      }
      return { data: ids };
    },
  };
}

const isFiltered = (meta: unknown): meta is { filter: Row; onAnswer?(answer: unknown): void } =>
  typeof meta === 'object' && meta !== null && 'filter' in meta;
