import type { Page } from 'playwright';

/** In a page: keeps the heading and the first row that the server has drawn, before any code runs. */
export const KEEP = `new MutationObserver(() => {
  const drawn = document.querySelector('#root[data-drawn]');
  if (!drawn || window.kept) return;
  const parts = ['.shell', 'h1', '.crud-list tbody tr', '.menu'].map((part) => drawn.querySelector(part));
  if (parts[0]) window.kept = { parts, html: drawn.innerHTML };
}).observe(document, { childList: true, subtree: true });`;

/** Whether React has taken over what the server had drawn, and not drawn anything anew. */
export const isTakenOver = (page: Page) =>
  page.evaluate(() => {
    const { kept } = window as unknown as { kept?: { parts: (Element | null)[] } };
    return kept?.parts.map((part) => part === null || part.isConnected);
  });

/** Milliseconds. A busy machine may keep the server's thread for seconds; it is then without one for a minute. */
export const UNTIL_DRAWN = 120_000;
