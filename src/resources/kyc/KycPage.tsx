import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { kyc } from '#schema/kyc.ts';
import { EntityList } from '../../crud/EntityList.tsx';
import { useUser } from '../../layout/useUser.ts';
import { OwnKyc } from './OwnKyc.tsx';
import { reviewsKyc } from './reviews.ts';

/** /kyc: all records for who reviews them, one's own verification for everybody else. */
export function KycPage() {
  const translate = useTranslate();
  useUser();
  if (!reviewsKyc()) return <OwnKyc />;
  return (
    <EntityList
      entity={kyc}
      title={translate('kyc.title')}
      columns={[
        {
          name: 'name',
          render: ({ uuid, name }) => (
            <Link to={`/kyc/${String(uuid)}`} className="crud-title">
              {String(name)}
            </Link>
          ),
        },
        ...['company_name', 'document_type', 'status', 'submitted_at'],
      ]}
      filters={['status', 'type', 'document_type']}
      link={false}
      empty={{ title: translate('kyc.noneSubmitted'), text: translate('kyc.noneSubmittedText') }}
    />
  );
}
