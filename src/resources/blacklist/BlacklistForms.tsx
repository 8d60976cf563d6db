import { blacklistNumber } from '#schema/blacklistNumber.ts';
import { EntityCreate } from '../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../crud/EntityEdit.tsx';

export const BlacklistCreate = () => <EntityCreate entity={blacklistNumber} />;
export const BlacklistEdit = () => <EntityEdit entity={blacklistNumber} />;
