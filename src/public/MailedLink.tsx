import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { HttpError } from '../core/http.ts';
import { endSession } from '../core/session.ts';
import { failureText, useAccountText } from './accountText.ts';
import { Submit } from './Field.tsx';
import { PublicPage } from './PublicPage.tsx';

/** The last part of a mailed link's address; empty if the link was cut short. */
const linkHere = (): string => location.pathname.replace(/\/+$/, '').split('/')[2] ?? '';

/** Whether a link was refused permanently. */
export const isBroken = (failure: unknown): boolean =>
  failure instanceof HttpError && failure.code === 'broken_link';

/** The state of a link: `usable` contains the answer of its check. */
type LinkState<T> = 'checking' | 'broken' | 'done' | { usable: T } | { failure: unknown };

/**
 * Checks the link in this page's address; null means that it cannot be used. `ask` must keep its identity.
 */
export function useMailedLink<T>(ask: (link: string) => Promise<T | null>) {
  const [link] = useState(linkHere);
  const [state, setState] = useState<LinkState<T>>('checking');
  const check = useCallback(() => {
    setState('checking');
    ask(link).then(
      (usable) => setState(usable === null ? 'broken' : { usable }),
      (failure: unknown) => setState({ failure }),
    );
  }, [ask, link]);
  useEffect(check, [check]);
  return { link, state, check, onDone: () => setState('done'), onBroken: () => setState('broken') };
}

/** A page with one message and one next step; screen readers announce the message. */
export function PublicMessage({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => paragraph.current?.focus(), []);
  return (
    <PublicPage title={title}>
      <p ref={paragraph} tabIndex={-1} className="public-text">
        {text}
      </p>
      {children}
    </PublicPage>
  );
}

interface MailedPageProps<T> {
  /** Checks the link, like `useMailedLink`. */
  ask(link: string): Promise<T | null>;
  title: string;
  /** The message for a link that cannot be used, and the next step. */
  broken: { text: string; href: string; label: string };
  done: { title: string; text: string };
  /** The page of a usable link: gets the check's answer, the link, and a function to call afterwards. */
  children(usable: T, link: string, after: Pick<AskProps, 'onDone' | 'onBroken'>): ReactNode;
}

/**
 * The page of a mailed link that asks before it acts. Opening it changes nothing, because mail scanners open
 * links; its button does.
 */
export function MailedPage<T>({ ask, title, broken, done, children }: MailedPageProps<T>) {
  const t = useAccountText();
  const { link, state, check, onDone, onBroken } = useMailedLink(ask);
  if (state === 'checking') return <CheckingPage title={title} />;
  if (state === 'broken')
    return (
      <PublicMessage title={t.reset.broken_title} text={broken.text}>
        <a href={broken.href} className="public-submit">
          {broken.label}
        </a>
      </PublicMessage>
    );
  if (state === 'done')
    return (
      <PublicMessage title={done.title} text={done.text}>
        <a href="/login" className="public-submit">
          {t.to_sign_in}
        </a>
      </PublicMessage>
    );
  if ('failure' in state) return <CheckFailedPage failure={state.failure} onRetry={check} />;
  return children(state.usable, link, { onDone, onBroken });
}

interface AskProps {
  title: string;
  /** The subject of the link, and what the button does. */
  lead: ReactNode;
  text: string;
  submit: string;
  busyLabel: string;
  send(): Promise<unknown>;
  /** The message for an error that only this page has; undefined to use the shared one. */
  explain?(failure: unknown): string | undefined;
  onDone(): void;
  onBroken(): void;
  /** The link that leaves everything unchanged. */
  children: ReactNode;
}

/**
 * A page whose button performs the mailed link's action, once even on a double press, and ends this browser's
 * session.
 */
export function ConfirmLinkPage({ send, onDone, onBroken, explain, ...words }: AskProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const sending = useRef(false);

  const submit = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await send();
      // The server has ended every session, including this browser's.
      endSession();
      return onDone();
    } catch (why) {
      if (isBroken(why)) return onBroken();
      setFailure(why);
    }
    sending.current = false;
    setBusy(false);
  };
  return (
    <PublicPage title={words.title} lead={words.lead}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="public-text">{words.text}</p>
        <div role="alert" className="public-alert">
          {failure === undefined ? '' : (explain?.(failure) ?? failureText(failure))}
        </div>
        <Submit busy={busy} label={words.submit} busyLabel={words.busyLabel} />
      </form>
      <p className="public-way">{words.children}</p>
    </PublicPage>
  );
}

/** Shown while a link is being checked. */
export function CheckingPage(page: { title: string; lead?: string }) {
  const t = useAccountText();
  return (
    <PublicPage {...page}>
      <div className="public-waiting" aria-busy="true">
        <p role="status">{t.checking}</p>
      </div>
    </PublicPage>
  );
}

/** Shown if the link could not be checked. */
export function CheckFailedPage({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const t = useAccountText();
  return (
    <PublicMessage title={t.reset.unchecked_title} text={failureText(failure)}>
      <button type="button" className="public-submit" onClick={onRetry}>
        {t.reset.try_again}
      </button>
    </PublicMessage>
  );
}
