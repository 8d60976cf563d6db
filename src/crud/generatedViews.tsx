import { useResourceContext } from 'ra-core';
import { entityOf } from '../core/entities.ts';
import { EntityList } from './EntityList.tsx';
import { EntityShow } from './EntityShow.tsx';

const useEntity = () => entityOf(useResourceContext() ?? '');

/** The list of the surrounding resource's entity. */
export const GeneratedList = () => <EntityList entity={useEntity()} />;
/** The record page of the surrounding resource's entity. */
export const GeneratedShow = () => <EntityShow entity={useEntity()} />;
