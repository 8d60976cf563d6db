import { readPhone } from './phone.ts';

/**
 * A contact's name as it is kept: null where there is none. The contact's own number, however it is written, is no name,
 * though imports once stored it as one.
 */
export function contactName(name: string | null | undefined, phone: string): string | null {
  const given = name?.trim();
  if (!given) return null;
  return given === phone || (/^[+(\d०-९]/.test(given) && readPhone(given).phone === phone) ? null : given;
}

/** The values that a contact gives to placeholders. Without a name of its own it may have one from a sheet's column. */
export function contactValues(contact: {
  name?: string | null | undefined;
  phone: string;
  attributes: Readonly<Record<string, string>>;
}): Record<string, string | undefined> {
  const { attributes, phone } = contact;
  const name = contactName(contact.name, phone);
  return { ...attributes, ...(name !== null && { name }), phone };
}
