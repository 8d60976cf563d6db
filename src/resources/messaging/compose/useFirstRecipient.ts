import { useGetList } from 'ra-core';
import { useMemo } from 'react';
import type { Contact } from '#schema/contact.ts';
import { contactValues } from '#schema/contactValues.ts';
import { own } from '#schema/own.ts';
import { placeholders } from '#schema/sms.ts';
import { canAccess } from '../../../core/access.ts';
import type { Draft, SheetDraft } from './draft.ts';
import { isComplete, usableNames, type Values } from './texts.ts';

const LOOKED_AT = 25;

export interface FirstRecipient {
  /** Names that may be inserted as placeholders. */
  names: string[];
  /** The first recipient's values; undefined where nobody with values is known. */
  values: Values | undefined;
  /** Who that is, for people. */
  of: string | undefined;
}

function ofSheet(sheet: SheetDraft, body: string): Values {
  const cells = sheet.sample[0]?.cells ?? [];
  const cellOf = (column: string): string | undefined => cells[sheet.columns.indexOf(column)];
  const headed = sheet.columns.map((column) => [column, cellOf(column)] as const);
  const mapped = placeholders(body).map(
    (name) => [name, cellOf(own(sheet.columnFor, name) ?? name)] as const,
  );
  return Object.fromEntries([...headed, ...mapped]);
}

/**
 * What is known about the recipients while writing: the placeholders, and one recipient's values. The same while `body` is, of
 * which only placeholders matter.
 */
export function useFirstRecipient({
  groups,
  sheet,
  body,
}: Pick<Draft, 'groups' | 'sheet' | 'body'>): FirstRecipient {
  const { data } = useGetList<Contact & { id: string }>(
    'contact',
    {
      filter: { groups: groups.length === 1 ? groups[0] : groups, is_active: true },
      pagination: { page: 1, perPage: LOOKED_AT },
      sort: { field: 'created_at', order: 'ASC' },
    },
    { enabled: groups.length > 0 && canAccess('contact') },
  );
  const contacts = groups.length > 0 ? data : undefined;
  return useMemo(() => firstOf(contacts ?? [], groups, sheet, body), [contacts, groups, sheet, body]);
}

function firstOf(
  contacts: readonly Contact[],
  groups: readonly string[],
  sheet: SheetDraft | null,
  body: string,
): FirstRecipient {
  const attributes = contacts.flatMap((contact) => Object.keys(contact.attributes ?? {}));
  const fromGroups = groups.length > 0 ? ['name', 'phone', ...attributes] : [];
  const fromSheet = sheet?.columns ?? [];
  const names = usableNames([...fromGroups, ...fromSheet]);
  const known: { values: Values; of: string | undefined }[] = [];
  const first = contacts[0];
  if (first) {
    known.push({ values: contactValues(first), of: first.name || first.phone });
  }
  if (sheet?.sample[0]) {
    const values = ofSheet(sheet, body);
    known.push({ values, of: values[sheet.phone] });
  }
  // A recipient who will be sent to is a better sample than an excluded one.
  const shown = known.find(({ values }) => isComplete(body, values)) ?? known[0];
  return { names: names.length > 0 ? names : ['name'], values: shown?.values, of: shown?.of };
}
