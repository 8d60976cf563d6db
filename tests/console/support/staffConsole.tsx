import { type Role, roles } from '#schema/permissions.ts';
import { getUser, setUser } from '../../../src/core/session.ts';
import { signInCustomer } from './crudConsole.tsx';

/** Signs a member of staff in, with the pairs of their role less those that are left out. */
export function signInStaff(
  role: Exclude<Role, 'customer'>,
  without: (name: string, verb: string) => boolean = () => false,
): void {
  signInCustomer();
  const former = getUser();
  if (!former) throw new Error('nobody is signed in');
  setUser({
    ...former,
    role,
    wallet: { balance: 0 },
    ui_permissions: roles[role].filter(([name, verb]) => !without(name, verb)).map(([n, v]) => [n, v]),
  });
}
