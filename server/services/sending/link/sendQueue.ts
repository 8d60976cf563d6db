/** What the queue needs to know about a message. */
export interface Waiting {
  /** Indexes of the parts still to be written. */
  todo: number[];
  /** Set when a part was refused: no more parts are written for now. */
  refusal: object | null;
  /** Why a part's answer will not come any more. */
  lost: string | null;
  queued: boolean;
}

/**
 * First in, first out, with urgent messages before the others, and interrupted ones in front. Messages that need no more
 * writing are removed at the head.
 */
export function createSendQueue<Job extends Waiting>() {
  let jobs: Job[] = [];
  let first = 0;
  const urgent: Job[] = [];
  const interrupted: Job[] = [];

  function push(job: Job): void {
    job.queued = true;
    jobs.push(job);
  }
  function drop(job: Job, from: Job[]): void {
    job.queued = false;
    if (from !== jobs) from.shift();
    else if (++first > 1024 && first * 2 > jobs.length) {
      jobs = jobs.slice(first);
      first = 0;
    }
  }
  return {
    push,
    pushUrgent(job: Job): void {
      job.queued = true;
      urgent.push(job);
    },
    continueWith(job: Job): void {
      if (job.queued) return;
      job.queued = true;
      interrupted.push(job);
    },
    head(): Job | undefined {
      for (;;) {
        const from = interrupted.length > 0 ? interrupted : urgent.length > 0 ? urgent : jobs;
        const job = from[from === jobs ? first : 0];
        if (!job || (!job.refusal && !job.lost && job.todo.length > 0)) return job;
        drop(job, from);
      }
    },
    /** Removes the messages that match; the others keep their order. */
    take(matches: (job: Job) => boolean): Job[] {
      const taken: Job[] = [];
      const keep = (job: Job): boolean => {
        if (!matches(job)) return true;
        job.queued = false;
        taken.push(job);
        return false;
      };
      for (const list of [interrupted, urgent]) list.splice(0, list.length, ...list.filter(keep));
      jobs = jobs.slice(first).filter(keep);
      first = 0;
      return taken;
    },
  };
}
