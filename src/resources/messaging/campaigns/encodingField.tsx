import { useTranslate } from 'ra-core';
import type { Campaign } from '#schema/campaign.ts';
import { encodingShares } from '#schema/sms.ts';
import { entityOf } from '../../../core/entities.ts';
import { FieldValue } from '../../../crud/fields.tsx';
import { EncodingShares } from '../compose/EncodingShares.tsx';

const campaign = entityOf('sms');

/** The encoding on a campaign's page: both with their counts for a mixed campaign. */
export function encodingField(record: Readonly<Record<string, unknown>>) {
  const { encoding, encodings } = record as Partial<Campaign>;
  if (encodings && encodingShares(encodings).length > 1) return <EncodingShares encodings={encodings} />;
  // One message that needs it makes the whole campaign UCS-2, so without counts it may be a mixed one.
  if (!encodings && encoding === 'UCS-2') return <SomeUnicode />;
  return <FieldValue entity={campaign} name="encoding" record={record} />;
}

function SomeUnicode() {
  const translate = useTranslate();
  return translate('campaign.someUnicode');
}
