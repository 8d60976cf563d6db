import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { kyc } from '#schema/kyc.ts';

/** The page of one record. Its address is the specification's, /kyc/{uuid}, which react-admin has no view for. */
export const KycRecord = lazy(() => import('./KycShow.tsx').then((m) => ({ default: m.KycShow })));

/** react-admin's own address of a record leads to that. */
function ToRecord() {
  const { id } = useParams();
  return <Navigate to={`/${kyc.name}/${id}`} replace />;
}

export const kycResource: ResourceProps = {
  name: kyc.name,
  list: lazy(() => import('./KycPage.tsx').then((m) => ({ default: m.KycPage }))),
  show: <ToRecord />,
  recordRepresentation: kyc.title,
};
