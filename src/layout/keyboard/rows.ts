const focusable = 'a[href], button:not(:disabled), input:not(:disabled)';
const ROWS = 'main .crud-table tbody tr';

/** The focus target in a row: the link to the record, otherwise the first interactive element. */
const handle = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('a.crud-title') ??
  row.querySelector<HTMLElement>(`td:not(.crud-select) :is(${focusable})`) ??
  row.querySelector<HTMLElement>(focusable);

const currentRow = (): Element | null => document.activeElement?.closest(ROWS) ?? null;

/** Moves the focus to the row below (1) or above (-1); from outside the list, to its first or last row. */
export function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll(ROWS)].filter(handle);
  const here = rows.indexOf(currentRow() as Element);
  const next = here < 0 ? rows.at(step > 0 ? 0 : -1) : rows[here + step];
  const target = next && handle(next);
  if (!target) return false;
  target.focus();
  target.scrollIntoView?.({ block: 'nearest' });
  return true;
}

/** Toggles the selection of the focused row. */
export function toggleRow(): boolean {
  const box = currentRow()?.querySelector<HTMLElement>('.crud-select input[type=checkbox]');
  box?.click();
  return Boolean(box);
}

/** Clicks, or focuses, the element that the page has marked with this key. */
export function pressMarked(key: string): boolean {
  const marked = [...document.querySelectorAll<HTMLElement>(`main [data-key="${key}"]`)];
  const target = marked.find(
    (element) => !element.matches(':disabled') && element.checkVisibility?.() !== false,
  );
  if (!target) return false;
  target.focus();
  if (target.matches('input')) (target as HTMLInputElement).select();
  else target.click();
  return true;
}
