import { type ReactNode, useEffect } from 'react';
import { Logo } from './Logo.tsx';
import { Switches } from './Switches.tsx';
import { footer, text } from './text.ts';
import './public.css';

/** What a page outside the console can ask of it. */
export interface PageProps {
  /** Opens the console in the same document; rejects if its code cannot be loaded. */
  onSignedIn: () => Promise<void>;
  /** Starts loading the console's code, so that it is there when it is needed. */
  preload: () => void;
}

/** The frame of a page outside the console. Its caller subscribes to the preferences. */
export function PublicPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const { product } = text();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  return (
    <div className="public">
      <header className="public-bar">
        <span className="public-brand">
          <Logo />
          {product}
        </span>
        <Switches />
      </header>
      <main className="public-main">
        <div className="public-card">
          <h1>{title}</h1>
          {lead && <p className="public-lead">{lead}</p>}
          {children}
        </div>
      </main>
      <footer className="public-foot">
        {footer().map(({ text, href }) =>
          href ? (
            <a key={text} href={href}>
              {text}
            </a>
          ) : (
            <span key={text}>{text}</span>
          ),
        )}
      </footer>
    </div>
  );
}
