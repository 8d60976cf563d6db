/** Stands for a number that was erased, in messages and wherever else it was. */
export const ERASED = 'erased';

/** The steps of an erasure (erasure.ts). */
export const ERASURE_STEPS = 6;
