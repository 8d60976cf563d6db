import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { PublicPage } from './PublicPage.tsx';

/** The last part of a mailed link's address; empty for one that was cut short. */
export const linkHere = (): string => location.pathname.replace(/\/+$/, '').split('/')[2] ?? '';

/** A page that says one thing and leads on; what it says is read out when it comes. */
export function Said({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const said = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => said.current?.focus(), []);
  return (
    <PublicPage title={title}>
      <p ref={said} tabIndex={-1} className="public-text">
        {text}
      </p>
      {children}
    </PublicPage>
  );
}
