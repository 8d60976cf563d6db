import type { Kyc, KycState } from '#schema/kyc.ts';
import { canFillForm } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Queue } from '../../../crud/review/useQueue.ts';

const kyc = entityOf('kyc');

export const kycQueue: Queue = {
  entity: kyc,
  since: 'submitted_at',
  to: (uuid) => `/${kyc.name}/${uuid}`,
  decide: ['kyc-list', 'post'],
};

/** Whether the signed-in user submits their own account's verification. */
export const canSubmitKyc = (): boolean => canFillForm(['kyc-submit', 'post'], true);

/** Whether a record includes the submitted data: without the pair to read, there is only its state. */
export const isFullKyc = (record: Kyc | KycState): record is Kyc => 'name' in record;
