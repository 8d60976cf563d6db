/** Focuses the first field inside an element. */
export const focusField = (place: Element | null): void =>
  place?.querySelector<HTMLElement>('input, select, textarea')?.focus();
