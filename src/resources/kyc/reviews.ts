import type { Kyc, KycState } from '#schema/kyc.ts';
import { isStaff } from '#schema/permissions.ts';
import { may } from '../../access.ts';
import { getUser } from '../../authProvider/session.ts';
import { entityOf } from '../../entities.ts';
import type { Queue } from '../../reviews/useQueue.ts';

const kyc = entityOf('kyc');

export const kycQueue: Queue = {
  entity: kyc,
  since: 'submitted_at',
  to: (uuid) => `/${kyc.name}/${uuid}`,
  decide: ['kyc-list', 'post'],
};

/** Whether the signed-in user reads the records of all accounts; everybody else has their own. */
export function reviewsKyc(): boolean {
  const user = getUser();
  return Boolean(user && isStaff(user.role)) && may(['kyc-list', 'get']);
}

/** Whether the signed-in user submits the verification of their own account. */
export const maySubmitKyc = (): boolean => may(['kyc-submit', 'post']);

/** Whether a record came with what was submitted: without the pair to read there is its state alone. */
export const isWholeKyc = (record: Kyc | KycState): record is Kyc => 'name' in record;
