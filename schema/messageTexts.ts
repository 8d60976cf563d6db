import { isStaff } from './isStaff.ts';
import type { Outline } from './outline.ts';
import type { Pair } from './permissions.ts';

/** What staff need to open the text of a customer's message. */
export const MESSAGE_TEXT: Pair = ['message-text', 'get'];

/** The field that holds the text of messages, by the entity's name. Staff read it hidden, and open it record by record. */
export const textFields: Readonly<Record<string, string>> = {
  sms: 'body',
  'sms/dispatch': 'text',
  'sms/templates': 'body',
  'admin/campaigns': 'body',
};

/** Whether somebody reads an entity as staff do, a customer's records among them: also when signed in as one. */
export const readsAsStaff = (
  { tenancy }: Pick<Outline, 'tenancy'>,
  role: string,
  isActing: boolean,
): boolean => isActing || (isStaff(role) && tenancy === 'staff');

/**
 * What stands in a text's place. Only its length is told: a first word may be a name or a one-time code.
 */
export const hideText = (text: string): string => `[${[...text].length} characters hidden]`;

/** How many characters a text that `hideText` answered hides; undefined for any other. */
export function hiddenLength(text: unknown): number | undefined {
  const found = typeof text === 'string' && /^\[(\d+) characters hidden\]$/.exec(text)?.[1];
  return found ? Number(found) : undefined;
}
