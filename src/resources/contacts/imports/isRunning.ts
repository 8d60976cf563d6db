/** Whether an import still has work before it. */
export const isRunning = (record: Readonly<Record<string, unknown>> | undefined): boolean =>
  record?.status === 'queued' || record?.status === 'running';
