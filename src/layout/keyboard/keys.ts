import { useStore } from 'ra-core';

/** `g` and one of these leads to a screen. Where two screens share a letter, the first that the user may open has it. */
const places: readonly (readonly [letter: string, route: string])[] = [
  ['d', ''],
  ['c', 'contact'],
  ['s', 'sms/bulk-sms'],
  ['l', 'sms'],
  ['l', 'admin/campaigns'],
  ['m', 'sms/dispatch'],
  ['t', 'sms/templates'],
  ['p', 'packages/sms'],
  ['w', 'wallet/history'],
  ['w', 'admin/wallets'],
  ['b', 'settings/blacklist'],
  ['f', 'admin/search'],
  ['a', 'admin/accounts'],
  ['r', 'admin/payment-references'],
  ['k', 'kyc'],
  ['o', 'admin/operator-links'],
  ['u', 'users'],
];

/** The letters that follow `g`, for who may open these routes. */
export function placesFor(mayOpen: (route: string) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  for (const [letter, route] of places) if (!found.has(letter) && mayOpen(route)) found.set(letter, route);
  return found;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * The key in Latin: what it types, or, where another script is being typed, what stands at its place on an
 * American keyboard. With a Nepali layout `g` gives a Devanagari letter, and shortcuts go on working.
 */
export function latinKey({ key, code, shiftKey }: Pressed): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return key;
}

const WRITES = 'input:not([type=checkbox],[type=radio],[type=button],[type=submit]), textarea, select';
/** A widget that reads letters itself: fields, and menus and lists that jump to what is typed. */
const READS = `${WRITES}, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=menu], [role=listbox]`;

/** Whether letters belong to what has the focus. */
export const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(READS) !== null;

/** Whether a dialog or a menu has the page: nothing behind it answers to keys. */
export const isCovered = (): boolean =>
  document.querySelector('[role=dialog], .MuiModal-root [role=menu]') !== null;

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The key beside which K opens the palette, as it is written on the keyboard. */
export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl');

/** Ctrl+K, or ⌘K on a Mac, where Ctrl+K deletes the rest of a line. */
export const isPaletteKey = (event: KeyboardEvent): boolean =>
  (isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  latinKey(event) === 'k';

/** Whether shortcuts of a single key work for this user, and the switch (WCAG 2.1.4 asks for one). */
export const useSingleKeys = () => useStore('keys.single', true);
