import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { message } from '#schema/message.ts';

export const messageResource: ResourceProps = {
  name: message.name,
  list: lazy(() => import('./MessageList.tsx').then((m) => ({ default: m.MessageList }))),
  show: lazy(() => import('./MessageShow.tsx').then((m) => ({ default: m.MessageShow }))),
  recordRepresentation: message.title,
};
