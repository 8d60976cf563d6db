import { useResourceContext } from 'ra-core';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { isServed, mayDo } from '../core/access.ts';
import { isRecordId } from '../core/addresses.ts';
import { AccessDenied, NotFound } from './StatePages.tsx';
import { useUser } from './useUser.ts';

interface Props {
  /** The resource's name, or the route of a page that is none, without its first slash. */
  route: string;
  action?: 'list' | 'show' | 'edit' | 'create';
  children: ReactNode;
}

/**
 * Stands around each view and answers at once from memory. react-admin's own redirect would lose the
 * address, trap Back and flash the view first.
 */
export function Gate({ route, action = 'list', children }: Props) {
  useUser();
  // What the server does not offer is no page of this console.
  if (!isServed(route, action)) return <NotFound />;
  return mayDo(route, action) ? children : <AccessDenied />;
}

interface ResourceProps {
  action: 'list' | 'show' | 'edit' | 'create';
  /** Whether records have a page and no form. */
  onlyShow: boolean;
  children: ReactNode;
}

/**
 * The gate of a resource's view. A resource's list also answers every address under its route, so what
 * is no address of a record is not found here, and a record without a form leads to its page.
 */
export function ResourceGate({ action, onlyShow, children }: ResourceProps) {
  const route = useResourceContext() ?? '';
  const { id, '*': rest = '' } = useParams();
  if (action === 'list' && rest !== '')
    return isRecordId(rest) && onlyShow ? <Navigate to={`/${route}/${rest}/show`} replace /> : <NotFound />;
  if (action !== 'list' && rest !== '') return <NotFound />;
  if (id !== undefined && !isRecordId(id)) return <NotFound />;
  return (
    <Gate route={route} action={action}>
      {children}
    </Gate>
  );
}

/** The gate of a record's page whose address is none of react-admin's: `/route/:id`, without a word behind it. */
export function RecordGate({ route, children }: Pick<Props, 'route' | 'children'>) {
  const { id = '' } = useParams();
  if (!isRecordId(id)) return <NotFound />;
  return (
    <Gate route={route} action="show">
      {children}
    </Gate>
  );
}
