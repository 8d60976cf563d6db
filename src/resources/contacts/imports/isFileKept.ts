import { FILE_DAYS } from '#schema/fileDays.ts';
import { now } from '../../../core/clock.ts';

const DAY_MS = 86_400_000;

/** Whether the server still has the file of an import: it is deleted some days after the import has ended. */
export const isFileKept = ({ finished_at }: Readonly<Record<string, unknown>>): boolean =>
  typeof finished_at !== 'string' || Date.parse(finished_at) + FILE_DAYS * DAY_MS > now();
