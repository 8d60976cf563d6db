import type { Refusal, SubmitWatch } from './link.ts';

/** A message with a part that was not answered in time, marked as unknown. */
export interface Overdue {
  parts: readonly unknown[];
  ids: string[];
  accepted: number;
  refusal: Refusal | null;
  /** Parts that may still be answered in time, and those that may be answered late. */
  outstanding: number;
  overdue: number;
  watch: SubmitWatch | undefined;
  place: number;
}

/** Maximum remembered parts. */
const MOST = 10_000;

/** Parts whose answer did not come in time, as long as the connection on which they were written lasts. */
export function createOverdueParts<Message extends Overdue>() {
  const parts = new Map<number, { message: Message; index: number }>();
  return {
    add(sequence: number, message: Message, index: number): void {
      message.overdue++;
      parts.set(sequence, { message, index });
      if (parts.size <= MOST) return;
      const [oldest] = parts.keys();
      parts.delete(oldest as number);
    },
    /** Handles an answer; false if it belongs to none of them. Reports the message's outcome once it is known. */
    answered(sequence: number, refused: Refusal | null, id: string): boolean {
      const part = parts.get(sequence);
      if (!part) return false;
      parts.delete(sequence);
      const { message, index } = part;
      message.overdue--;
      if (refused) message.refusal ??= refused;
      else {
        message.ids[index] = id;
        message.accepted++;
      }
      const { accepted, refusal, ids } = message;
      if (accepted === message.parts.length) message.watch?.late(message.place, { kind: 'submitted', ids });
      else if (accepted === 0 && message.outstanding + message.overdue === 0 && refusal)
        message.watch?.late(message.place, { kind: 'rejected', error: refusal.error });
      return true;
    },
    clear(): void {
      parts.clear();
    },
  };
}
