import { calendarSettings } from '#schema/providerSettings.ts';
import { useLabels } from '../../../core/labels.ts';
import { CalendarYearsInput } from './CalendarYearsInput.tsx';
import { SettingsForm } from './SettingsForm.tsx';

/** Years of Bikram Sambat that were published after this release. */
export function CalendarTab() {
  const labels = useLabels(calendarSettings);
  return (
    <SettingsForm part={calendarSettings}>
      {() => <CalendarYearsInput source="calendar_years" label={labels.field('calendar_years')} />}
    </SettingsForm>
  );
}
