import { viberIdentity } from '#schema/viberIdentity.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { NoSending } from './NoSending.tsx';

export const ViberCreate = () => (
  <>
    <EntityCreate entity={viberIdentity} />
    <NoSending />
  </>
);
