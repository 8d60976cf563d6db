import { entityOf } from '../../../core/entities.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { AddToBlacklist, OnBlacklist } from './Blacklisted.tsx';
import { MessageHistory } from './MessageHistory.tsx';

const contact = entityOf('contact');

/** One contact, whether it can be sent to, and its messages. */
export const ContactShow = () => (
  <EntityShow
    entity={contact}
    actions={({ phone }) => Boolean(phone) && <AddToBlacklist phone={String(phone)} />}
    before={({ phone }) => Boolean(phone) && <OnBlacklist phone={String(phone)} />}
    after={({ phone }) => <MessageHistory key={String(phone)} phone={String(phone)} />}
  />
);
