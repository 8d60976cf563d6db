import type { Entity } from '#schema/entity.ts';
import { auditEntry } from '#schema/index.ts';
import { hideText, MESSAGE_TEXT, textFields } from '#schema/messageTexts.ts';
import { allows, isStaff } from '#schema/permissions.ts';
import type { Caller } from '../platform/caller.ts';
import { isStaffRead } from './readTrail.ts';

type Row = Record<string, unknown>;

/**
 * Whether a caller may read texts of messages at all: customers their own, staff with the pair. For staff signed in as a
 * customer their own pairs decide, which is why `actingPairs` adds this one.
 */
export const readsTexts = ({ role, actor, pairs }: Caller): boolean =>
  (!isStaff(role) && !actor) || allows(pairs, MESSAGE_TEXT);

/** An audit log entry about a record with a text, without the text. */
function withoutTexts(entry: Row): Row {
  const field = textFields[String(entry.entity)];
  const hidden = (state: unknown): unknown => {
    const text = field && (state as Row | null)?.[field];
    return typeof text === 'string' ? { ...(state as Row), [field as string]: hideText(text) } : state;
  };
  return field ? { ...entry, before: hidden(entry.before), after: hidden(entry.after) } : entry;
}

/** Hides the texts of an entity's records from staff; does nothing for an entity without texts. */
export function messageTexts(entity: Entity) {
  const field = textFields[entity.name];
  const isLog = entity.name === auditEntry.name;
  /**
   * Lists and pages hide texts from all staff, who open them one by one; the log hides them from those who may not open
   * them.
   */
  const hides = (caller: Caller): boolean =>
    isLog ? !readsTexts(caller) : field !== undefined && isStaffRead(entity, caller);
  const hidden = <R extends object>(row: R): R => {
    if (isLog) return withoutTexts(row as Row) as R;
    const text = field && (row as Row)[field];
    return typeof text === 'string' ? { ...row, [field as string]: hideText(text) } : row;
  };
  return {
    /** The field with the text. */
    field,
    /** Records as lists and pages return them to the caller. */
    shown: <R extends object>(caller: Caller, rows: R[]): R[] => (hides(caller) ? rows.map(hidden) : rows),
    /** A record for an export: users who may open texts get them, and the export's entry records it. */
    exported: <R extends object>(caller: Caller, row: R): R =>
      hides(caller) && !readsTexts(caller) ? hidden(row) : row,
    /** Whether a file contains texts of customers' messages for staff. */
    includesTexts: (caller: Caller): boolean => hides(caller) && readsTexts(caller),
    /** The entity as the search sees it, so that matches do not reveal a hidden text. */
    searched(caller: Caller): Entity {
      const text = field && entity.fields[field];
      if (!text || !hides(caller)) return entity;
      return { ...entity, fields: { ...entity.fields, [field]: { ...text, search: false } } };
    },
  };
}
