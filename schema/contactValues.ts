import { readPhone } from './phone.ts';

/**
 * Normalises a contact's name; null when there is none. The contact's own number, however it is written, is not a name,
 * although imports once stored it as one.
 */
export function contactName(name: string | null | undefined, phone: string): string | null {
  const given = name?.trim();
  if (!given) return null;
  return given === phone || (/^[+(\d०-९]/.test(given) && readPhone(given).phone === phone) ? null : given;
}

/** The values that a contact provides for placeholders. A contact without a name may take one from a column of the file. */
export function contactValues(contact: {
  name?: string | null | undefined;
  phone: string;
  attributes: Readonly<Record<string, string>>;
}): Record<string, string | undefined> {
  const { attributes, phone } = contact;
  const name = contactName(contact.name, phone);
  return { ...attributes, ...(name !== null && { name }), phone };
}
