/** What a worker has in hand, which its links share: the most that a kill leaves unknown. */
export interface Hand {
  /** One link's part of it. */
  open(): HandShare;
}

export interface HandShare {
  /** The most that this link may have in hand now. */
  readonly size: number;
  /** How many messages there is room for. */
  readonly room: number;
  /** Takes as many as there is room for, until they are put back. */
  take(wanted: number): number;
  back(count: number): void;
  /** Messages that this link has in hand. */
  readonly held: number;
  close(): void;
}

/** A hand for `size` messages. Each link has an equal share; all together never have more than `size`. */
export function createHand(size: number): Hand {
  let links = 0;
  let all = 0;
  return {
    open() {
      let held = 0;
      let isOpen = true;
      links++;
      const share = () => Math.max(1, Math.floor(size / links));
      const room = () => Math.max(0, Math.min(share() - held, size - all));
      return {
        get size() {
          return share();
        },
        get held() {
          return held;
        },
        get room() {
          return room();
        },
        take(wanted) {
          const taken = Math.min(wanted, room());
          held += taken;
          all += taken;
          return taken;
        },
        back(count) {
          held -= count;
          all -= count;
        },
        close() {
          if (isOpen) links--;
          isOpen = false;
        },
      };
    },
  };
}
