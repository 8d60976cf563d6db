import { Problem } from '../services/platform/problem.ts';

/** Field and message for a violated unique constraint. */
export interface Unique {
  field: string;
  message: string;
}

/** The result of a write. Throws `invalid` for the field if it violates a unique constraint. */
export async function uniquely<T>(unique: Unique | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isUnique = (error as { code?: string }).code === '23505';
    if (!isUnique || !unique) throw error;
    const { field, message } = unique;
    throw new Problem('invalid', message, { errors: { [field]: [message] } });
  }
}
