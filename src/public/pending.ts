/** A sign-up whose code was mailed; kept in this tab, so that a reload returns to the code. */
export interface Pending {
  email: string;
  /** The server's id of the sign-up, if it gives one. */
  ticket?: string;
  /** When another code can be requested, in milliseconds of the clock. */
  again: number;
  outbox?: string;
}

const KEY = 'signup';

export const pendingSignup = {
  read(): Pending | undefined {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Pending> | null;
      return typeof kept?.email === 'string'
        ? { ...kept, email: kept.email, again: Number(kept.again) || 0 }
        : undefined;
    } catch {
      return undefined;
    }
  },
  keep(pending: Pending): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(pending));
    } catch {
      // Without storage a reload starts over.
    }
  },
  drop(): void {
    sessionStorage.removeItem(KEY);
  },
};
