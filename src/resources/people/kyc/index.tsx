import type { ResourceProps } from 'ra-core';
import { Navigate, useParams } from 'react-router-dom';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const kyc = entityOf('kyc');

/** The page of one record. Its address is the specification's, /kyc/{uuid}, which react-admin has no view for. */
export const kycRecord = screen(() => import('./KycShow.tsx').then((m) => ({ default: m.KycShow })));

/** react-admin's own address of a record leads to that. */
function ToRecord() {
  const { id } = useParams();
  return <Navigate to={`/${kyc.name}/${id}`} replace />;
}

export const kycResource: ResourceProps = {
  name: kyc.name,
  list: screen(() => import('./KycPage.tsx').then((m) => ({ default: m.KycPage }))),
  show: <ToRecord />,
  recordRepresentation: kyc.title,
};
