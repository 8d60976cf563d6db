import { useQueries } from '@tanstack/react-query';
import {
  type DataProvider,
  type RaRecord,
  type TranslateFunction,
  useDataProvider,
  useResourceDefinitions,
  useTranslate,
} from 'ra-core';
import { shownStatus } from '#schema/campaignState.ts';
import type { Outline } from '#schema/outline.ts';
import { canAccess, reviewsKyc } from '../../core/access.ts';
import { entityOf } from '../../core/entities.ts';
import { number } from '../../core/format.ts';
import { recordTitle, titleField } from '../../core/labels.ts';
import { recordHint, recordTexts } from '../../core/recordHint.ts';
import { loadTextsAt } from '../../start/screen.ts';
import type { Command } from './commands.ts';

/** The lists that are searched, in display order. */
const searched = [
  ...[
    'users',
    'admin/accounts',
    'admin/campaigns',
    'admin/payment-references',
    'admin/sender-identities',
    'kyc',
  ],
  ...['contact', 'sms', 'contact/groups', 'sms/templates', 'settings/blacklist'],
] as const;
/** Messages are found only by a complete number. */
const MESSAGES = 'sms/dispatch';
const isNumber = (text: string): boolean => /^\+?[\d०-९][\d०-९ -]{8,}$/.test(text);

/** A browser keeps six connections to a server, so more lists at once would only wait for each other. */
const LISTS = 6;
const SHOWN = 4;
/** With fewer characters the server only matches the beginning. */
const LEAST = 2;

/** The lists to search for a text, limited to those that the user may read. */
function listsFor(text: string): string[] {
  const isElsewhere: Partial<Record<string, boolean>> = {
    // Staff have all campaigns in one list; customers have a single KYC record, which is a screen.
    sms: canAccess('admin/campaigns'),
    kyc: !reviewsKyc(),
  };
  const lists = searched.filter((name) => canAccess(name) && !isElsewhere[name]);
  const first = isNumber(text) && canAccess(MESSAGES) ? [MESSAGES] : [];
  return [...first, ...lists].slice(0, LISTS);
}

/** The record's status in words, if its entity has one. */
function stateOf(translate: TranslateFunction, entity: Outline, record: RaRecord): string[] {
  if (!entity.fields.status?.choices?.includes(String(record.status))) return [];
  const status = shownStatus({ ...record, status: record.status });
  const general = translate(`crud.choices.${status}`, { _: status });
  return [translate(`resources.${entity.name}.choices.status.${status}`, { _: general })];
}

const ask = (dataProvider: DataProvider, name: string, text: string, signal: AbortSignal) =>
  dataProvider.getList(name, {
    pagination: { page: 1, perPage: SHOWN },
    // react-admin's default, which keeps the server's own order.
    sort: { field: 'id', order: 'ASC' },
    filter: { q: text },
    signal,
  });

export interface Records {
  commands: Command[];
  isSearching: boolean;
  /** Searching a list failed. */
  isFailed: boolean;
  /** Offline: requests wait until the connection is back. */
  isWaiting: boolean;
  retry(): void;
}

/** Records that match a text, a few of each list, as they arrive. Changing the text cancels the running requests. */
export function useRecords(text: string): Records {
  const dataProvider = useDataProvider();
  const definitions = useResourceDefinitions();
  const translate = useTranslate();
  const isEnough = [...text].length >= LEAST;
  const lists = isEnough ? listsFor(text) : [];
  const answers = useQueries({
    queries: lists.map((name) => ({
      queryKey: ['palette', name, text],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        // The words for a record's status are its own list's.
        const [found] = await Promise.all([ask(dataProvider, name, text, signal), loadTextsAt(`/${name}`)]);
        return found;
      },
      staleTime: 10_000,
      retry: false,
    })),
  });

  const pageOf = (name: string, id: RaRecord['id']): string | undefined => {
    const definition = definitions[name];
    if (definition?.hasShow) return `/${name}/${id}/show`;
    return definition?.hasEdit && canAccess(name, 'edit') ? `/${name}/${id}` : undefined;
  };
  const commandOf = (name: string, record: RaRecord): Command | undefined => {
    const entity = entityOf(name);
    const to = pageOf(name, record.id);
    if (!to) return undefined;
    const [account] = recordTexts(record, ['account_name']);
    const named = record[titleField(entity, record)];
    const hasTitle = typeof named === 'string' && named !== '';
    const label = hasTitle ? recordTitle(entity, record) : (account ?? recordTitle(entity, record));
    return {
      id: `record:${name}:${record.id}`,
      group: name,
      label,
      hint: recordHint(entity, record, label, stateOf(translate, entity, record)),
      names: [],
      to,
    };
  };

  const commands = lists.flatMap((name, index): Command[] => {
    const answer = answers[index]?.data;
    if (!answer) return [];
    const { data, total = 0 } = answer;
    const shown = data.map((record) => commandOf(name, record)).filter((one) => one !== undefined);
    const all: Command = {
      id: `all:${name}`,
      group: name,
      label: translate('keyboard.all', { count: number(total) }),
      names: [],
      to: `/${name}?${new URLSearchParams({ filter: JSON.stringify({ q: text }) })}`,
    };
    return total > shown.length ? [...shown, all] : shown;
  });
  return {
    commands,
    isSearching: answers.some(({ fetchStatus }) => fetchStatus === 'fetching'),
    isFailed: answers.some(({ isError }) => isError),
    isWaiting: answers.some(({ fetchStatus }) => fetchStatus === 'paused'),
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch();
    },
  };
}
