import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {
  Form,
  type RaRecord,
  SaveContextProvider,
  type SaveHandler,
  useRecordContext,
  useRegisterMutationMiddleware,
  useSaveContext,
  useTranslate,
} from 'ra-core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Entity } from '#schema/entity.ts';
import { drafts } from '../core/drafts.ts';
import { isKept } from '../core/notKept.ts';
import { changed } from './changed.ts';
import { FollowRecord, type FormBase } from './FollowRecord.tsx';
import { Forbidden } from './Forbidden.tsx';
import { FormError } from './FormError.tsx';
import { inputFor } from './inputs.tsx';
import { entityResolver } from './resolver.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import './crud.css';

export interface EntityFormProps {
  entity: Entity;
  mode: 'create' | 'update';
  /** What the values are checked and sent by, if that depends on them: the entity is the same for all of them. */
  variant?: Entity | undefined;
  /** Where Cancel leads, or what it does in a form that is part of a page. */
  cancelTo?: string;
  onCancel?(): void;
  /**
   * Called when the form becomes dirty or clean. The listener then asks before leaving; a page can do that only once,
   * however many forms it has.
   */
  onDirty?(isDirty: boolean): void;
  /** Label of the button, if it does something other than save. */
  submit?: string;
  /** Asks before saving changes with consequences, `former` being the record; false keeps the form as it is. */
  confirm?(values: Record<string, unknown>, former?: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Distinguishes the drafts of different records. */
  draftKey: string;
  defaults?: Record<string, unknown>;
  /** Names of the fields to show, in order; defaults to all that the mode may write. */
  fields?: readonly string[];
  /** Replaces the generated inputs. */
  children?: ReactNode;
  /** Names of inputs in the children, beyond the entity's fields, whose errors the children show. */
  shown?: readonly string[];
}

const empty: Partial<Record<string, unknown>> = { boolean: true, references: [], attributes: {} };

/** Default values of a new record, by field kind. */
function emptyRecord(entity: Entity): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(entity.create.shape).map((name) => [name, empty[entity.fields[name]?.kind ?? ''] ?? null]),
  );
}

/** The form of an entity. Must be inside a create or edit context, which saves it. */
export function EntityForm(props: EntityFormProps) {
  const { entity, mode, defaults } = props;
  const names = props.fields ?? Object.keys(entity[mode].shape);
  const record = useRecordContext();
  const current: FormBase | undefined = mode === 'update' ? (record ?? defaults) : undefined;
  const [base, setBase] = useState(current);
  const form = (
    <Form
      resolver={entityResolver(props.variant ?? entity, mode, base)}
      record={base as Partial<RaRecord> | undefined}
      defaultValues={mode === 'create' ? { ...emptyRecord(entity), ...defaults } : undefined}
      disableInvalidFormNotification
      noValidate
      className="crud-form"
    >
      <Draft draftKey={props.draftKey} isNew={mode === 'create'} />
      <FocusFirstError />
      {base && current && (
        <FollowRecord
          entity={entity}
          names={Object.keys(entity[mode].shape)}
          base={base}
          current={current}
          onFollow={setBase}
        />
      )}
      {props.onDirty ? <ReportDirty onDirty={props.onDirty} /> : <Guard />}
      {props.children ??
        names.map((name, index) => {
          const field = entity.fields[name];
          if (!field || !isKept(entity.name, name)) return null;
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
      <FormError shown={props.shown} />
      <Forbidden />
      <FormButtons {...props} />
    </Form>
  );
  return props.confirm ? <Confirmed confirm={props.confirm}>{form}</Confirmed> : form;
}

/** Saves its form only after `confirm` resolves to true. */
function Confirmed({
  confirm,
  children,
}: Required<Pick<EntityFormProps, 'confirm'>> & { children: ReactNode }) {
  const context = useSaveContext();
  const record = useRecordContext();
  const save: SaveHandler<RaRecord> = async (values, options) => {
    // With an error that belongs to no field, the form still counts as unsaved.
    if (!(await confirm({ ...record, ...values }, record))) return { root: 'not confirmed' };
    return context.save?.(values, options);
  };
  return <SaveContextProvider value={{ ...context, save }}>{children}</SaveContextProvider>;
}

/** Save and Cancel; a second click while saving is ignored. */
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

type Save = (
  resource: string,
  params: object,
  next: (resource: string, params: object) => unknown,
) => unknown;

/** Whether the last save failed. react-admin counts a failure without field errors as a submission that succeeded. */
function useHasFailed(): boolean {
  const [hasFailed, setFailed] = useState(false);
  const save = useCallback<Save>(async (resource, params, next) => {
    setFailed(false);
    try {
      return await next(resource, params);
    } catch (error) {
      setFailed(true);
      throw error;
    }
  }, []);
  useRegisterMutationMiddleware(save);
  return hasFailed;
}

/** Whether something was typed after the last save: in a form that stays open, its success says nothing of that. */
function useIsTypedSince(): boolean {
  const { subscribe } = useFormContext();
  const { isSubmitting } = useFormState();
  const [isTyped, setTyped] = useState(false);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ type, isSubmitting }) => type === 'change' && !isSubmitting && setTyped(true),
      }),
    [subscribe],
  );
  useEffect(() => {
    if (isSubmitting) setTyped(false);
  }, [isSubmitting]);
  return isTyped;
}

/** Whether the surrounding form has changes that are not saved. */
function useIsDirty(): boolean {
  const { dirtyFields, isSubmitSuccessful } = useFormState();
  const hasFailed = useHasFailed();
  const isTyped = useIsTypedSince();
  return Object.keys(dirtyFields).length > 0 && (hasFailed || isTyped || !isSubmitSuccessful);
}

/** Asks before the page is left with changes. */
function Guard() {
  const { isSubmitting } = useFormState();
  return <UnsavedGuard active={useIsDirty()} isSaving={isSubmitting} />;
}

/** Reports when the form becomes dirty or clean. */
function ReportDirty({ onDirty }: { onDirty(isDirty: boolean): void }) {
  const isDirty = useIsDirty();
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  return null;
}

/** Focuses the first invalid input after the form was refused by the client or the server. */
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

/** Keeps what is typed through an expired session or a reload, and restores it. */
function Draft({ draftKey, isNew }: { draftKey: string; isNew: boolean }) {
  const translate = useTranslate();
  const { reset, subscribe, getValues, formState } = useFormContext();
  const [isBack, setIsBack] = useState(false);
  const { defaultValues, isReady } = formState;

  useEffect(() => {
    // Before it is ready, the form would overwrite the draft with the record's values.
    if (!isReady) return;
    const draft = drafts.read<Record<string, unknown>>(draftKey);
    if (draft) {
      reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
      setIsBack(true);
    }
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, defaultValues, isDirty }) => {
        // What nobody typed is the record's, which others may change until the draft is back.
        if (isDirty) drafts.keep(draftKey, isNew ? values : changed(values, { ...defaultValues }));
      },
    });
    return () => {
      stop();
      // Leaving inside the console was confirmed or follows saving; an expired session loads a whole page.
      drafts.drop(draftKey);
    };
  }, [draftKey, isNew, isReady, reset, subscribe, getValues]);

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
