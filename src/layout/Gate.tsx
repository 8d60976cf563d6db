import { useResourceContext } from 'ra-core';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { canAccess, isServed } from '../core/access.ts';
import { isRecordId } from '../core/addresses.ts';
import { AccessDenied, NotFound } from './StatePages.tsx';
import { useUser } from './useUser.ts';

interface Props {
  /** The resource's name, or the route of a page without a resource, without the leading slash. */
  route: string;
  action?: 'list' | 'show' | 'edit' | 'create';
  children: ReactNode;
}

/**
 * Wraps each view and decides synchronously. react-admin's own redirect would lose the address, trap Back and flash the
 * view first.
 */
export function Gate({ route, action = 'list', children }: Props) {
  useUser();
  // A feature that the server does not offer has no page in this console.
  if (!isServed(route, action)) return <NotFound />;
  return canAccess(route, action) ? children : <AccessDenied />;
}

interface ResourceProps {
  action: 'list' | 'show' | 'edit' | 'create';
  /** Whether records have a page but no form. */
  onlyShow: boolean;
  children: ReactNode;
}

/**
 * The gate of a resource's view. A resource's list route also matches every address below it, so addresses that are not a
 * record's show "not found", and a record without a form redirects to its page. Each record has a view of its own: a dialog that
 * is open, and what is typed in it, must not go over to another.
 */
export function ResourceGate({ action, onlyShow, children }: ResourceProps) {
  const route = useResourceContext() ?? '';
  const { id, '*': rest = '' } = useParams();
  if (action === 'list' && rest !== '')
    return isRecordId(rest) && onlyShow ? <Navigate to={`/${route}/${rest}/show`} replace /> : <NotFound />;
  if (action !== 'list' && rest !== '') return <NotFound />;
  if (id !== undefined && !isRecordId(id)) return <NotFound />;
  return (
    <Gate key={id} route={route} action={action}>
      {children}
    </Gate>
  );
}
