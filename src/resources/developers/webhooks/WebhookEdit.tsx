import { webhook } from '#schema/webhook.ts';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { Inputs } from './Inputs.tsx';

export const WebhookEdit = () => (
  <EntityEdit entity={webhook}>
    <Inputs />
  </EntityEdit>
);
