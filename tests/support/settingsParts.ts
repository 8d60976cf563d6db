import type { Entity } from '#schema/entity.ts';
import { SETTINGS } from '#schema/settingsPart.ts';

const contract = import.meta.glob<Record<string, unknown>>('../../schema/*.ts', { eager: true });

const isPart = (value: unknown): value is Entity =>
  typeof value === 'object' &&
  value !== null &&
  'fields' in value &&
  'name' in value &&
  value.name === SETTINGS;

/** What defines the provider's settings: all of them together, and their parts. */
export const settingsParts: readonly Entity[] = Object.values(contract).flatMap((module) =>
  Object.values(module).filter(isPart),
);
