import { isStaff } from './isStaff.ts';
import type { Outline } from './outline.ts';
import type { Pair } from './permissions.ts';

/** The pair that staff need to open the text of a customer's message. */
export const MESSAGE_TEXT: Pair = ['message-text', 'get'];

/** The field with the message text, by entity name. Staff see it hidden and open it record by record. */
export const textFields: Readonly<Record<string, string>> = {
  sms: 'body',
  'sms/dispatch': 'text',
  'sms/templates': 'body',
  'admin/campaigns': 'body',
};

/** Whether the caller reads an entity as staff, across customers; also true when signed in as a customer. */
export const readsAsStaff = (
  { tenancy }: Pick<Outline, 'tenancy'>,
  role: string,
  isActing: boolean,
): boolean => isActing || (isStaff(role) && tenancy === 'staff');

/** Replaces a hidden text. It tells only the length, because even a first word may be a name or a one-time code. */
export const hideText = (text: string): string => `[${[...text].length} characters hidden]`;

/** How many characters a text from `hideText` hides; undefined for any other text. */
export function hiddenLength(text: unknown): number | undefined {
  const found = typeof text === 'string' && /^\[(\d+) characters hidden\]$/.exec(text)?.[1];
  return found ? Number(found) : undefined;
}
