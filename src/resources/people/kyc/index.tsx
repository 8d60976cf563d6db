import { Navigate, useParams } from 'react-router-dom';
import { entityOf } from '../../../core/entities.ts';
import { type Descriptor, defineResource } from '../../../layout/defineResource.tsx';
import { ResourceGate } from '../../../layout/Gate.tsx';
import { screen } from '../../../start/screen.ts';

/** react-admin's address of a record's page leads to the specification's, /kyc/{uuid}. */
function ToRecord() {
  const { id } = useParams();
  return <Navigate to={`/kyc/${id}`} replace />;
}

export const kyc: Descriptor = {
  ...defineResource(entityOf('kyc'), ['kyc', 'reviews'], {
    list: () => import('./KycPage.tsx').then((m) => m.KycPage),
    show: <ToRecord />,
  }),
  // The specification's address is the one of react-admin's form. The page is for all who may read the record; its form is
  // for staff who correct it.
  edit: (
    <ResourceGate action="show" onlyShow={false}>
      {screen(() => import('./KycShow.tsx').then((m) => m.KycShow), ['kyc', 'reviews'])}
    </ResourceGate>
  ),
};
