import { securitySettings } from '#schema/providerSettings.ts';
import { SettingsForm } from './SettingsForm.tsx';

/** Sessions, two-factor sign-in, and what needs a proof or a second person. */
export const SecurityTab = () => <SettingsForm part={securitySettings} />;
