import { viberIdentity } from '#schema/viberIdentity.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { Use } from './Use.tsx';

export const ViberCreate = () => (
  <>
    <EntityCreate entity={viberIdentity} />
    {/* As wide as the form. */}
    <div style={{ maxWidth: 640 }}>
      <Use />
    </div>
  </>
);
