import MuiDialog, { type DialogProps } from '@mui/material/Dialog';

/** The dialog's title, for when nothing else can have the focus. */
const TITLE = '.MuiDialogTitle-root';

/** Scrolls to messages that have just come: the end of a long dialog may be out of sight, and so may its beginning. */
function showMessages(changes: readonly MutationRecord[]): void {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue;
      const message = node.matches('[role="alert"]') ? node : node.querySelector('[role="alert"]');
      message?.scrollIntoView?.({ block: 'nearest' });
    }
  }
}

/**
 * Gives the focus back after sending. The pressed button is disabled meanwhile, so the browser drops the focus and MUI puts
 * it on the dialog's frame, where a screen reader reads nothing. If the button is gone, the message of the failure gets it.
 */
function keepFocus(root: HTMLElement): () => void {
  let last: HTMLElement | undefined;
  let wasDisabled = false;
  const isFrame = (element: Element | null): boolean =>
    element === document.body || Boolean(element?.matches('.MuiDialog-container') && root.contains(element));
  const remember = (element: Element | null) => {
    if (element && root.contains(element) && !isFrame(element)) last = element as HTMLElement;
  };
  const onFocus = ({ target }: FocusEvent) => remember(target as Element);
  const keep = () => {
    const isBack = wasDisabled && !last?.matches(':disabled');
    wasDisabled = Boolean(last?.matches(':disabled'));
    if (!last || wasDisabled || !isFrame(document.activeElement)) return;
    if (last.isConnected) {
      if (isBack) last.focus();
      return;
    }
    const instead =
      root.querySelector<HTMLElement>('[role="alert"]') ?? root.querySelector<HTMLElement>(TITLE);
    instead?.setAttribute('tabindex', '-1');
    instead?.focus();
  };
  remember(document.activeElement);
  root.addEventListener('focusin', onFocus);
  const observer = new MutationObserver((changes) => {
    showMessages(changes);
    keep();
  });
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    root.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}

// One function for all renders: another one would forget what had the focus.
const keptFocus = (root: HTMLElement | null) => (root ? keepFocus(root) : undefined);

/** Every dialog of the console: MUI's, with the focus kept in it and its messages in sight. */
export const Dialog = (props: DialogProps) => <MuiDialog ref={keptFocus} {...props} />;
