import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { number } from '../../core/format.ts';
import { useSettled } from '../../core/useSettled.ts';
import { LoadFailure } from '../../crud/LoadFailure.tsx';
import { PageHeader } from '../../crud/PageHeader.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ProgressBar } from '../../layout/ProgressBar.tsx';
import { SearchInput } from '../../layout/SearchInput.tsx';
import { Found } from './Found.tsx';
import { countOf, useSearch } from './useSearch.ts';
import './search.css';

const LEAST = 2;

/** A search over users, accounts, campaigns, payments and messages. The query is in the URL. */
export function SearchPage() {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const current = params.get('q') ?? '';
  const [text, setText] = useState(current);
  const submitted = useRef(current);
  const settled = useSettled(text.trim(), 300);
  const box = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLDivElement>(null);

  // Back and links from elsewhere change it from outside.
  useEffect(() => {
    if (current === submitted.current) return;
    submitted.current = current;
    setText(current);
  }, [current]);

  const ask = (q: string) => {
    if (q === submitted.current) return;
    submitted.current = q;
    setParams(q ? { q } : {}, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed, once it settles, is asked for
  useEffect(() => {
    if (settled === text.trim()) ask(settled);
  }, [settled]);

  const isEnough = [...current].length >= LEAST;
  const { data, error, isFetching, isPlaceholderData, refetch } = useSearch(current, isEnough);
  const count = data && isEnough && !isPlaceholderData ? countOf(data) : undefined;

  /** Up and Down move through the input and the results; Esc returns to the input. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && document.activeElement !== box.current) {
      box.current?.focus();
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const links = [...(page.current?.querySelectorAll<HTMLElement>('.search-found a') ?? [])];
    const places = [box.current, ...links];
    const at = places.indexOf(document.activeElement as HTMLInputElement);
    const next = places[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the box and the links in it
    <div ref={page} onKeyDown={onKeyDown}>
      <PageHeader title={translate('search.title')} />
      <search className="search-form">
        <SearchInput
          ref={box}
          className="search-wide"
          label={translate('search.label')}
          placeholder={translate('search.placeholder')}
          maxLength={100}
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') ask(text.trim());
          }}
        />
        <div className="search-progress">{isEnough && isFetching && <ProgressBar aria-hidden="true" />}</div>
      </search>
      <p role="status" className="crud-hidden">
        {count !== undefined &&
          !isFetching &&
          translate('search.found', { smart_count: count, count: number(count) })}
      </p>
      {error && isEnough ? (
        <LoadFailure what="search.results" error={error} onRetry={() => void refetch()} />
      ) : !isEnough ? (
        <EmptyState title={translate('search.tip')} text={translate('search.tipText')} />
      ) : count === 0 ? (
        <EmptyState
          title={translate('search.nothing', { text: current })}
          text={translate('search.nothingText')}
        />
      ) : (
        data && <Found results={data} text={isPlaceholderData ? undefined : current} />
      )}
    </div>
  );
}
