import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {
  Form,
  type RaRecord,
  SaveContextProvider,
  type SaveHandler,
  useRecordContext,
  useSaveContext,
  useTranslate,
} from 'ra-core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Entity } from '#schema/entity.ts';
import { drafts } from '../core/drafts.ts';
import { FollowRecord, type FormBase } from './FollowRecord.tsx';
import { inputFor } from './inputs.tsx';
import { entityResolver } from './resolver.ts';
import './crud.css';

export interface EntityFormProps {
  entity: Entity;
  mode: 'create' | 'update';
  /** Where Cancel goes; or what it does, in a form that is part of a page. */
  cancelTo?: string;
  onCancel?(): void;
  /**
   * Hears whether there is something typed that is not saved. Who listens asks before it is left behind: a
   * page can do that only once, however many forms it has.
   */
  onDirty?(isDirty: boolean): void;
  /** The words of its button, where it does not save but, say, asks. */
  submit?: string;
  /** Asks before the record, with what is typed, is saved, where that counts; false leaves everything as it is typed. */
  confirm?(values: Record<string, unknown>): Promise<boolean>;
  /** Tells apart the drafts of two records. */
  draftKey: string;
  defaults?: Record<string, unknown>;
  /** Names of the fields to show, in order; all that the mode may write otherwise. */
  fields?: readonly string[];
  /** Instead of the generated inputs. */
  children?: ReactNode;
}

const empty: Partial<Record<string, unknown>> = { boolean: true, references: [], attributes: {} };

/** Values to start a new record with, by the kinds of its fields. */
function emptyRecord(entity: Entity): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(entity.create.shape).map((name) => [name, empty[entity.fields[name]?.kind ?? ''] ?? null]),
  );
}

/** The form of an entity. Stands inside a create or edit context, which saves it. */
export function EntityForm(props: EntityFormProps) {
  const { entity, mode, defaults } = props;
  const names = props.fields ?? Object.keys(entity[mode].shape);
  const record = useRecordContext();
  const current: FormBase | undefined = mode === 'update' ? (record ?? defaults) : undefined;
  const [base, setBase] = useState(current);
  const form = (
    <Form
      resolver={entityResolver(entity, mode)}
      record={base as Partial<RaRecord> | undefined}
      defaultValues={mode === 'create' ? { ...emptyRecord(entity), ...defaults } : undefined}
      warnWhenUnsavedChanges={!props.onDirty}
      disableInvalidFormNotification
      noValidate
      className="crud-form"
    >
      <Draft draftKey={props.draftKey} />
      <FocusFirstError />
      {base && current && (
        <FollowRecord
          names={Object.keys(entity[mode].shape)}
          base={base}
          current={current}
          onFollow={setBase}
        />
      )}
      {props.onDirty && <ReportDirty onDirty={props.onDirty} />}
      {props.children ??
        names.map((name, index) => {
          const field = entity.fields[name];
          if (!field) return null;
          const Input = inputFor(field.kind);
          return (
            <Input
              key={name}
              entity={entity}
              name={name}
              field={field}
              autoFocus={mode === 'create' && index === 0}
            />
          );
        })}
      <FormButtons {...props} />
    </Form>
  );
  return props.confirm ? <Confirmed confirm={props.confirm}>{form}</Confirmed> : form;
}

/** Saves what is inside only after `confirm` has said yes. */
function Confirmed({
  confirm,
  children,
}: Required<Pick<EntityFormProps, 'confirm'>> & { children: ReactNode }) {
  const context = useSaveContext();
  const record = useRecordContext();
  const save: SaveHandler<RaRecord> = async (values, options) => {
    // An error of no field: the form still counts as not saved.
    if (!(await confirm({ ...record, ...values }))) return { root: 'not confirmed' };
    return context.save?.(values, options);
  };
  return <SaveContextProvider value={{ ...context, save }}>{children}</SaveContextProvider>;
}

/** Save and Cancel; a second press while saving does nothing. */
function FormButtons({
  cancelTo = '..',
  onCancel,
  submit,
}: Pick<EntityFormProps, 'cancelTo' | 'onCancel' | 'submit'>) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { saving } = useSaveContext();
  const { isSubmitting } = useFormState();
  const isBusy = Boolean(saving) || isSubmitting;
  return (
    <div className="crud-form-buttons">
      <Button type="submit" variant="contained" disabled={isBusy}>
        {isBusy ? translate('crud.form.saving') : (submit ?? translate('crud.form.save'))}
      </Button>
      <Button onClick={onCancel ?? (() => navigate(cancelTo))}>{translate('crud.form.cancel')}</Button>
    </div>
  );
}

/** Says when something is typed that is not saved, and when no longer. */
function ReportDirty({ onDirty }: { onDirty(isDirty: boolean): void }) {
  const { dirtyFields, isSubmitSuccessful } = useFormState();
  const isDirty = Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful;
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  return null;
}

/** Brings the first wrong input into focus when the form was refused, here or by the server. */
function FocusFirstError() {
  const { submitCount, isSubmitting, errors } = useFormState();
  const handled = useRef(0);
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isSubmitting || submitCount === handled.current) return;
    handled.current = submitCount;
    if (Object.keys(errors).length === 0) return;
    const form = anchor.current?.closest('form');
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting, errors]);
  return <span ref={anchor} hidden />;
}

/** Keeps what is typed through a broken session or a reload, and gives it back. */
function Draft({ draftKey }: { draftKey: string }) {
  const translate = useTranslate();
  const { reset, subscribe, getValues, formState } = useFormContext();
  const [isBack, setIsBack] = useState(false);
  const { defaultValues, isReady } = formState;

  useEffect(() => {
    // Before it is ready, the form would put the record's values over the draft's.
    if (!isReady) return;
    const draft = drafts.read<Record<string, unknown>>(draftKey);
    if (draft) {
      reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
      setIsBack(true);
    }
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty) drafts.keep(draftKey, values);
      },
    });
    return () => {
      stop();
      // Leaving inside the console was confirmed, or follows saving; a broken session loads a whole page.
      drafts.drop(draftKey);
    };
  }, [draftKey, isReady, reset, subscribe, getValues]);

  if (!isBack) return null;
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button
          color="inherit"
          onClick={() => {
            drafts.drop(draftKey);
            reset(defaultValues);
            setIsBack(false);
          }}
        >
          {translate('crud.form.discard')}
        </Button>
      }
    >
      {translate('crud.form.draft')}
    </Alert>
  );
}
