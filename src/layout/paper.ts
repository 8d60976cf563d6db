/** Whether the page is being printed; printing always uses the light theme. */

/** Chromium and Safari; jsdom does not have it. */
const query = globalThis.matchMedia?.('print');
/** Firefox only fires these events. */
let isAnnounced = false;

export const isOnPaper = (): boolean => isAnnounced || Boolean(query?.matches);

export function onPaper(listener: () => void): () => void {
  const announce = ({ type }: Event) => {
    isAnnounced = type === 'beforeprint';
    listener();
  };
  query?.addEventListener('change', listener);
  window.addEventListener('beforeprint', announce);
  window.addEventListener('afterprint', announce);
  return () => {
    query?.removeEventListener('change', listener);
    window.removeEventListener('beforeprint', announce);
    window.removeEventListener('afterprint', announce);
  };
}
