import { contact } from '#schema/contact.ts';
import { EntityShow } from '../../crud/EntityShow.tsx';

export const ContactShow = () => <EntityShow entity={contact} />;
