import { z } from 'zod';
import { verbs } from './permissions.ts';

/** Pairs as they are sent and kept. */
export const pairs = z.array(z.tuple([z.string().max(60), z.enum(verbs)])).max(500);
