import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever its clock. */
const TICKS = 100;

/** What a process has used since its start, with its children, and those that have ended. */
export interface Usage {
  /** Seconds of processor time. */
  cpu: number;
  /** Bytes that it gave to the disk. */
  written: number;
}

const NOTHING: Usage = { cpu: 0, written: 0 };
const plus = (a: Usage, b: Usage): Usage => ({ cpu: a.cpu + b.cpu, written: a.written + b.written });
export const minus = (a: Usage, b: Usage): Usage => ({ cpu: a.cpu - b.cpu, written: a.written - b.written });
export const sumOf = (all: readonly Usage[]): Usage => all.reduce(plus, NOTHING);

/** By /proc (Linux). A child that ends meanwhile is counted with its parent then. */
export function usageOf(pid: number): Usage {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
  const stat = read('stat');
  // The name before the last parenthesis may contain blanks. Then come utime, stime and those of ended children.
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  const io = read('io');
  const bytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1] ?? 0);
  const own = {
    cpu: times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS,
    written: bytes('write_bytes') - bytes('cancelled_write_bytes'),
  };
  const children = read(`task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return sumOf([own, ...children.map(usageIfThere)]);
}

function usageIfThere(pid: number): Usage {
  try {
    return usageOf(pid);
  } catch {
    return NOTHING;
  }
}
