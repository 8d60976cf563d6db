import { screen } from '../../start/screen.ts';

/** Loaded only where something is wrong. */
export const healthAlert = screen(() => import('./HealthAlert.tsx').then((m) => m.HealthAlert), ['health']);
