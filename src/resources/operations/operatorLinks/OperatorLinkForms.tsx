import Alert from '@mui/material/Alert';
import { useGetOne, useRecordContext, useTranslate } from 'ra-core';
import { useContext, useEffect, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import { httpDefaults } from '#schema/httpLink.ts';
import {
  type LinkKind,
  linkKinds,
  linkOf,
  newLinkOf,
  type OperatorLink,
  operatorLink,
} from '#schema/operatorLink.ts';
import { offers } from '../../../core/offers.ts';
import { ChoiceCard, ChoiceCards } from '../../../crud/ChoiceCards.tsx';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { HttpFields, SmppFields } from './ConnectionFields.tsx';
import { Field, Group, LinkForm, OperatorsInput } from './LinkFields.tsx';
import { Preset } from './Preset.tsx';
import { TestConnection } from './TestConnection.tsx';
import { useKnownLinks } from './useKnownLinks.ts';

const both = { operators: [], priority: 10, rate: 0 };
const starts = {
  smpp: {
    ...both,
    ...{ host: '', port: 2775, tls: false, system_id: '', system_type: '', tls_ca: '', tls_name: '' },
    ...{ bind_mode: 'transceiver', long_messages: 'udh', message_ids: 'same', window: 100 },
  },
  http: { ...both, ...httpDefaults, window: 10 },
};

/** The form keeps the fields of both kinds, so that a look at the other one costs nothing that was typed. */
const start = { ...starts.http, ...starts.smpp, kind: 'smpp' };

export function OperatorLinkCreate() {
  const [kind, setKind] = useState<LinkKind>('smpp');
  // A server without HTTP links knows no kinds.
  const isOffered = offers('http-operators');
  return (
    <EntityCreate
      entity={operatorLink}
      variant={newLinkOf[kind]}
      defaults={isOffered ? { ...start, ...(offers('viber') && { channel: 'sms' }) } : starts.smpp}
    >
      <FirstLink />
      {isOffered && <Kinds kind={kind} onKind={setKind} />}
      {kind === 'http' && <Preset />}
      <LinkForm value={{ kind, isFixed: false }}>
        <Settings isNew />
      </LinkForm>
    </EntityCreate>
  );
}

export function OperatorLinkEdit() {
  const { id } = useParams();
  // The same record as the form's, so it is requested once.
  const { data } = useGetOne('admin/operator-links', { id: decodeURIComponent(id ?? '') }, { retry: false });
  const kind = (data as OperatorLink | undefined)?.kind === 'http' ? 'http' : 'smpp';
  return (
    <EntityEdit key={kind} entity={linkOf[kind]}>
      <Edited kind={kind} />
    </EntityEdit>
  );
}

function Edited({ kind }: { kind: LinkKind }) {
  const translate = useTranslate();
  const isFixed = (useRecordContext() as OperatorLink | undefined)?.managed_by === 'environment';
  return (
    <LinkForm value={{ kind, isFixed }}>
      {isFixed && (
        <Alert severity="info" variant="outlined">
          {translate('links.environment_note')}
        </Alert>
      )}
      <Settings isNew={false} />
    </LinkForm>
  );
}

function Settings({ isNew }: { isNew: boolean }) {
  const translate = useTranslate();
  const { kind } = useContext(LinkForm);
  return (
    <>
      {isNew && kind === 'http' && offers('viber') && <Field name="channel" />}
      {kind === 'http' ? <HttpFields isNew={isNew} /> : <SmppFields isNew={isNew} />}
      <Group title={translate('linkForms.group.routing')}>
        <OperatorsInput />
        <Field name="priority" />
        {offers('link-routes') && <Field name="weight" />}
      </Group>
      <Group title={translate('linkForms.group.pace')}>
        <Field name="window" />
        <Field name="rate" />
        <Field name="http_timeout" />
      </Group>
      <TestConnection />
    </>
  );
}

function Kinds({ kind, onKind }: { kind: LinkKind; onKind(kind: LinkKind): void }) {
  const translate = useTranslate();
  const { setValue, resetField, clearErrors } = useFormContext();
  const { dirtyFields } = useFormState();
  const chosen = useWatch({ name: 'kind' }) as LinkKind;
  // A restored draft has its own kind.
  useEffect(() => onKind(chosen), [onKind, chosen]);
  const choose = (value: LinkKind) => {
    setValue('kind', value, { shouldDirty: true });
    // An SMPP link has no choice.
    if (value === 'smpp' && offers('viber')) setValue('channel', 'sms');
    if (!dirtyFields.window) resetField('window', { defaultValue: starts[value].window });
    clearErrors();
  };
  return (
    <ChoiceCards legend={translate('linkForms.kind')} wide>
      {linkKinds.map((value) => (
        <ChoiceCard
          key={value}
          group="link-kind"
          value={value}
          chosen={value === kind}
          label={translate(`resources.admin/operator-links.choices.kind.${value}`)}
          note={translate(`linkForms.kinds.${value}`)}
          onChoose={() => choose(value)}
        />
      ))}
    </ChoiceCards>
  );
}

/** Shown before the first link to an operator is saved: from then on campaigns are real. */
function FirstLink() {
  const translate = useTranslate();
  const links = useKnownLinks();
  if (links.length === 0 || links.some(({ is_simulator }) => !is_simulator)) return null;
  return (
    <Alert severity="warning" variant="outlined">
      {translate('links.first_note')}
    </Alert>
  );
}
