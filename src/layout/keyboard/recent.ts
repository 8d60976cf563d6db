import { drafts } from '../../core/drafts.ts';
import type { Command } from './commands.ts';

const KEY = 'palette:recent';
const KEPT = 5;

/** What is stored of a command: a screen or action is looked up again by its id, a record is not. */
type Kept = Pick<Command, 'id' | 'label' | 'hint' | 'to'>;

const isRecord = ({ id }: Pick<Command, 'id'>): boolean => id.startsWith('record:');

/**
 * Recent choices, kept in this tab until signing out: names of customers must not stay in a browser that somebody else may
 * use next.
 */
export const recent = {
  read(all: readonly Command[], canOpen: (route: string) => boolean): Command[] {
    const known = new Map(all.map((command) => [command.id, command]));
    return (drafts.read<Kept[]>(KEY) ?? []).flatMap((kept): Command[] => {
      const command = known.get(kept.id);
      if (command) return [{ ...command, group: 'recent' }];
      const mayStill = isRecord(kept) && canOpen(kept.id.split(':')[1] ?? '');
      return mayStill ? [{ ...kept, group: 'recent', names: [kept.label] }] : [];
    });
  },
  add({ id, label, hint, to }: Command): void {
    if (id.startsWith('all:') || id === 'action:signOut') return;
    const kept: Kept = isRecord({ id }) ? { id, label, hint, to } : { id, label: '' };
    const others = (drafts.read<Kept[]>(KEY) ?? []).filter((other) => other.id !== id);
    drafts.keep(KEY, [kept, ...others].slice(0, KEPT));
  },
};
