/** Focuses the first field inside an element; of radio buttons the chosen one, as Tab does. */
export const focusField = (place: Element | null): void =>
  place?.querySelector<HTMLElement>('input:not([type="radio"]:not(:checked)), select, textarea')?.focus();

/** Focuses the first field inside an element that is marked as wrong. */
export const focusWrong = (place: Element | null): void =>
  place?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
