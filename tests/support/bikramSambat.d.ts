/** What the tests use of two libraries for Bikram Sambat whose types TypeScript does not find. */
declare module 'bikram-sambat' {
  const sambat: {
    daysInMonth(year: number, month: number): number;
    toBik_euro(iso: string): string;
    toGreg_text(year: number, month: number, day: number): string;
  };
  export default sambat;
}

declare module '@remotemerge/nepali-date-converter' {
  export default class DateConverter {
    constructor(iso: string);
    toBs(): { year: number; month: number; date: number };
  }
}
