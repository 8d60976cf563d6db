import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SaveContextProvider, useNotify, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { Entity } from '#schema/entity.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { asFormError } from '../../../core/envelope.ts';
import { HttpError, http } from '../../../core/http.ts';
import { pick } from '../../../core/putBody.ts';
import { changed } from '../../../crud/changed.ts';
import { EntityForm } from '../../../crud/EntityForm.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { metMeanwhile } from './metMeanwhile.ts';

type Values = Record<string, unknown>;
type Answer = { data: Values & { fixed?: readonly string[] } };

interface Props {
  part: Entity;
  /** Replaces the generated inputs. `fixed`: names of fields that the server's environment sets. */
  children?(fixed: readonly string[]): ReactNode;
  /** Key of what is said after saving. */
  savedText?: string;
  /** Called with the settings as they are now, after saving. */
  onSaved?: ((values: Values) => void) | undefined;
  /** Asks before saving changes with consequences; false keeps the form as it is. */
  confirm?: ((values: Values, former: Values) => Promise<boolean>) | undefined;
  /** Whether PUT needs all fields: those that were left alone are sent as the server has them by then. */
  isWhole?: boolean;
}

/** A tab of the provider's settings: the form of a part. A failed save says what is wrong beside its field. */
export function SettingsForm({
  part,
  children,
  savedText = 'settings.saved',
  onSaved,
  confirm,
  isWhole = false,
}: Props) {
  const client = useQueryClient();
  const queryKey = [part.path];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await http.json<Answer>(part.path, { signal })).data,
  });
  if (!data) {
    if (!error) return <PageSkeleton />;
    return <LoadFailure what="settings.title" error={error} onRetry={() => void refetch()} />;
  }
  const { fixed = [], ...current } = data;
  return (
    <Form
      {...{ part, current, savedText, onSaved, confirm, isWhole }}
      onLatest={(latest) => client.setQueryData(queryKey, latest)}
    >
      {children?.(fixed) ??
        Object.keys(part.fields).map((name) => (
          <SettingsInput key={name} part={part} name={name} isFixed={fixed.includes(name)} />
        ))}
    </Form>
  );
}

/** The input of a field, generated if there is none of its own; below it, if so, that it cannot be changed here. */
export function SettingsInput({
  part,
  name,
  isFixed,
  children,
}: Pick<Props, 'part'> & { name: string; isFixed: boolean; children?: ReactNode }) {
  const field = part.fields[name];
  if (!field) return null;
  const Input = inputFor(field.kind);
  return (
    <div>
      {children || <Input entity={part} name={name} field={field} disabled={isFixed} />}
      {isFixed && <FixedNote />}
    </div>
  );
}

/** Below an input that cannot be changed here. */
export function FixedNote() {
  const translate = useTranslate();
  return <p className="settings-fixed">{translate('settings.fixed')}</p>;
}

/**
 * The form; untouched fields follow changes made elsewhere, and are not sent. A field that somebody else has changed, too, is saved
 * only once its reader has seen that.
 */
function Form({
  part,
  current,
  savedText,
  onSaved,
  confirm,
  isWhole,
  onLatest,
  children,
}: Required<Pick<Props, 'part' | 'savedText' | 'isWhole'>> & {
  current: Values;
  onSaved: Props['onSaved'];
  confirm: Props['confirm'];
  /** Takes what the server has by now as what the form was filled from. */
  onLatest(latest: Answer['data']): void;
  children: ReactNode;
}) {
  const notify = useNotify();
  const [saving, setSaving] = useState(false);
  // A new key resets the form to the server's values after discarding.
  const [round, setRound] = useState(0);

  const save = async (values: Values): Promise<object | undefined> => {
    setSaving(true);
    try {
      const own = changed(values, current);
      const { data: latest } = await http.json<Answer>(part.path);
      const met = await metMeanwhile(part, own, current, latest);
      if (met) {
        onLatest(latest);
        return met;
      }
      const body = isWhole ? { ...pick(latest, Object.keys(values)), ...own } : own;
      const { data } = await asFormError(http.json<Answer>(part.path, { method: 'PUT', body }));
      // At once, so that what is typed next is compared with this.
      onLatest(data);
      onSaved?.(data);
      notify(savedText, { type: 'success' });
      // Staff without a second factor, possibly including the user, may have to set one up now.
      await refreshProfile();
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
        entity={part}
        mode="update"
        defaults={current}
        draftKey={part.path}
        onCancel={() => setRound(round + 1)}
        {...(confirm && { confirm: (values: Values) => confirm(values, current) })}
      >
        {children}
      </EntityForm>
    </SaveContextProvider>
  );
}
