/** What the tests use of a second library for Bikram Sambat, which has no types of its own. */
declare module 'bikram-sambat' {
  const sambat: {
    daysInMonth(year: number, month: number): number;
    toBik_euro(iso: string): string;
    toGreg_text(year: number, month: number, day: number): string;
  };
  export default sambat;
}
