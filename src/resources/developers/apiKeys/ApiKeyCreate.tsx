import Button from '@mui/material/Button';
import { SaveContextProvider, useCreatePath, useGetList, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type ApiKey, apiKey, type NewApiKey } from '#schema/apiKey.ts';
import { allows } from '#schema/permissions.ts';
import { type SenderIdentity, senderIdentity } from '#schema/senderIdentity.ts';
import { createCreations } from '../../../core/creations.ts';
import { HttpError, http } from '../../../core/http.ts';
import { useLabels } from '../../../core/labels.ts';
import { ChecksInput } from '../../../crud/ChecksInput.tsx';
import { EntityForm } from '../../../crud/EntityForm.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { Secret } from '../../../crud/Secret.tsx';
import { useFormSave } from '../../../crud/useFormSave.ts';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';
import { CodeTabs } from '../CodeTabs.tsx';
import { DocsLinks } from '../DocsLinks.tsx';
import { useFocusFromTop } from '../useFocusFromTop.ts';
import { AddressesInput } from './AddressesInput.tsx';
import { ProveSelf, proofIn } from './ProveSelf.tsx';
import { pairOf, SENDING, useChoices, wordOf } from './pairWords.ts';
import { RevokeButton } from './RevokeButton.tsx';
import { keySamples } from './samples.ts';
import './apiKeys.css';

const { name, expires_at } = apiKey.fields;
const NameInput = inputFor(name.kind);
const ExpiryInput = inputFor(expires_at.kind);

/** Outlives the page, so that a form that is opened again does not create a second key after a lost answer. */
const { createOnce } = createCreations();

/** Creates a key and then shows its secret, only this once. */
export function ApiKeyCreate() {
  const translate = useTranslate();
  const labels = useLabels(apiKey);
  const createPath = useCreatePath();
  const choices = useChoices();
  const [made, setMade] = useState<NewApiKey>();
  const [known, setKnown] = useState<Known>();
  const form = useRef<HTMLDivElement>(null);
  const create = async (values: Record<string, unknown>): Promise<NewApiKey> => {
    setKnown(undefined);
    const { password, code, passkey, ...key } = values;
    // A code differs each time, so the key is recognised without it.
    const send = async (idempotencyKey: string) => {
      const body = { ...key, password, code, passkey };
      return (await http.json<{ data: NewApiKey }>(apiKey.path, { body, idempotencyKey })).data;
    };
    try {
      return await createOnce(apiKey.path, key, send);
    } catch (error) {
      if (isAlreadyCreated(error)) {
        // It was revoked meanwhile, on its own page: this attempt asks for a new one.
        if (!error.body.data.is_active) return create(values);
        setKnown({ made: error.body.data, failure: error });
        // Told above the button with what to do, so not as a toast.
        error.body.errors = { root: [error.message] };
      }
      throw error;
    }
  };
  const { save, saving } = useFormSave(apiKey, create, setMade);
  const list = createPath({ resource: apiKey.name, type: 'list' });
  if (made) return <Made made={made} list={list} />;
  const offered = choices.flatMap(({ checks }) => checks.map(({ value }) => value));
  const first = SENDING.map(wordOf).filter((word) => offered.includes(word));
  return (
    <SaveContextProvider
      value={{
        save: (values: object) => save({ ...values, ...proofIn(form.current) }),
        saving,
        mutationMode: 'pessimistic',
      }}
    >
      <PageHeader
        title={translate('crud.list.add', { name: labels.inline(1) })}
        back={{ to: list, label: translate('crud.show.back', { name: labels.inline(2) }) }}
      />
      <div ref={form}>
        <EntityForm
          entity={apiKey}
          mode="create"
          cancelTo={list}
          draftKey={`${apiKey.name}/create`}
          defaults={{ pairs: first.map(pairOf), addresses: [] }}
          submit={translate('apiKey.make')}
          shown={['password', 'code']}
        >
          <NameInput entity={apiKey} name="name" field={name} autoFocus />
          <ChecksInput
            source="pairs"
            label={labels.field('pairs')}
            help={labels.help('pairs')}
            groups={choices}
            read={wordOf}
            write={pairOf}
          />
          <AddressesInput />
          <ExpiryInput entity={apiKey} name="expires_at" field={expires_at} />
          <ProveSelf />
          {known && <AlreadyCreated {...known} onRevoked={() => setKnown(undefined)} />}
        </EntityForm>
      </div>
    </SaveContextProvider>
  );
}

interface Known {
  made: ApiKey;
  failure: HttpError;
}
const isAlreadyCreated = (error: unknown): error is HttpError & { body: { data: ApiKey } } =>
  error instanceof HttpError && error.code === 'already_created';

/** An earlier attempt created the key, but its answer with the secret was lost. */
function AlreadyCreated({ made, failure, onRevoked }: Known & { onRevoked(): void }) {
  const translate = useTranslate();
  return (
    <FailureAlert failure={failure} severity="warning" title={translate('apiKey.knownTitle')}>
      <p className="api-key-known">
        {translate('apiKey.knownText', { name: made.name, prefix: made.prefix })}
      </p>
      <RevokeButton record={made} onRevoked={onRevoked} />
    </FailureAlert>
  );
}

function Made({ made, list }: { made: NewApiKey; list: string }) {
  const translate = useTranslate();
  const card = useFocusFromTop();
  const sends = allows(made.pairs, ['bulk-sms', 'post']);
  const { data } = useGetList<SenderIdentity & { id: string }>(
    senderIdentity.name,
    { filter: { status: 'approved' }, pagination: { page: 1, perPage: 1 } },
    { enabled: sends },
  );
  const sender = data?.[0]?.uuid;
  return (
    <>
      <PageHeader title={translate('apiKey.made', { name: made.name })} />
      <div className="crud-card api-key-made" ref={card} tabIndex={-1}>
        <Secret label={translate('apiKey.secret')} secret={made.secret} />
        <h2>{translate('apiKey.try')}</h2>
        <p>{translate(sends && sender ? 'apiKey.trySend' : 'apiKey.tryRead')}</p>
        <CodeTabs
          label={translate('developers.samples')}
          samples={keySamples(made.secret, made.pairs, sender)}
        />
        <DocsLinks />
        <div>
          <Button variant="contained" component={Link} to={list}>
            {translate('apiKey.kept')}
          </Button>
        </div>
      </div>
    </>
  );
}
