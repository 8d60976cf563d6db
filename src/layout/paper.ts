/** Whether the page is being put on paper, where colours are the light theme's whatever the screen's are. */

/** Chromium and Safari; jsdom has none. */
const query = globalThis.matchMedia?.('print');
/** Firefox tells by these events alone. */
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
