import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const message = entityOf('sms/dispatch');

export const messageResource: ResourceProps = {
  name: message.name,
  list: screen(() => import('./MessageList.tsx').then((m) => ({ default: m.MessageList }))),
  show: screen(() => import('./MessageShow.tsx').then((m) => ({ default: m.MessageShow }))),
  recordRepresentation: message.title,
};
