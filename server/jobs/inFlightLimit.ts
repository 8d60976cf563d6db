/** A worker's messages in flight, shared by its links: the most that can become unknown when it is killed. */
export interface InFlightLimit {
  /** One link's share. */
  open(): InFlightShare;
}

export interface InFlightShare {
  /** The most that this link may have in flight now. */
  readonly size: number;
  /** Number of free places. */
  readonly room: number;
  /** Takes as many places as there are, until they are put back. */
  take(wanted: number): number;
  back(count: number): void;
  /** Messages that this link has in flight. */
  readonly held: number;
  close(): void;
}

/** A limit of `size` messages in flight. Each link has an equal share; together they never exceed `size`. */
export function createInFlightLimit(size: number): InFlightLimit {
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
