import { useTranslate } from 'ra-core';
import { useContext } from 'react';
import { useWatch } from 'react-hook-form';
import { ConnectionField, Field, Group, LinkForm, Password } from './LinkFields.tsx';

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
  const isPost = useWatch({ name: 'http_method' }) !== 'GET';
  const hasPath = Boolean(useWatch({ name: 'http_accepted_path' }));
  const names = OF_MESSAGE.map((name) => `{{${name}}}`).join(' ');
  return (
    <>
      <Group title={translate('linkForms.group.connection')}>
        {isNew && <Field name="name" />}
        <Field name="http_method" />
        <Field name="http_url" />
        <Password isNew={isNew} />
        <Field name="http_headers" />
        {isPost && <Field name="http_body_type" />}
        {isPost && <Field name="http_body" />}
        <p className="link-quiet">{translate('linkForms.placeholders', { names })}</p>
        <Field name="http_phones" />
        <Field name="http_accepted_status" />
        <Field name="http_accepted_path" />
        {hasPath && <Field name="http_accepted_value" />}
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
  const way = useWatch({ name: 'http_receipts' });
  return (
    <Group title={translate('linkForms.group.receipts')}>
      <Field name="http_receipts" />
      {way === 'poll' && <Field name="http_poll_url" />}
      {way === 'poll' && <Field name="http_poll_seconds" />}
      {way === 'callback' && <Field name="http_receipt_id" />}
      {way !== 'none' && <Field name="http_receipt_status" />}
      {way !== 'none' && <Field name="http_receipt_error" />}
      {way === 'callback' && <Field name="http_receipt_phone" />}
      {way !== 'none' && <Field name="http_receipt_words" />}
    </Group>
  );
}
