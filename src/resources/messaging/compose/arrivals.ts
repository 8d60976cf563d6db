import type { Campaign } from '#schema/campaign.ts';
import type { ContactImport } from '#schema/contactImport.ts';
import { toLocalInput } from '../../../core/format.ts';
import { shown } from '../../../core/labels.ts';
import { type Draft, isWritten } from './draft.ts';

/** What an import's link (`?import=UUID`) chooses: the rows of its file that became contacts, instead of all other recipients. */
export function draftOfImport(record: ContactImport): Partial<Draft> {
  const { phone, name, ...choice } = record.mapping;
  return {
    numbers: '',
    groups: [],
    sheet: {
      reference: record.file,
      name: shown(record.file_name),
      columns: [...new Set([phone, ...(name ? [name] : [])])],
      sample: [],
      rows: record.rows,
      counts: { good: record.created + record.updated, bad: record.refused, duplicates: record.duplicates },
      phone,
      columnFor: name ? { name } : {},
      choice,
    },
  };
}

/**
 * What a campaign's link (`?copy=UUID`) writes: its name, sender, text and time, if that is still to come. A server does not keep
 * whom a campaign was addressed to as it was said, so the recipients are chosen again.
 */
export function draftOfCampaign(
  { name, sender, body, urgent, scheduled_at }: Campaign,
  now = Date.now(),
): Partial<Draft> {
  const isLater = scheduled_at !== null && Date.parse(scheduled_at) > now;
  return {
    ...{ name, sender: '', senderName: sender, body, isUrgent: urgent === true },
    ...{ when: isLater ? 'later' : 'now', at: isLater ? toLocalInput(scheduled_at) : '' },
  };
}

/** Whether a change would take away what somebody has written. */
export const replaces = (draft: Draft, change: Partial<Draft>): boolean =>
  change.body === undefined
    ? Boolean(draft.numbers || draft.groups.length > 0 || draft.sheet)
    : isWritten({ ...draft, numbers: '', groups: [], sheet: null });
