import { tryStorage } from '../core/tryStorage.ts';

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
    const kept = tryStorage(
      () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Pending> | null,
    );
    return typeof kept?.email === 'string'
      ? { ...kept, email: kept.email, again: Number(kept.again) || 0 }
      : undefined;
  },
  keep(pending: Pending): void {
    // Without storage a reload starts over.
    tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(pending)));
  },
  drop(): void {
    tryStorage(() => sessionStorage.removeItem(KEY));
  },
};
