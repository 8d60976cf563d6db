import { useTranslate } from 'ra-core';
import { useContext } from 'react';
import { useWatch } from 'react-hook-form';
import { applies } from './applies.ts';
import { ConnectionField, Field, Group, LinkForm, type Name, Password } from './LinkFields.tsx';

/** The fields of an SMPP connection. */
export function SmppFields({ isNew }: { isNew: boolean }) {
  const translate = useTranslate();
  const { isFixed } = useContext(LinkForm);
  return (
    <Group title={translate('linkForms.group.connection')}>
      {isNew && <Field name="name" autoFocus />}
      <ConnectionField name="host" />
      <ConnectionField name="port" />
      <ConnectionField name="tls" />
      <Certificate />
      <ConnectionField name="system_id" />
      {!isFixed && <Password isNew={isNew} />}
      <ConnectionField name="system_type" />
      <ConnectionField name="bind_mode" />
      <ConnectionField name="long_messages" />
      <ConnectionField name="message_ids" />
    </Group>
  );
}

/** How the operator is verified on an encrypted link. */
function Certificate() {
  const isEncrypted = useWatch({ name: 'tls' });
  if (!isEncrypted) return null;
  return (
    <>
      <ConnectionField name="tls_ca" />
      <ConnectionField name="tls_name" />
    </>
  );
}

const OF_MESSAGE = ['to', 'text', 'sender', 'id', 'callback', 'secret'];

/** The fields of an HTTP connection: the request, and what its answer means. */
export function HttpFields({ isNew }: { isNew: boolean }) {
  const translate = useTranslate();
  const names = OF_MESSAGE.map((name) => `{{${name}}}`).join(' ');
  return (
    <>
      <Group title={translate('linkForms.group.connection')}>
        {isNew && <Field name="name" />}
        <Field name="http_method" />
        <Field name="http_url" />
        <Password isNew={isNew} />
        <Field name="http_headers" />
        <Applying name="http_body_type" />
        <Applying name="http_body" />
        <p className="link-quiet">{translate('linkForms.placeholders', { names })}</p>
        <Field name="http_phones" />
        <Field name="http_accepted_status" />
        <Field name="http_accepted_path" />
        <Applying name="http_accepted_value" />
        <Field name="http_refused_path" />
        <Field name="http_id_path" />
        <Field name="http_error_path" />
        <Field name="http_retry_values" />
        <Field name="http_check_url" />
      </Group>
      <Receipts />
    </>
  );
}

/** How an HTTP operator reports results. */
function Receipts() {
  const translate = useTranslate();
  return (
    <Group title={translate('linkForms.group.receipts')}>
      <Field name="http_receipts" />
      {ofReceipts.map((name) => (
        <Applying key={name} name={name} />
      ))}
    </Group>
  );
}

const ofReceipts = [
  ...(['http_poll_url', 'http_poll_seconds', 'http_receipt_id', 'http_receipt_status'] as const),
  ...(['http_receipt_error', 'http_receipt_phone', 'http_receipt_words'] as const),
];

/** A field that is shown while it counts with the others. */
function Applying({ name }: { name: Name }) {
  const [http_method, http_accepted_path, http_receipts] = useWatch({
    name: ['http_method', 'http_accepted_path', 'http_receipts'],
  });
  return applies(name, { http_method, http_accepted_path, http_receipts }) ? <Field name={name} /> : null;
}
