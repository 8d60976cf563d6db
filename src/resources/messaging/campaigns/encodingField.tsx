import type { Campaign } from '#schema/campaign.ts';
import { encodingShares } from '#schema/sms.ts';
import { entityOf } from '../../../core/entities.ts';
import { FieldValue } from '../../../crud/fields.tsx';
import { EncodingShares } from '../compose/EncodingShares.tsx';

const campaign = entityOf('sms');

/** The encoding on a campaign's page: both with their counts for a mixed campaign. */
export function encodingField(record: Readonly<Record<string, unknown>>) {
  const { encodings } = record as Partial<Campaign>;
  return encodings && encodingShares(encodings).length > 1 ? (
    <EncodingShares encodings={encodings} />
  ) : (
    <FieldValue entity={campaign} name="encoding" record={record} />
  );
}
