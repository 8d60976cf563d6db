import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useNotify, useRefresh, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { approvalStates, approvingOperators } from '#schema/approvingOperators.ts';
import type { SenderRequest } from '#schema/senderIdentity.ts';
import { hasPermission } from '../../../core/access.ts';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { DocumentInput } from '../../../crud/DocumentInput.tsx';
import { FormDialog } from '../../../crud/FormDialog.tsx';
import { senderQueue } from './queue.ts';
import './approvals.css';

const REFERENCE_MAX = 100;

/** Edits the operators' approvals of a sender ID, for staff who decide on them. Absent for a rejected one. */
export function EditApprovals({ request }: { request: SenderRequest }) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (request.status === 'rejected' || !hasPermission(senderQueue.decide) || !offers('sender-standing'))
    return null;
  return (
    <>
      <Button size="small" className="flush-start" startIcon={<EditOutlined />} onClick={() => setOpen(true)}>
        {translate('reviews.approvals.edit')}
      </Button>
      {isOpen && <ApprovalsDialog request={request} onClose={() => setOpen(false)} />}
    </>
  );
}

function ApprovalsDialog({ request, onClose }: { request: SenderRequest; onClose(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const operators = useOperatorNames();
  const [failure, setFailure] = useState<HttpError>();
  const [isBusy, setBusy] = useState(false);
  const [rows, setRows] = useState(() =>
    approvingOperators.map((operator) => {
      const known = request.approvals?.find((one) => one.operator === operator);
      const { status = '', reference, document = null } = known ?? {};
      const seen = known ? { status: known.status, reference: reference ?? null, document } : null;
      return { operator, status, reference: reference ?? '', document, stored: document, seen };
    }),
  );
  const [opened] = useState(rows);
  // The inputs say it after every render, so it is no state.
  const uploading = useRef(new Set<string>());
  const edit = (
    operator: string,
    change: { status?: string; reference?: string; document?: string | null },
  ) =>
    setRows((all) =>
      all.map((row) => (row.operator === operator ? ({ ...row, ...change } as typeof row) : row)),
    );

  async function send(): Promise<void> {
    if (uploading.current.size > 0) return notify('document.wait', { type: 'warning' });
    // A colleague may have recorded others meanwhile. Rows that were edited are other objects.
    const changed = rows
      .filter((row) => !opened.includes(row))
      .map(({ operator, status, reference, document, stored, seen }) =>
        status === ''
          ? { operator, status: null, seen }
          : { operator, status, reference, ...(document !== stored && { document }), seen },
      );
    if (changed.length === 0) return onClose();
    setFailure(undefined);
    setBusy(true);
    try {
      await http.json(`${senderQueue.entity.path}${request.uuid}/approvals/`, {
        method: 'PUT',
        body: { changed },
      });
      notify('reviews.approvals.saved', { type: 'success' });
      refresh();
      onClose();
    } catch (error) {
      setFailure(asFailure(error));
      // The page behind the dialog shows what a colleague has recorded.
      refresh();
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={translate('reviews.approvals.title', { name: request.name })}
      submit={translate('reviews.approvals.save')}
      busy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {rows.map(({ operator, status, reference, document }) => (
        <fieldset key={operator} className="approvals-form" disabled={isBusy}>
          <legend>{operators.name(operator)}</legend>
          <TextField
            select
            size="small"
            label={translate('reviews.approvals.status')}
            value={status}
            onChange={({ target }) => edit(operator, { status: target.value })}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            <option value="">{translate('profile.sender.approvals.none')}</option>
            {approvalStates.map((state) => (
              <option key={state} value={state}>
                {translate(`profile.sender.approvals.${state}`)}
              </option>
            ))}
          </TextField>
          <TextField
            size="small"
            label={translate('reviews.approvals.reference')}
            value={reference}
            onChange={({ target }) => edit(operator, { reference: target.value })}
            disabled={isBusy || status === ''}
            slotProps={{ htmlInput: { maxLength: REFERENCE_MAX, autoComplete: 'off' } }}
          />
          {status !== '' && (
            <DocumentInput
              value={document}
              onChange={(uuid) => edit(operator, { document: uuid })}
              label={translate('reviews.approvals.document')}
              showStored
              disabled={isBusy}
              onBusy={(busy) => {
                if (busy) uploading.current.add(operator);
                else uploading.current.delete(operator);
              }}
            />
          )}
        </fieldset>
      ))}
    </FormDialog>
  );
}
