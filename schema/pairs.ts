import { z } from 'zod';
import { verbs } from './permissions.ts';

/** Pairs in the form in which they are sent and stored. */
export const pairs = z.array(z.tuple([z.string().max(60), z.enum(verbs)])).max(500);
