import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { reviewsKyc } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { nothingWaits } from '../../../crud/review/NothingWaits.tsx';
import { QueueNote } from '../../../crud/review/QueueNote.tsx';
import { waitsColumn } from '../../../crud/review/waitsColumn.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { OwnKyc } from './OwnKyc.tsx';
import { kycQueue } from './reviews.ts';

const kyc = entityOf('kyc');

/** /kyc: all records for reviewers, one's own verification for everybody else. */
export function KycPage() {
  const translate = useTranslate();
  useUser();
  if (!reviewsKyc()) return <OwnKyc />;
  return (
    <EntityList
      entity={kyc}
      title={translate('kyc.title')}
      defaultFilter={{ status: 'pending' }}
      nothingWaits={nothingWaits}
      sort={{ field: 'submitted_at', order: 'ASC' }}
      above={<QueueNote queue={kycQueue} />}
      columns={[
        {
          name: 'name',
          render: ({ uuid, name }) => (
            <Link to={`/kyc/${String(uuid)}`} className="crud-title">
              {shown(name)}
            </Link>
          ),
        },
        ...['company_name', 'document_type', 'status', 'submitted_at'],
        waitsColumn(translate('reviews.waits'), 'submitted_at'),
      ]}
      filters={['status', 'type', 'document_type']}
      link={false}
      refetchEvery={() => 15_000}
      empty={{ title: translate('kyc.noneSubmitted'), text: translate('kyc.noneSubmittedText') }}
    />
  );
}
