import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Entity } from '#schema/entity.ts';
import { config } from '../../../core/config.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';

interface Props {
  entity: Entity;
  title: string;
  defaults: Record<string, unknown>;
  children: ReactNode;
}

/** The form that invites somebody. Without mail, the inviter copies the link from the record's page. */
export function InvitationForm({ entity, title, defaults, children }: Props) {
  const translate = useTranslate();
  return (
    <EntityCreate
      entity={entity}
      title={title}
      submit={config().mail ? translate('users.sendInvitation') : title}
      defaults={{ is_active: true, ...defaults }}
    >
      {!config().mail && (
        <Alert severity="info" variant="outlined">
          {translate('users.noMail')}
        </Alert>
      )}
      {children}
    </EntityCreate>
  );
}
