import type { AddedYear } from '#schema/bikramSambat.ts';

let years: readonly AddedYear[] = [];

const isYear = (value: AddedYear | null): boolean =>
  Number.isInteger(value?.year) && Array.isArray(value?.months) && value.months.every(Number.isInteger);

/** The Bikram Sambat years that the server's administrators added, from the profile. Other APIs have none. */
export const calendarYears = {
  get: (): readonly AddedYear[] => years,
  set(added: readonly AddedYear[] | null | undefined): void {
    years = Array.isArray(added) ? added.filter(isYear) : [];
  },
};
