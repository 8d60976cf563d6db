import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import {
  MAIL_TEXTS,
  type MailText,
  type MailTextList,
  mailGroups,
  mailLanguages,
  mailTextKinds,
  mailTexts,
} from '#schema/mailTexts.ts';
import { http } from '../../../../core/http.ts';
import { LoadFailure } from '../../../../crud/LoadFailure.tsx';
import { PageSkeleton } from '../../../../layout/PageSkeleton.tsx';
import { MailTextDialog } from './MailTextDialog.tsx';
import './mailTexts.css';

/** The names of all mails, with what they are for; each opens in a dialog, in one language. */
export function MailTexts() {
  const translate = useTranslate();
  const client = useQueryClient();
  const [edited, setEdited] = useState<Pick<MailText, 'kind' | 'language'>>();
  const { data, error, refetch } = useQuery({
    queryKey: [MAIL_TEXTS],
    queryFn: async ({ signal }) => (await http.json<{ data: MailTextList }>(MAIL_TEXTS, { signal })).data,
  });
  if (!data && !error) return <PageSkeleton />;
  if (!data) return <LoadFailure what="mailTexts.title" error={error} onRetry={() => void refetch()} />;
  const textOf = ({ kind, language }: Pick<MailText, 'kind' | 'language'>) =>
    data.texts.find((text) => text.kind === kind && text.language === language);
  const open = edited && textOf(edited);
  return (
    <section className="crud-card billing-section" aria-labelledby="mail-texts">
      <h2 id="mail-texts">{translate('mailTexts.title')}</h2>
      <p className="billing-lead">{translate('mailTexts.lead')}</p>
      {mailGroups.map((group) => (
        <div key={group}>
          <h3 id={`mail-texts-${group}`}>{translate(`mailTexts.group.${group}`)}</h3>
          <ul className="mail-texts" aria-labelledby={`mail-texts-${group}`}>
            {mailTextKinds
              .filter((kind) => mailTexts[kind].group === group)
              .map((kind) => (
                <li key={kind}>
                  <span>
                    {translate(`mailTexts.kind.${kind}.name`)}
                    <small>{translate(`mailTexts.kind.${kind}.help`)}</small>
                  </span>
                  <span className="mail-texts-buttons">
                    {mailLanguages.map((language) => (
                      <LanguageButton
                        key={language}
                        kind={kind}
                        language={language}
                        isOwn={textOf({ kind, language })?.is_own ?? false}
                        onClick={() => setEdited({ kind, language })}
                      />
                    ))}
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {open && (
        <MailTextDialog
          key={`${open.kind} ${open.language}`}
          text={open}
          signature={data.signature[open.language]}
          onChanged={(texts) => client.setQueryData([MAIL_TEXTS], texts)}
          onClose={() => {
            setEdited(undefined);
            // Somebody else may have changed one meanwhile.
            void refetch();
          }}
        />
      )}
    </section>
  );
}

interface LanguageButtonProps extends Pick<MailText, 'kind' | 'language'> {
  isOwn: boolean;
  onClick(): void;
}

function LanguageButton({ kind, language, isOwn, onClick }: LanguageButtonProps) {
  const translate = useTranslate();
  const name = translate(`mailTexts.language.${language}`);
  const state = isOwn ? ` · ${translate('mailTexts.own')}` : '';
  const label = translate('mailTexts.edit', {
    name: translate(`mailTexts.kind.${kind}.name`),
    language: name,
  });
  return (
    <Button
      size="small"
      // The visible name first, so that speech control finds it.
      aria-label={`${name}${state}: ${label}`}
      onClick={onClick}
    >
      {name}
      {state}
    </Button>
  );
}
