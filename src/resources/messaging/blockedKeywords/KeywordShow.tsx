import { entityOf } from '../../../core/entities.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';

const blockedKeyword = entityOf('admin/blocked-keywords');

/** One word or phrase that no message may contain. */
export const KeywordShow = () => <EntityShow entity={blockedKeyword} />;
