/** Whose approval a campaign waits for: a colleague's first, then the provider's. */
export const waitsForChoices = ['colleague', 'provider'] as const;
export type WaitsFor = (typeof waitsForChoices)[number];
