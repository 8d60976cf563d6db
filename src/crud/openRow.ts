import type { MouseEvent } from 'react';

/** What has a press of its own, and the cells that are there for such. */
const OWN = 'a, button, input, label, select, textarea, summary, .crud-select, .crud-row-actions';

/**
 * Hears presses anywhere on a list's body: one on a row does what its title's link does, in the same tab or, with Ctrl or
 * Cmd, in another. The link stays what the keyboard and screen readers use. A press that selects text opens nothing.
 */
export function openRow(event: MouseEvent<HTMLTableSectionElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event;
  // A dialog that a row has opened is elsewhere in the document, but its presses come by here.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (button !== 0 || event.defaultPrevented || target.closest(OWN)) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const link = target.closest('tr')?.querySelector('a.crud-title');
  link?.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
