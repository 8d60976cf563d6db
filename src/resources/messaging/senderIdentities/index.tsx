import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const senderRequest = entityOf('admin/sender-identities');

export const senderRequestResource: ResourceProps = {
  name: senderRequest.name,
  list: screen(() => import('./SenderRequestList.tsx').then((m) => ({ default: m.SenderRequestList }))),
  show: screen(() => import('./SenderRequestShow.tsx').then((m) => ({ default: m.SenderRequestShow }))),
  recordRepresentation: senderRequest.title,
};
