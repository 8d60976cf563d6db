/** Whether an export is not ready yet. */
export const isRunning = (record: Readonly<Record<string, unknown>> | undefined): boolean =>
  record?.status === 'queued' || record?.status === 'running';
