import { Navigate, useParams } from 'react-router-dom';
import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

/** The page of one record. Its address is the specification's, /kyc/{uuid}, which react-admin has no view for. */
export const kycRecord = screen(() => import('./KycShow.tsx').then((m) => ({ default: m.KycShow })));

/** react-admin's own address of a record leads to that. */
function ToRecord() {
  const { id } = useParams();
  return <Navigate to={`/kyc/${id}`} replace />;
}

export const kyc = defineResource(entityOf('kyc'), {
  list: screen(() => import('./KycPage.tsx').then((m) => ({ default: m.KycPage }))),
  show: <ToRecord />,
});
