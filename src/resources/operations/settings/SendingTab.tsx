import { sendingSettings } from '#schema/providerSettings.ts';
import { QuietHoursInput } from './QuietHoursInput.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsGroups } from './SettingsGroups.tsx';

const groups: Readonly<Record<string, readonly (keyof typeof sendingSettings.fields)[]>> = {
  review: ['approval_above', 'consecutive_numbers'],
  delivery: ['quiet_hours', 'validity_hours'],
  urgent: ['urgent_max', 'urgent_daily'],
  trial: ['trial_enabled', 'trial_sender', 'trial_messages'],
  retention: ['message_months'],
};

/** When campaigns need approval or are flagged, when messages are sent, the free trial, and how long messages are kept. */
export const SendingTab = () => (
  <SettingsForm part={sendingSettings}>
    {(fixed) => (
      <SettingsGroups
        part={sendingSettings}
        groups={groups}
        at="sending"
        fixed={fixed}
        input={(name, isFixed) =>
          name === 'quiet_hours' && (
            <QuietHoursInput
              entity={sendingSettings}
              name={name}
              field={sendingSettings.fields.quiet_hours}
              disabled={isFixed}
            />
          )
        }
      />
    )}
  </SettingsForm>
);
