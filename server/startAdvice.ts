import { reasonOf } from './services/platform/databaseNeeds.ts';

/** What the server's administrator can do about ports that cannot be opened. */
const PORTS: Record<string, string> = {
  EADDRINUSE: 'Another program has this port: end it, or set PORT or SIMULATOR_PORT to another one.',
  EACCES: 'Ports below 1024 are for administrators: set PORT to a higher one.',
};

/** Why the server cannot start and what to do, from the error that ended the start; null if the error says it. */
export function startAdvice(error: unknown): string | null {
  const { syscall, code = '' } = (error ?? {}) as { syscall?: string; code?: string };
  return (syscall === 'listen' && PORTS[code]) || reasonOf(error);
}
