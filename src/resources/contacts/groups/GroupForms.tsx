import { contactGroup } from '#schema/contactGroup.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';

export const GroupCreate = () => <EntityCreate entity={contactGroup} />;
export const GroupEdit = () => <EntityEdit entity={contactGroup} />;
