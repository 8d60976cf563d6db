import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useNotify, useRefresh, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { type Kyc, type KycInput, kycCorrected } from '#schema/kyc.ts';
import { REASON_MAX } from '#schema/reasonMax.ts';
import { hasPermission } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { FormDialog } from '../../../crud/FormDialog.tsx';
import { useReason } from '../../../crud/useReason.ts';
import { onWritten } from '../../../layout/onWritten.ts';
import { checked, initialValues, type Name, type Values } from './form.ts';
import { kycQueue } from './reviews.ts';
import { TypedFields } from './StepFields.tsx';

const kyc = entityOf('kyc');
const steps = ['who', 'document', 'address'] as const;
const isCorrected = (name: string): name is (typeof kycCorrected)[number] =>
  kycCorrected.some((one) => one === name);

/** Corrects typing errors in a pending or approved record, for staff who decide. */
export function KycCorrect({ record, onCorrected }: { record: Kyc & { id: string }; onCorrected(): void }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (record.status === 'rejected' || !hasPermission(kycQueue.decide) || !offers('kyc-corrections'))
    return null;
  return (
    <>
      <Button variant="outlined" startIcon={<EditOutlined />} onClick={() => setOpen(true)}>
        {translate('reviews.correct.button')}
      </Button>
      {isOpen && <CorrectDialog record={record} onCorrected={onCorrected} onClose={() => setOpen(false)} />}
    </>
  );
}

function CorrectDialog({
  record,
  onCorrected,
  onClose,
}: {
  record: Kyc;
  onCorrected(): void;
  onClose(): void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  // The record as it was when the dialog was opened: the page keeps refreshing it.
  const [seen] = useState(record);
  const form = useForm<Values>({ defaultValues: initialValues(seen, null) });
  const reason = useReason(translate('reviews.correct.reasonHelp'));
  const [failure, setFailure] = useState<HttpError>();
  const [isBusy, setBusy] = useState(false);
  const fields = useRef<HTMLDivElement>(null);

  const mark = (problems: Readonly<Record<string, string>>): boolean => {
    const wrong = Object.keys(problems).filter(isCorrected);
    for (const name of wrong) form.setError(name as Name, { type: 'schema', message: problems[name] });
    // Wait until the errors are drawn.
    if (wrong.length > 0)
      requestAnimationFrame(() =>
        fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
    return wrong.length > 0;
  };

  async function send(): Promise<void> {
    form.clearErrors();
    setFailure(undefined);
    const { problems, body } = checked(form.getValues(), seen.type);
    if (mark(problems)) return;
    const why = reason.take();
    if (!body || !why) return;
    setBusy(true);
    try {
      const right = corrected(body);
      const answer = await http.json(`${kyc.path}${seen.uuid}/`, {
        method: 'PUT',
        body: { ...right, reason: why, updated_at: seen.updated_at },
      });
      onWritten(kyc, { uuid: seen.uuid, ...right }, answer);
      notify('reviews.correct.done', { type: 'success' });
      refresh();
      onCorrected();
      onClose();
    } catch (error) {
      const failed = asFailure(error);
      const fieldErrors = Object.entries(failed.body.errors ?? {}).map(([name, texts]) => [
        name,
        texts.join(' '),
      ]);
      if (!mark(Object.fromEntries(fieldErrors))) setFailure(failed);
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={translate('reviews.correct.title', { name: seen.company_name || seen.name })}
      submit={translate('reviews.correct.save')}
      busy={isBusy}
      failure={failure}
      wide
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p className="kyc-hint">{translate('reviews.correct.text')}</p>
      <FormProvider {...form}>
        <div className="kyc-correct" ref={fields}>
          {steps.map((step) => (
            <fieldset key={step} disabled={isBusy}>
              <legend className="kyc-correct-part">{translate(`kyc.part.${step}`)}</legend>
              <TypedFields step={step} type={seen.type} documentType={seen.document_type} />
            </fieldset>
          ))}
        </div>
      </FormProvider>
      <TextField
        label={translate('reviews.correct.reason')}
        {...reason.field}
        disabled={isBusy}
        slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
      />
    </FormDialog>
  );
}

const corrected = (body: KycInput) =>
  Object.fromEntries(kycCorrected.map((name) => [name, body[name] ?? null]));
