/** Gives the first field of a place the focus. */
export const focusField = (place: Element | null): void =>
  place?.querySelector<HTMLElement>('input, select, textarea')?.focus();
