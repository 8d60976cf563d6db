import { sendingSettings } from '#schema/providerSettings.ts';
import { SettingsForm } from './SettingsForm.tsx';

/** When campaigns need approval or are flagged. */
export const SendingTab = () => <SettingsForm part={sendingSettings} />;
