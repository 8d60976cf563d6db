import TextField from '@mui/material/TextField';
import { useGetList, useGetOne, useNotify, useTranslate } from 'ra-core';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Template } from '#schema/template.ts';
import { canAccess } from '../../../core/access.ts';
import { number } from '../../../core/format.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import type { CardProps } from './draft.ts';

const MOST = 200;

interface TemplateSelectProps {
  body: string;
  edit: CardProps['edit'];
}

const Select = memo(function Select({ body, edit }: TemplateSelectProps) {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const asked = params.get('template');
  const handled = useRef<string>(undefined);
  const [waiting, setWaiting] = useState<Template>();
  const canUse = canAccess('sms/templates');
  const notify = useNotify();
  const { data, total, isPending } = useGetList<Template & { id: string }>(
    'sms/templates',
    { pagination: { page: 1, perPage: MOST }, sort: { field: 'name', order: 'ASC' } },
    { enabled: canUse, onError: () => undefined },
  );
  // By itself, because it may not be among those listed.
  const { data: found, isError } = useGetOne<Template & { id: string }>(
    'sms/templates',
    { id: asked ?? '' },
    { enabled: canUse && asked !== null },
  );
  const hasMore = total !== undefined && total > MOST;
  const chosen = data?.find((template) => template.body === body);

  const isOwnText = body.trim() !== '' && !chosen;
  const use = useCallback(
    (template: Template | undefined) => {
      if (!template || template.body === chosen?.body) return;
      if (isOwnText) setWaiting(template);
      else edit({ body: template.body });
    },
    [chosen?.body, isOwnText, edit],
  );
  // Rendered when the template changes, not for each character of the writer's own text.
  const field = useMemo(
    () => (
      <TextField
        id="compose-template"
        select
        label={translate('compose.template')}
        value={chosen?.id ?? ''}
        onChange={(event) => use(data?.find(({ id }) => id === event.target.value))}
        slotProps={{ select: { native: true } }}
        sx={{ maxWidth: 360 }}
        disabled={isPending}
        helperText={hasMore && translate('compose.templateMore', { most: number(MOST) })}
        fullWidth
      >
        <option value="">{translate('compose.templateNone')}</option>
        {data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </TextField>
    ),
    [chosen?.id, data, hasMore, isPending, use, translate],
  );

  // A template's own page leads here with its id.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each id
  useEffect(() => {
    if (!asked || isPending || !(found || isError) || handled.current === asked) return;
    handled.current = asked;
    if (found) use(found);
    else notify('compose.templateGone', { type: 'warning' });
    setParams({}, { replace: true });
  }, [asked, isPending, found, isError]);

  // Its place is kept while they load, so that the text does not move.
  if (!canUse) return null;
  return (
    <>
      {(isPending || Boolean(data?.length)) && field}
      <ConfirmDialog
        open={waiting !== undefined}
        title={translate('compose.templateReplace')}
        confirm={translate('compose.templateReplaceConfirm')}
        onConfirm={() => {
          if (waiting) edit({ body: waiting.body });
          setWaiting(undefined);
        }}
        onClose={() => setWaiting(undefined)}
      >
        {translate('compose.templateReplaceText')}
      </ConfirmDialog>
    </>
  );
});

/** Starts the text from a template; asks before replacing a text. */
export function TemplateSelect({ body, edit }: TemplateSelectProps) {
  return <Select body={useDeferredValue(body)} edit={edit} />;
}
