import type { Campaign } from '#schema/campaign.ts';
import type { CampaignRecipients } from '#schema/campaignRecipients.ts';
import type { ContactImport } from '#schema/contactImport.ts';
import { own } from '#schema/own.ts';
import { placeholders } from '#schema/sms.ts';
import { now } from '../../../core/clock.ts';
import { toLocalInput } from '../../../core/format.ts';
import { shown } from '../../../core/labels.ts';
import { type Draft, hasContent, type SheetDraft } from './draft.ts';

type UsedFile = NonNullable<NonNullable<CampaignRecipients['recipients']>['file']>;

/** What an import's link (`?import=UUID`) selects: the rows of its file that became contacts, instead of other recipients. */
export function draftOfImport(record: ContactImport): Partial<Draft> {
  const { phone, name, columns = [], ...choice } = record.mapping;
  return {
    numbers: '',
    groups: [],
    sheet: {
      reference: record.file,
      name: shown(record.file_name),
      columns: [...new Set([phone, ...(name ? [name] : []), ...columns])],
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
 * What a campaign's link (`?copy=UUID`) fills in: name, sender, text, and the time if it is in the future. A server does not
 * store how the recipients were chosen, so they are chosen again.
 */
export function draftOfCampaign(
  { name, sender, body, urgent, trial, scheduled_at, channel, viber, fallback_minutes }: Campaign,
  source?: CampaignRecipients,
  at = now(),
): Partial<Draft> {
  const isLater = scheduled_at !== null && Date.parse(scheduled_at) > at;
  return {
    ...{ name, sender: '', senderName: sender, body, isUrgent: urgent === true && trial !== true },
    ...(channel === 'viber' &&
      viber && {
        ...{ channel, viber: '', viberName: viber },
        fallback: fallback_minutes == null ? 'none' : String(fallback_minutes),
      }),
    ...{ when: isLater ? 'later' : 'now', at: isLater ? toLocalInput(scheduled_at) : '' },
    ...recipientsOf(body, source),
  };
}

/** The recipients of a campaign. Of its file only the columns are known that were used. */
function recipientsOf(body: string, source: CampaignRecipients | undefined): Partial<Draft> {
  if (!source?.recipients) return {};
  const { numbers = [], groups = [], file } = source.recipients;
  return { numbers: numbers.join('\n'), groups, sheet: file ? sheetOf(body, file, source.file) : null };
}

function sheetOf(
  body: string,
  { reference, phone, columns: columnFor = {}, ...choice }: UsedFile,
  stored: CampaignRecipients['file'],
): SheetDraft {
  const used = placeholders(body).map((name) => own(columnFor, name) ?? name);
  return {
    ...{ reference, name: shown(stored?.name), columns: [...new Set([phone, ...used])], sample: [] },
    ...{ rows: stored?.rows ?? 0, counts: null, phone, columnFor, choice },
  };
}

/** What a campaign was addressed to and cannot be chosen again, as texts' keys with a count. */
export const missingOf = (source: CampaignRecipients | undefined): [key: string, count: number][] =>
  !source?.recipients
    ? [['compose.missing.all', 0]]
    : [
        ...(source.missing.groups > 0
          ? [['compose.missing.groups', source.missing.groups] as [string, number]]
          : []),
        ...(source.missing.file ? [['compose.missing.file', 1] as [string, number]] : []),
      ];

const hasRecipients = ({ numbers, groups, sheet }: Draft): boolean =>
  Boolean(numbers || groups.length > 0 || sheet);

/** Whether a change would take away what somebody has written. */
export const replaces = (draft: Draft, change: Partial<Draft>): boolean =>
  (change.numbers !== undefined && hasRecipients(draft)) ||
  (change.body !== undefined && hasContent({ ...draft, numbers: '', groups: [], sheet: null }));
