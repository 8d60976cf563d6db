import { sendingSettings } from '#schema/providerSettings.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsGroups } from './SettingsGroups.tsx';

const groups: Readonly<Record<string, readonly (keyof typeof sendingSettings.fields)[]>> = {
  review: ['approval_above', 'consecutive_numbers'],
  trial: ['trial_enabled', 'trial_sender', 'trial_messages'],
  retention: ['message_months'],
};

/** When campaigns need approval or are flagged, the free trial, and how long messages are kept. */
export const SendingTab = () => (
  <SettingsForm part={sendingSettings}>
    {(fixed) => <SettingsGroups part={sendingSettings} groups={groups} at="sending" fixed={fixed} />}
  </SettingsForm>
);
