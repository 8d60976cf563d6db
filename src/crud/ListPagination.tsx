import FirstPageRounded from '@mui/icons-material/FirstPageRounded';
import LastPageRounded from '@mui/icons-material/LastPageRounded';
import NavigateBeforeRounded from '@mui/icons-material/NavigateBeforeRounded';
import NavigateNextRounded from '@mui/icons-material/NavigateNextRounded';
import { useListContext, useTranslate } from 'ra-core';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { digits, number } from '../core/format.ts';

/** What a list's response contains besides its records. */
export interface ListMeta {
  count: number;
  countIsMinimum: boolean;
  /** Rows of a full page, and the sizes that can be requested, if the server has its own page sizes. */
  pageSize?: number;
  sizes?: { least: number; most: number };
  /** Parts of the request that the server ignored, as its rows show. */
  unapplied?: Unapplied;
}

export interface Unapplied {
  /** Names of the fields that it did not filter by. */
  filters: readonly string[];
  search: boolean;
  order: boolean;
  /** The list's own filter was ignored, and its records were looked for in this many only: some may be missing. */
  searched?: number;
}

/** The number of a list's rows; with a plus if the server counted no further. */
export const countText = (meta: ListMeta | undefined, total: number): string =>
  meta?.countIsMinimum ? `${number(meta.count)}+` : number(total);

const SIZES = [10, 25, 50, 100];
/**
 * Shown rows, page size, and buttons for other pages. A list that is only part of its page (`inPage`) does not scroll the
 * page.
 */
export function ListPagination({
  meta,
  onPerPage,
  inPage = false,
}: {
  meta?: ListMeta;
  onPerPage(size: number): void;
  inPage?: boolean;
}) {
  const translate = useTranslate();
  const id = useId();
  const list = useListContext();
  const { page, total = 0, data, setPage, setPerPage, hasNextPage } = list;
  const { least, most } = meta?.sizes ?? { least: 1, most: Number.POSITIVE_INFINITY };
  // The server's own size counts from its first answer on, before the list has changed to it. An answer that stays on
  // the page until another size's comes says nothing about that size.
  const perPage = (!list.isPlaceholderData && meta?.pageSize) || list.perPage;
  const isOther = perPage !== list.perPage;
  const { key } = useLocation();
  const change = `${key} ${perPage}`;
  /** The size that the list is changing to, and the address at which it began to: one visited meanwhile needs its own. */
  const adopting = useRef<string>(undefined);
  const adopt = () => {
    adopting.current = change;
    onPerPage(perPage);
    setPerPage(perPage);
  };
  // The list keeps the server's page size: with another one its last pages could not be reached. Once only, because a
  // new size leads to the first page: that would undo a press of a button here.
  useEffect(() => {
    if (!isOther) adopting.current = undefined;
    else if (adopting.current !== change) adopt();
  });
  const offered = [...SIZES.filter((size) => size >= least && size <= most), perPage];
  const from = (page - 1) * perPage + 1;
  const until = Math.min(page * perPage, from - 1 + (data?.length ?? perPage));
  const pages = Math.max(1, Math.ceil(total / perPage));
  const go = (to: number) => {
    // Together: the page is one of this size.
    if (isOther) adopt();
    setPage(to);
    if (!inPage) window.scrollTo({ top: 0 });
  };
  const steps = [
    { name: 'first', to: 1, Icon: FirstPageRounded, isOff: page <= 1 },
    { name: 'previous', to: page - 1, Icon: NavigateBeforeRounded, isOff: page <= 1 },
    { name: 'next', to: page + 1, Icon: NavigateNextRounded, isOff: !hasNextPage },
    {
      name: 'last',
      to: pages,
      Icon: LastPageRounded,
      isOff: page >= pages || meta?.countIsMinimum === true,
    },
  ];
  return (
    <div className="crud-pagination">
      <label htmlFor={id}>{translate('crud.list.perPage')}</label>
      <select
        id={id}
        value={perPage}
        onChange={(event) => {
          onPerPage(Number(event.target.value));
          setPerPage(Number(event.target.value));
        }}
      >
        {[...new Set(offered)].map((size) => (
          <option key={size} value={size}>
            {digits(String(size))}
          </option>
        ))}
      </select>
      <span className="crud-number crud-range" role="status">
        {translate('crud.list.range', {
          from: number(from),
          to: number(until),
          total: countText(meta, total),
        })}
      </span>
      <nav aria-label={translate('crud.list.pages')}>
        {steps.map(({ name, to, Icon, isOff }) => (
          <button
            key={name}
            type="button"
            className="crud-icon"
            disabled={isOff}
            aria-label={translate(`crud.list.${name}`)}
            onClick={() => go(to)}
          >
            <Icon />
          </button>
        ))}
      </nav>
    </div>
  );
}
