/** Whether an erasure is being worked on. One that waits for messages changes in minutes, not in seconds. */
export const isUnderWay = (record: Readonly<Record<string, unknown>> | undefined): boolean =>
  record?.status === 'queued' || record?.status === 'running';
