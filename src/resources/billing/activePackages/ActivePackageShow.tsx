import type { ActivePackage } from '#schema/smsPackage.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { Expiry } from './Expiry.tsx';
import { PartsMeter } from './PartsMeter.tsx';
import './activePackages.css';

const activePackage = entityOf('packages/active-packages');
const asPackage = (record: Row) => record as unknown as ActivePackage;

/** One package of the account: what is left, and until when. */
export const ActivePackageShow = () => (
  <EntityShow
    entity={activePackage}
    fields={['name', 'remaining', 'expires_at', 'created_at']}
    render={{
      remaining: (record) => <PartsMeter pack={asPackage(record)} />,
      expires_at: (record) => <Expiry pack={asPackage(record)} />,
    }}
  />
);
