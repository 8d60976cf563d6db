import { z } from 'zod';

/** Kinds of local level, the largest first. */
export const localLevels = ['metropolitan', 'sub_metropolitan', 'municipality', 'rural'] as const;

const place = { id: z.int(), name: z.string(), name_ne: z.string() };

export const province = z.object(place);
export const district = z.object({ ...place, province: z.int() });
/** A local level of any kind; its wards are numbered from 1. */
export const municipality = z.object({
  ...place,
  district: z.int(),
  level: z.enum(localLevels),
  wards: z.int(),
});
export type Province = z.infer<typeof province>;
export type District = z.infer<typeof district>;
export type Municipality = z.infer<typeof municipality>;

/** Nepal's 7 provinces, 77 districts (`?province=`) and 753 local levels (`?district=`), as `{"data": [...]}`. */
export const LOCATIONS_PATH = '/v1/core/locations/';
