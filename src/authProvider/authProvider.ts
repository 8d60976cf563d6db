import type { AuthProvider } from 'ra-core';
import { canAccess } from '../core/access.ts';
import { initials } from '../core/format.ts';
import { HttpError } from '../core/http.ts';
import { endSession, getToken, getUser, loginPath, ownerOf } from '../core/session.ts';
import { login, signOut } from './login.ts';

/**
 * react-admin's view of the session. http.ts has already left for /login when a call gets a 401, so
 * checkError only stops react-admin from notifying as well; a 403 never signs out.
 */
export const authProvider: AuthProvider = {
  login,
  async logout() {
    await signOut();
    return false;
  },
  async checkAuth() {
    if (getToken()) return;
    endSession({ keepDrafts: true });
    throw Object.assign(new Error('signed out'), { message: false, redirectTo: loginPath() });
  },
  async checkError(error: unknown) {
    if (error instanceof HttpError && error.status === 401)
      throw Object.assign(new Error('signed out'), { message: false, logoutUser: false });
  },
  async getIdentity() {
    const user = getUser();
    return { id: ownerOf(user), fullName: user?.name ?? '', avatar: initials(user?.name ?? '') };
  },
  async canAccess({ resource, action }) {
    return canAccess(resource, action);
  },
};
