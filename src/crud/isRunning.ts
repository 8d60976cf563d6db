/** Whether an import is unfinished. */
export const isRunning = (record: Readonly<Record<string, unknown>> | undefined): boolean =>
  record?.status === 'queued' || record?.status === 'running';
