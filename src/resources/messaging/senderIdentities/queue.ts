import type { SenderRequest } from '#schema/senderIdentity.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import type { Queue } from '../../../crud/review/useQueue.ts';

const senderRequest = entityOf('admin/sender-identities');

export const senderQueue: Queue = {
  entity: senderRequest,
  since: 'created_at',
  to: (uuid) => `/${senderRequest.name}/${uuid}/show`,
  decide: ['sender-identity-list', 'post'],
};

export const asRequest = (record: Row) => record as unknown as SenderRequest;
