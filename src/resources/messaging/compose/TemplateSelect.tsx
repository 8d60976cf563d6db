import TextField from '@mui/material/TextField';
import { useGetList, useGetOne, useNotify, useTranslate } from 'ra-core';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Template } from '#schema/template.ts';
import { canAccess } from '../../../core/access.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { LateReferencePicker } from '../../../crud/LateReferencePicker.tsx';
import type { CardProps } from './draft.ts';

const TEMPLATES = 'sms/templates';
/** With more than these, the server searches. */
const MOST = 200;

type Listed = Template & { id: string };

interface TemplateSelectProps {
  body: string;
  edit: CardProps['edit'];
}

const Select = memo(function Select({ body, edit }: TemplateSelectProps) {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const asked = params.get('template');
  const handled = useRef<string>(undefined);
  const [waiting, setWaiting] = useState<Listed>();
  const [used, setUsed] = useState<Listed>();
  const canUse = canAccess('sms/templates');
  const notify = useNotify();
  const { data, total, isPending } = useGetList<Listed>(
    TEMPLATES,
    { pagination: { page: 1, perPage: MOST }, sort: { field: 'name', order: 'ASC' } },
    { enabled: canUse, onError: () => undefined },
  );
  // By itself, because it may not be among those listed: asked for by its own page, or found by searching.
  const { data: found, isError } = useGetOne<Listed>(
    TEMPLATES,
    { id: asked ?? '' },
    { enabled: canUse && asked !== null },
  );
  const hasMore = total !== undefined && total > MOST;
  const chosen = [...(data ?? []), ...(used ? [used] : [])].find((template) => template.body === body);

  const isOwnText = body.trim() !== '' && !chosen;
  const put = useCallback(
    (template: Listed) => {
      setUsed(template);
      edit({ body: template.body });
    },
    [edit],
  );
  const use = useCallback(
    (template: Listed | undefined) => {
      if (!template || template.body === chosen?.body) return;
      if (isOwnText) setWaiting(template);
      else put(template);
    },
    [chosen?.body, isOwnText, put],
  );
  // Rendered when the template changes, not for each character of the writer's own text.
  const field = useMemo(
    () =>
      hasMore ? (
        <LateReferencePicker
          id="compose-template"
          of={TEMPLATES}
          single
          label={translate('compose.template')}
          value={chosen ? [chosen.id] : []}
          onChange={([id]) => id && setParams({ template: id }, { replace: true })}
        />
      ) : (
        <TextField
          id="compose-template"
          select
          label={translate('compose.template')}
          value={chosen?.id ?? ''}
          onChange={(event) => use(data?.find(({ id }) => id === event.target.value))}
          slotProps={{ select: { native: true } }}
          sx={{ maxWidth: 360 }}
          disabled={isPending}
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
    [chosen, data, hasMore, isPending, use, setParams, translate],
  );

  // A template's own page leads here with its id, and so does the search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each id
  useEffect(() => {
    if (!asked) handled.current = undefined;
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
          if (waiting) put(waiting);
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
