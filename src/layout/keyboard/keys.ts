import { useStore } from 'ra-core';
import { isMac } from '../../core/look.ts';

/** `g` followed by one of these opens a screen. If two screens share a letter, the first that the user may open has it. */
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

/** The letters after `g` for users who may open these routes. */
export function placesFor(canOpen: (route: string) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  for (const [letter, route] of places) if (!found.has(letter) && canOpen(route)) found.set(letter, route);
  return found;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * The key as a Latin letter: what it types or, with another script, what an American keyboard has in its place. With a
 * Nepali layout `g` types a Devanagari letter, and shortcuts keep working.
 */
export function latinKey({ key, code, shiftKey }: Pressed): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return key;
}

const WRITES = 'input:not([type=checkbox],[type=radio],[type=button],[type=submit]), textarea, select';
/** Widgets that handle letters themselves: fields, and menus and lists with type-ahead. */
const READS = `${WRITES}, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=menu], [role=listbox]`;

/** Whether the focused element handles letters. */
export const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(READS) !== null;

/** Whether a dialog or a menu is open: nothing behind it reacts to keys. */
export const isCovered = (): boolean =>
  document.querySelector('[role=dialog], .MuiModal-root [role=menu]') !== null;

/** The modifier that opens the palette together with K, as labelled on the keyboard. */
export const commandKey = (): string => (isMac() ? '⌘' : 'Ctrl');

/** Ctrl+K, or ⌘K on a Mac, where Ctrl+K deletes the rest of a line. */
export const isPaletteKey = (event: KeyboardEvent): boolean =>
  (isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  latinKey(event) === 'k';

/** Whether single-key shortcuts are on for this user, and the switch (required by WCAG 2.1.4). */
export const useSingleKeys = () => useStore('keys.single', true);
