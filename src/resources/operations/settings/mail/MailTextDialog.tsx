import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { useState } from 'react';
import {
  BODY_MAX,
  MAIL_TEXTS,
  type MailText,
  type MailTextList,
  mailTexts,
  SUBJECT_MAX,
  variablesOf,
} from '#schema/mailTexts.ts';
import { ConfirmDialog } from '../../../../crud/ConfirmDialog.tsx';
import { FormDialog } from '../../../../crud/FormDialog.tsx';
import { useSettingsCall } from '../useSettingsCall.ts';
import { MailPreview } from './MailPreview.tsx';

interface Props {
  text: MailText;
  /** The end of every mail in this language. */
  signature: readonly string[];
  onChanged(texts: MailTextList): void;
  onClose(): void;
}

/** A mail's subject and text in one language, with its variables, a preview, and the way back to the original text. */
export function MailTextDialog({ text, signature, onChanged, onClose }: Props) {
  const translate = useTranslate();
  const { isBusy, submit } = useSettingsCall();
  const [input, setInput] = useState({ subject: text.subject, body: text.body });
  // Of the text that is edited: the list may be loaded again meanwhile.
  const [version] = useState(text.updated_at);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isResetting, setResetting] = useState(false);
  const { kind, language } = text;

  const send = async (method: 'PUT' | 'DELETE', done: string, body?: object) => {
    const path = `${MAIL_TEXTS}${kind}/${language}/`;
    const { data, errors: wrong = {} } = await submit<MailTextList>(method, path, body, done, version);
    setResetting(false);
    setErrors(wrong);
    if (!data) return;
    onChanged(data);
    onClose();
  };
  const change = (part: Partial<typeof input>) => {
    setInput({ ...input, ...part });
    setErrors({});
  };
  return (
    <>
      <FormDialog
        title={translate('mailTexts.edit', {
          name: translate(`mailTexts.kind.${kind}.name`),
          language: translate(`mailTexts.language.${language}`),
        })}
        submit={translate('crud.form.save')}
        wide
        busy={isBusy}
        onSubmit={() => void send('PUT', 'mailTexts.saved', input)}
        onClose={onClose}
      >
        <p className="mail-texts-help">{translate(`mailTexts.kind.${kind}.help`)}</p>
        <TextField
          id="mail-subject"
          label={translate('resources.admin/settings.fields.subject')}
          value={input.subject}
          onChange={({ target }) => change({ subject: target.value })}
          error={Boolean(errors.subject)}
          helperText={errors.subject && <ValidationError error={errors.subject} />}
          slotProps={{ htmlInput: { maxLength: SUBJECT_MAX, lang: language } }}
          fullWidth
        />
        <TextField
          id="mail-body"
          label={translate('resources.admin/settings.fields.body')}
          value={input.body}
          onChange={({ target }) => change({ body: target.value })}
          error={Boolean(errors.body)}
          helperText={errors.body ? <ValidationError error={errors.body} /> : translate('mailTexts.bodyHelp')}
          slotProps={{ htmlInput: { maxLength: BODY_MAX, lang: language } }}
          multiline
          minRows={6}
          maxRows={16}
          fullWidth
        />
        <Variables kind={kind} />
        <MailPreview input={input} language={language} signature={signature} />
        {text.is_own && (
          <Button
            color="error"
            className="flush-start mail-texts-reset"
            onClick={() => setResetting(true)}
            disabled={isBusy}
          >
            {translate('mailTexts.reset')}
          </Button>
        )}
      </FormDialog>
      <ConfirmDialog
        open={isResetting}
        title={translate('mailTexts.resetTitle')}
        confirm={translate('mailTexts.reset')}
        danger
        busy={isBusy}
        onConfirm={() => void send('DELETE', 'mailTexts.resetDone')}
        onClose={() => setResetting(false)}
      >
        {translate('mailTexts.resetText')}
      </ConfirmDialog>
    </>
  );
}

function Variables({ kind }: Pick<MailText, 'kind'>) {
  const translate = useTranslate();
  const required: readonly string[] = mailTexts[kind].required;
  return (
    <section aria-labelledby="mail-variables">
      <h3 id="mail-variables" className="mail-texts-heading">
        {translate('mailTexts.variables')}
      </h3>
      <ul className="mail-variables">
        {variablesOf(kind).map((name) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code> {translate(`mailTexts.variable.${name}`)}
            {required.includes(name) && ` (${translate('mailTexts.required')})`}
          </li>
        ))}
      </ul>
    </section>
  );
}
