import { Navigate, useParams } from 'react-router-dom';
import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

/**
 * react-admin's address of a record redirects to the specification's, /kyc/{uuid}, which has its own page
 * (src/App.tsx).
 */
function ToRecord() {
  const { id } = useParams();
  return <Navigate to={`/kyc/${id}`} replace />;
}

export const kyc = defineResource(entityOf('kyc'), ['kyc', 'reviews'], {
  list: () => import('./KycPage.tsx').then((m) => m.KycPage),
  show: <ToRecord />,
});
