import TextField from '@mui/material/TextField';
import { useNotify, useTranslate, ValidationError } from 'ra-core';
import { useRef, useState } from 'react';
import { latinDigits } from '#schema/phone.ts';
import type { TeamApproval } from '#schema/teamApproval.ts';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';

const MOST = 100_000_000;

/** The number that somebody typed; null if empty, undefined if it is none that the limit can have. */
function limitOf(text: string): number | null | undefined {
  const digits = latinDigits(text).replace(/[\s,]/g, '');
  if (!digits) return null;
  return /^\d{1,9}$/.test(digits) && Number(digits) <= MOST ? Number(digits) : undefined;
}

/** Changes from how many recipients a day on a colleague must approve campaigns; empty: never. */
export function TeamApprovalDialog({
  path,
  above,
  onSaved,
  onClose,
}: {
  path: string;
  above: number | null;
  onSaved(saved: TeamApproval): void;
  onClose(): void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const busy = useRef(false);
  const [text, setText] = useState(above === null ? '' : String(above));
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<HttpError>();
  const [isBusy, setBusy] = useState(false);

  const save = async () => {
    const limit = limitOf(text);
    if (limit === undefined) {
      setError('approval.limitWrong');
      input.current?.focus();
      return;
    }
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const { data } = await http.json<{ data: TeamApproval }>(path, {
        method: 'PUT',
        body: { above: limit },
      });
      onSaved(data);
      notify(translate('approval.limitSaved'), { type: 'success' });
      onClose();
    } catch (problem) {
      const failed = asFailure(problem);
      const field = failed.body.errors?.above?.[0];
      setError(field);
      if (!field) setFailure(failed);
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open
      busy={isBusy}
      title={translate('approval.limit')}
      confirm={translate('approval.save')}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <div className="team-approval-dialog">
        <p>{translate('approval.limitText')}</p>
        <TextField
          inputRef={input}
          label={translate('approval.limitField')}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
          error={Boolean(error)}
          helperText={error ? <ValidationError error={error} /> : translate('approval.limitHelp')}
          disabled={isBusy}
          fullWidth
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 15 } }}
        />
        {failure && <FailureAlert failure={failure} title={translate('approval.limitNotSaved')} />}
      </div>
    </ConfirmDialog>
  );
}
