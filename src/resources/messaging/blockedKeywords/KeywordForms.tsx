import { blockedKeyword } from '#schema/blockedKeyword.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';

export const KeywordCreate = () => <EntityCreate entity={blockedKeyword} />;
export const KeywordEdit = () => <EntityEdit entity={blockedKeyword} />;
