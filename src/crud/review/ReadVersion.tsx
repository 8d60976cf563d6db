import { ShowContextProvider, useShowContext } from 'ra-core';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Row } from '../DeleteButton.tsx';

/** Whether another version waits to be read; by default each change of a record that waits for a decision. */
export type IsNews = (read: Row, latest: Row) => boolean;

export const isChanged: IsNews = (read, latest) =>
  read.status === 'pending' && latest.status === 'pending' && read.updated_at !== latest.updated_at;

/** Shows the version that waits. */
const Unread = createContext<(() => void) | undefined>(undefined);
export const UnreadProvider = Unread.Provider;
export const useUnread = () => useContext(Unread);

interface Shown<T> {
  record?: T | undefined;
  hasAsked: boolean;
  /** Whether the server has answered since the page was opened. */
  isAnswer: boolean;
}

/**
 * The version of a refetched record that its page was opened with; a changed one waits until `show`: what is decided must
 * be what was read. What an earlier visit left in the cache is not what was opened.
 */
export function useReadVersion<T extends Row>(latest: T | undefined, isFetching: boolean, isNews: IsNews) {
  // State, because a ref would keep what a discarded rendering has seen.
  const [shown, setShown] = useState<Shown<T>>({ hasAsked: false, isAnswer: false });
  const isSame = shown.record?.id === latest?.id;
  const isHeld = Boolean(latest && isSame && shown.isAnswer && shown.record && isNews(shown.record, latest));
  const hasAsked = shown.hasAsked || isFetching;
  const isAnswer = (isSame && shown.isAnswer) || (latest !== undefined && hasAsked && !isFetching);
  const isOld = shown.record !== latest || shown.hasAsked !== hasAsked || shown.isAnswer !== isAnswer;
  if (!isHeld && isOld) setShown({ record: latest, hasAsked, isAnswer });
  const show = (record: T | undefined) => record && setShown({ record, hasAsked: true, isAnswer: true });
  return {
    record: isHeld ? shown.record : latest,
    show,
    /** Shows what waits; undefined if nothing does. */
    read: isHeld ? () => show(latest) : undefined,
  };
}

/** `EntityShow` within this shows the version that was read; `DecisionBar` says when another waits. */
export function ReadVersion({ isNews = isChanged, children }: { isNews?: IsNews; children: ReactNode }) {
  const context = useShowContext<Row>();
  const { record, read } = useReadVersion(context.record, context.isFetching, isNews);
  return (
    <ShowContextProvider value={{ ...context, record } as typeof context}>
      <UnreadProvider value={read}>{children}</UnreadProvider>
    </ShowContextProvider>
  );
}
