import { useQuery } from '@tanstack/react-query';
import { SaveContextProvider, useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { type ProviderSettings, settings } from '#schema/providerSettings.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { asFormError } from '../../../core/envelope.ts';
import { HttpError, http } from '../../../core/http.ts';
import { useLabels } from '../../../core/labels.ts';
import { EntityForm } from '../../../crud/EntityForm.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { CalendarYearsInput } from './CalendarYearsInput.tsx';
import './settings.css';

type Answer = { data: ProviderSettings };
const KEY = [settings.name];
/** The settings for which the generated inputs are enough. */
const plain = [
  ...(['approval_above', 'consecutive_numbers', 'staff_two_factor', 'staff_idle_minutes'] as const),
  ...(['customer_idle_minutes', 'step_up_minutes', 'second_person_above'] as const),
] as const;

/** /admin/settings: settings of the whole server, for administrators. */
export function SettingsPage() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await http.json<Answer>(settings.path, { signal })).data,
  });
  if (!data && !error) return <PageSkeleton />;
  return (
    <div className="settings">
      <PageHeader title={translate('settings.title')} />
      <p>{translate('settings.lead')}</p>
      {data ? (
        <Form current={data} onSaved={() => void refetch()} />
      ) : (
        <LoadFailure what="settings.title" error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

/** The form; untouched fields follow changes made elsewhere. */
function Form({ current, onSaved }: { current: ProviderSettings; onSaved(): void }) {
  const notify = useNotify();
  const labels = useLabels(settings);
  const [saving, setSaving] = useState(false);
  // A new key resets the form to the server's values after saving or discarding.
  const [round, setRound] = useState(0);

  const save = async (values: object): Promise<object | undefined> => {
    setSaving(true);
    try {
      await asFormError(http.json<Answer>(settings.path, { method: 'PUT', body: values }));
      notify('settings.saved', { type: 'success' });
      // Staff without a second factor, possibly including the user, may have to set one up now.
      await refreshProfile();
      onSaved();
      return undefined;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { errors } = error.body;
      if (!errors) notify(error.message, { type: 'error', messageArgs: { _: error.message } });
      return errors ?? { root: error.message };
    } finally {
      setSaving(false);
    }
  };

  return (
    <SaveContextProvider value={{ save, saving, mutationMode: 'pessimistic' }}>
      <EntityForm
        key={round}
        entity={settings}
        mode="update"
        defaults={{ ...current }}
        draftKey={settings.name}
        onCancel={() => setRound(round + 1)}
      >
        {plain.map((name) => {
          const field = settings.fields[name];
          const Input = inputFor(field.kind);
          return <Input key={name} entity={settings} name={name} field={field} />;
        })}
        {/* A server that does not store years sends none. */}
        {current.calendar_years && (
          <CalendarYearsInput source="calendar_years" label={labels.field('calendar_years')} />
        )}
      </EntityForm>
    </SaveContextProvider>
  );
}
