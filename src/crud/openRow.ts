import type { MouseEvent } from 'react';

/** Elements with their own click behaviour, and the cells for them. */
const OWN = 'a, button, input, label, select, textarea, summary, .crud-select, .crud-row-actions';

/**
 * Handles clicks anywhere in a list's body: a click on a row does what its title link does, in the same tab or, with Ctrl
 * or Cmd, in a new one. Keyboard and screen readers use the link. Selecting text opens nothing.
 */
export function openRow(event: MouseEvent<HTMLTableSectionElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event;
  // React also passes on clicks in a dialog that a row opened, although it is elsewhere in the document.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (button !== 0 || event.defaultPrevented || target.closest(OWN)) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const link = target.closest('tr')?.querySelector('a.crud-title');
  link?.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
