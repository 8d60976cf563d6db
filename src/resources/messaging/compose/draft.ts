import { useCallback, useEffect, useRef, useState } from 'react';
import { bodyProblem } from '#schema/bodyText.ts';
import { type Channel, VIBER_MAX, viberLength } from '#schema/channel.ts';
import { type ComposeInput, PASTED_MAX } from '#schema/compose.ts';
import { own } from '#schema/own.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { countSms, PARTS_MAX, placeholders } from '#schema/sms.ts';
import { now } from '../../../core/clock.ts';
import { drafts } from '../../../core/drafts.ts';
import { momentOf, momentProblem } from '../../../crud/moment.ts';
import { afterPaint } from '../../../start/afterPaint.ts';
import { fallbackOf, needsSms } from './fallback.ts';
import { readNumbers } from './numbers.ts';
import type { Offer } from './useSend.ts';

/** An uploaded sheet, as much of it as the page needs after a reload. */
export interface SheetDraft {
  reference: string;
  name: string;
  columns: string[];
  sample: { row: number; cells: string[] }[];
  rows: number;
  /** Known for the phone column that was read, not for one chosen after a reload. */
  counts: { good: number; bad: number; duplicates: number } | null;
  phone: string;
  /** Placeholder -> column, where it is not the column of the same name. */
  columnFor: Record<string, string>;
  /** Which sheet, header row and rows of the file; absent from drafts of earlier versions. */
  choice?: SheetChoice;
}

export type Request = Omit<ComposeInput, 'dry_run' | 'plan' | 'cost' | 'urgent' | 'channel'> & {
  urgent?: true;
  /** Only servers that offer it know channels. */
  channel?: 'viber';
};

/** A request, and what is known about sending it. */
export interface Checked {
  request: Request;
  offer: Offer;
}

export interface Draft {
  name: string;
  sender: string;
  /** For people; the name of `sender`. */
  senderName: string;
  channel: Channel;
  /** The Viber identity and its name. */
  viber: string;
  viberName: string;
  /** Minutes until an SMS is sent instead, as entered, or `none`. */
  fallback: string;
  body: string;
  numbers: string;
  groups: string[];
  sheet: SheetDraft | null;
  when: 'now' | 'later';
  /** What the inputs of date and time hold, in Kathmandu's time: `2026-01-01T12:00`, or as much of it (crud/moment.ts). */
  at: string;
  isUrgent: boolean;
  /** Whether the channel was chosen, by the user or for an account that has only one. */
  isChannelChosen?: boolean;
  /** What was checked and is ready to be sent. */
  checked: Checked | null;
  /** A send request got no answer, and the text has changed since. */
  isSendable: boolean;
}

const KEY = 'compose';
/** A message of which nothing is written. */
export const blank: Omit<Draft, 'checked' | 'isSendable'> = {
  name: '',
  sender: '',
  senderName: '',
  channel: 'sms',
  viber: '',
  viberName: '',
  fallback: '15',
  body: '',
  numbers: '',
  groups: [],
  sheet: null,
  when: 'now',
  at: '',
  isUrgent: false,
};
const empty: Draft = { ...blank, checked: null, isSendable: false };

/** Whether the draft has input worth keeping; an automatically selected sender does not count. */
export const hasContent = ({ name, body, numbers, groups, sheet }: Draft): boolean =>
  Boolean(name || body || numbers || groups.length > 0 || sheet);

/** The page's draft, kept in this tab across reloads and sign-ins. */
export function useDraft() {
  const kept = useRef(drafts.read<Partial<Draft>>(KEY));
  const [draft, setDraft] = useState<Draft>(() =>
    kept.current ? { ...empty, ...kept.current, isChannelChosen: true } : empty,
  );
  const [isBack, setBack] = useState(kept.current !== undefined);
  const isOver = useRef(false);

  const latest = useRef(draft);
  const isGone = useRef(false);
  const callOff = useRef<() => void>(undefined);
  /** Stores the draft if it has changed since. */
  const store = useCallback(() => {
    if (!callOff.current) return;
    callOff.current();
    callOff.current = undefined;
    if (isOver.current) return;
    if (hasContent(latest.current)) drafts.keep(KEY, latest.current);
    else drafts.drop(KEY);
  }, []);
  // A long draft is stored once the typed character is on the screen, or when the page is left before that. A deferred value
  // would render the whole page a second time for it.
  const put = useCallback(
    (next: Draft) => {
      // An answer that comes later must not touch the draft of the next page.
      if (isGone.current) return;
      latest.current = next;
      setDraft(next);
      callOff.current ??= afterPaint(store);
    },
    [store],
  );
  useEffect(() => {
    isGone.current = false;
    return () => {
      store();
      isGone.current = true;
    };
  }, [store]);

  /** Changes the draft and discards the earlier check. */
  const edit = useCallback(
    (change: Partial<Draft>) => {
      const former = latest.current;
      const isSendable = former.isSendable || former.checked?.offer.uncertain === true;
      const isChannelChosen = former.isChannelChosen === true || change.channel !== undefined;
      put({ ...former, isSendable, isChannelChosen, checked: null, ...change });
    },
    [put],
  );

  /** Stores a check that may be sent, without changing the draft. */
  const setChecked = useCallback(
    (checked: NonNullable<Draft['checked']>) => put({ ...latest.current, checked }),
    [put],
  );

  const drop = useCallback(() => {
    drafts.drop(KEY);
    const { sender, senderName } = latest.current;
    put({ ...empty, sender, senderName });
    setBack(false);
  }, [put]);

  /** Deletes the draft: it was sent or discarded. */
  const finish = useCallback(() => {
    isOver.current = true;
    drafts.drop(KEY);
  }, []);

  const seen = () => setBack(false);
  return { draft, latest, edit, setChecked, drop, finish, isOver, isGone, isBack, seen };
}

/** The body's placeholders without a column in the file. */
const unmapped = (body: string, sheet: SheetDraft): string[] =>
  placeholders(body).filter((name) => !sheet.columns.includes(own(sheet.columnFor, name) ?? name));

export type Errors = Partial<
  Record<
    | 'name'
    | 'sender'
    | 'viber'
    | 'fallback'
    | 'body'
    | 'recipients'
    | 'numbers'
    | 'groups'
    | 'sheet'
    | 'columns'
    | 'at'
    | 'urgent',
    string
  >
>;

/** Props of each card of the form: the draft's fields that it shows. */
export interface CardProps<Shown extends keyof Draft = keyof Draft> {
  draft: Pick<Draft, Shown>;
  edit(change: Partial<Draft>): void;
  errors: Errors;
}

/** Props of the recipients' card and its three inputs, which also show the text's placeholders. */
export type RecipientsProps = CardProps<'numbers' | 'groups' | 'sheet' | 'body'>;

/** Whether the text is too long for a channel that it may be sent over. */
const isTooLong = (draft: Draft): boolean =>
  (draft.channel === 'viber' && viberLength(draft.body) > VIBER_MAX) ||
  (needsSms(draft) && countSms(draft.body).parts > PARTS_MAX);

/** A draft's errors as translation keys; empty when it can be checked. */
export function errorsOf(draft: Draft, { isSheetPending = false, now: present = now() } = {}): Errors {
  const errors: Errors = {};
  if (!draft.name.trim()) errors.name = 'compose.nameRequired';
  if (!draft.sender && needsSms(draft)) errors.sender = 'compose.senderRequired';
  if (fallbackOf(draft) === undefined) errors.fallback = 'compose.fallbackWrong';
  if (!draft.body.trim()) errors.body = 'compose.bodyRequired';
  else if (bodyProblem(draft.body)) errors.body = bodyProblem(draft.body) as string;
  // With placeholders, only the plan knows the size of each text.
  else if (placeholders(draft.body).length === 0 && isTooLong(draft)) errors.body = 'plan.refusal.too-long';
  const { entries } = readNumbers(draft.numbers);
  if (isSheetPending) errors.sheet = 'compose.sheetPending';
  else if (entries.length === 0 && draft.groups.length === 0 && !draft.sheet)
    errors.recipients = 'compose.recipientsRequired';
  if (entries.length > PASTED_MAX) errors.numbers = 'compose.numbersMost';
  if (draft.sheet && !draft.sheet.columns.includes(draft.sheet.phone))
    errors.sheet = 'compose.phoneColumnRequired';
  if (draft.sheet && unmapped(draft.body, draft.sheet).length > 0) errors.columns = 'compose.columnsRequired';
  if (draft.when === 'later') {
    const problem = momentProblem(draft.at, present);
    if (problem) errors.at = problem === 'past' ? 'compose.atPast' : 'compose.atMissing';
  }
  return errors;
}

/** The request of a draft. Its parts keep one order, because the server compares it with the plan's. */
export function requestOf(draft: Draft): Request {
  const { entries } = readNumbers(draft.numbers);
  const { sheet } = draft;
  const columns = sheet
    ? placeholders(draft.body).flatMap((name) => {
        const column = own(sheet.columnFor, name);
        return column && column !== name ? [[name, column] as const] : [];
      })
    : [];
  return {
    name: draft.name.trim(),
    sender: needsSms(draft) ? draft.sender : null,
    body: draft.body,
    recipients: {
      ...(entries.length > 0 && { numbers: entries.map(({ value }) => value) }),
      ...(draft.groups.length > 0 && { groups: draft.groups }),
      ...(sheet && {
        file: {
          reference: sheet.reference,
          phone: sheet.phone,
          ...(columns.length > 0 && {
            columns: Object.fromEntries(columns),
          }),
          ...sheet.choice,
        },
      }),
    },
    scheduled_at: draft.when === 'later' ? momentOf(draft.at) : null,
    ...(draft.isUrgent && { urgent: true }),
    ...channelOf(draft),
  };
}

/** The part of a request that chooses Viber. */
export const channelOf = (draft: Pick<Draft, 'channel' | 'viber' | 'fallback'>) =>
  draft.channel === 'viber' && {
    channel: 'viber' as const,
    viber_identity: draft.viber,
    fallback_minutes: fallbackOf(draft) ?? null,
  };

/** The server's field errors under the names of the page's own. */
export function errorsFrom(fields: Record<string, string[]>): Errors {
  const names: [prefix: string, name: keyof Errors][] = [
    ['recipients.numbers', 'numbers'],
    ['recipients.groups', 'groups'],
    ['recipients.file.columns', 'columns'],
    ['recipients.file', 'sheet'],
    ['recipients', 'recipients'],
    ['scheduled_at', 'at'],
    ['urgent', 'urgent'],
    ['name', 'name'],
    ['sender', 'sender'],
    ['viber_identity', 'viber'],
    ['channel', 'viber'],
    ['fallback_minutes', 'fallback'],
    ['body', 'body'],
  ];
  const errors: Errors = {};
  for (const [field, texts] of Object.entries(fields)) {
    const name = names.find(([prefix]) => field === prefix || field.startsWith(`${prefix}.`))?.[1];
    if (name) errors[name] ??= texts.join(' ');
  }
  return errors;
}
