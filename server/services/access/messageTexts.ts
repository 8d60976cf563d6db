import { auditEntry } from '#schema/auditEntry.ts';
import type { Entity } from '#schema/entity.ts';
import { hideText, MESSAGE_TEXT, textFields } from '#schema/messageTexts.ts';
import { allows, isStaff } from '#schema/permissions.ts';
import type { Caller } from '../platform/caller.ts';
import { isStaffRead } from './readTrail.ts';

type Row = Record<string, unknown>;

/**
 * Whether a caller may read texts of messages at all: customers their own, staff with the pair. Of staff who are signed
 * in as a customer their own pairs decide, which is why `actingPairs` adds this one to such a session's.
 */
export const readsTexts = ({ role, actor, pairs }: Caller): boolean =>
  (!isStaff(role) && !actor) || allows(pairs, MESSAGE_TEXT);

/** An entry of the audit log about a record with a text, without it. */
function withoutTexts(entry: Row): Row {
  const field = textFields[String(entry.entity)];
  const hidden = (state: unknown): unknown => {
    const text = field && (state as Row | null)?.[field];
    return typeof text === 'string' ? { ...(state as Row), [field as string]: hideText(text) } : state;
  };
  return field ? { ...entry, before: hidden(entry.before), after: hidden(entry.after) } : entry;
}

/** What hides the texts of an entity's records from staff; of one without texts it hides nothing. */
export function messageTexts(entity: Entity) {
  const field = textFields[entity.name];
  const isLog = entity.name === auditEntry.name;
  /** Lists and pages hide texts from all staff, who open them one by one; the log from those who may not. */
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
    /** Records as lists and pages answer them to the caller. */
    shown: <R extends object>(caller: Caller, rows: R[]): R[] => (hides(caller) ? rows.map(hidden) : rows),
    /** A record as a file has it: whoever may open texts gets them, and the entry of the export says so. */
    exported: <R extends object>(caller: Caller, row: R): R =>
      hides(caller) && !readsTexts(caller) ? hidden(row) : row,
    /** Whether a file tells staff texts of customers' messages. */
    tells: (caller: Caller): boolean => hides(caller) && readsTexts(caller),
    /** The entity as its search looks at it: what is found tells nobody the text that is hidden. */
    searched(caller: Caller): Entity {
      const text = field && entity.fields[field];
      if (!text || !hides(caller)) return entity;
      return { ...entity, fields: { ...entity.fields, [field]: { ...text, search: false } } };
    },
  };
}
