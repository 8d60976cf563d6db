import Button from '@mui/material/Button';
import { CreateBase, useCreatePath, useTranslate } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type NewWebhook, webhook, webhookEvents } from '#schema/webhook.ts';
import { useLabels } from '../../../core/labels.ts';
import { EntityForm } from '../../../crud/EntityForm.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { Secret } from '../../../crud/Secret.tsx';
import { CodeTabs } from '../CodeTabs.tsx';
import { useFocusFromTop } from '../useFocusFromTop.ts';
import { Inputs } from './Inputs.tsx';
import { verifySamples } from './verifySamples.ts';
import './webhooks.css';

/** Adds a webhook and then shows its secret, only this once. */
export function WebhookCreate() {
  const translate = useTranslate();
  const labels = useLabels(webhook);
  const createPath = useCreatePath();
  const [made, setMade] = useState<NewWebhook>();
  const list = createPath({ resource: webhook.name, type: 'list' });
  if (made) return <Made made={made} />;
  return (
    <CreateBase
      resource={webhook.name}
      disableAuthentication
      redirect={false}
      mutationOptions={{ onSuccess: (record: unknown) => setMade(record as NewWebhook) }}
    >
      <PageHeader
        title={translate('crud.list.add', { name: labels.inline(1) })}
        back={{ to: list, label: translate('crud.show.back', { name: labels.inline(2) }) }}
      />
      <EntityForm
        entity={webhook}
        mode="create"
        cancelTo={list}
        draftKey={`${webhook.name}/create`}
        // Reads are for those who ask for them, and not every server has them.
        defaults={{ events: webhookEvents.filter((event) => !event.endsWith('.read')) }}
      >
        <Inputs autoFocus />
      </EntityForm>
    </CreateBase>
  );
}

function Made({ made }: { made: NewWebhook }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const card = useFocusFromTop();
  return (
    <>
      <PageHeader title={translate('webhook.made')} />
      <div className="crud-card webhook-made" ref={card} tabIndex={-1}>
        <Secret label={translate('webhook.secret')} secret={made.secret} />
        <p>{translate('webhook.madeText')}</p>
        <CodeTabs label={translate('developers.samples')} samples={verifySamples} />
        <div>
          <Button
            variant="contained"
            component={Link}
            to={createPath({ resource: webhook.name, type: 'show', id: made.uuid })}
          >
            {translate('webhook.kept')}
          </Button>
        </div>
      </div>
    </>
  );
}
