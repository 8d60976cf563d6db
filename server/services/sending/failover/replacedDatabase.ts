import type { StandbyState } from '#schema/dashboardSummary.ts';
import type { Noted } from './processes.ts';

/** Looks in a row, so that one of them was at the database that is now replaced. */
const LOOKS = 2;

/**
 * What a process saw of its database until it was replaced, to tell whether the new one can lack anything: then sending
 * need not wait for processes that the new one may not know.
 */
export class ReplacedDatabase {
  #synchronousLooks = 0;
  #last: number | undefined;
  #hasGap = false;

  saw(standby: StandbyState): void {
    const isSynchronous = standby === 'synchronous' || standby === 'waiting';
    this.#synchronousLooks = isSynchronous ? this.#synchronousLooks + 1 : 0;
  }

  /**
   * The process was noted again. A database that does not know the last time has gone back; that is never forgotten. It may
   * know of a later one, whose answer was lost.
   */
  noted({ now, before }: Noted): void {
    if (this.#last !== undefined && (before === null || before < this.#last)) this.#hasGap = true;
    this.#last = now;
  }

  /** Commits waited for a standby, so nothing that any process was told is on the lost machine alone. */
  sawCommitsWait(): boolean {
    return this.#synchronousLooks >= LOOKS;
  }

  /** The newest trace of this process was there each time that it looked. */
  hasAllTraces(): boolean {
    return this.#last !== undefined && !this.#hasGap;
  }
}
