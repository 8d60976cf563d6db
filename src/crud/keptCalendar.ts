import { createContext } from 'react';
import type { EntryCalendar } from './dateEntry.ts';

/** The calendar that the user has chosen for the dates of a form with steps. */
export const KeptCalendar = createContext<{
  calendar?: EntryCalendar | undefined;
  onCalendar?(calendar: EntryCalendar): void;
}>({});
