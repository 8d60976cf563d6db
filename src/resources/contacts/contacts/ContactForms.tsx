import { contact } from '#schema/contact.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';

export const ContactCreate = () => <EntityCreate entity={contact} />;
export const ContactEdit = () => <EntityEdit entity={contact} />;
