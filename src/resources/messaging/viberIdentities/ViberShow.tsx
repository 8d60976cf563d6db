import { hasPermission } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';
import { Decide } from './Decide.tsx';
import { DeleteIdentity } from './DeleteIdentity.tsx';
import { Use } from './Use.tsx';

const viberIdentity = entityOf('admin/viber-identities');

export const ViberShow = () => (
  <EntityShow
    entity={viberIdentity}
    beside={(record) => <FieldValue entity={viberIdentity} name="status" record={record} />}
    before={() => <Use />}
    render={{
      account_name: ({ account, account_name: name }) => <AccountLink uuid={account} name={name} />,
    }}
    fields={['account_name', 'status', 'reason', 'decided_at', 'created_at']}
    actions={(record) =>
      record.status === 'pending' && viberIdentity.write && hasPermission(viberIdentity.write) ? (
        <Decide record={record} />
      ) : null
    }
    remove={(record) => <DeleteIdentity record={record} />}
  />
);
