/** The smallest and the largest uuid (RFC 9562). */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';
export const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const filled = (at: number, fill: string): string =>
  Math.max(0, at).toString(16).padStart(12, '0') + fill.replaceAll('-', '').slice(12);
const dashed = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** A uuid below all UUIDv7s of this millisecond and later. */
export const lowestAt = (at: number): string => dashed(filled(at, NIL_UUID));
/** A uuid above all UUIDv7s of this millisecond and earlier. */
export const highestAt = (at: number): string => dashed(filled(at, MAX_UUID));
