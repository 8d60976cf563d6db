import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import { Fragment, useId, useState } from 'react';
import { KEYWORD_TEST, type KeywordHits } from '#schema/blockedKeyword.ts';
import { BODY_MAX } from '#schema/sms.ts';
import { number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { useSettled } from '../../../core/useSettled.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import './keywords.css';

/** Tests a text against the active keywords while typing, and marks matches. */
export function TestBox() {
  const translate = useTranslate();
  const id = useId();
  const { data: listed } = useListContext();
  const [text, setText] = useState('');
  const tried = useSettled(text);
  const { data, error, refetch } = useQuery({
    // Part of the list's records, so that changing them tests the text again.
    queryKey: ['keywordTest', tried, listed],
    queryFn: async ({ signal }) => {
      const body = { text: tried };
      const answer = await http.json<{ data: KeywordHits }>(KEYWORD_TEST, { method: 'POST', body, signal });
      return { tried, hits: answer.data.hits };
    },
    enabled: tried.trim() !== '',
  });
  const shown = text === tried ? data : undefined;
  return (
    <section className="crud-card keyword-test" aria-labelledby={id}>
      <h2 id={id}>{translate('keywords.test')}</h2>
      <TextField
        label={translate('keywords.testText')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        helperText={translate('keywords.testHelp')}
        multiline
        minRows={2}
        maxRows={8}
        fullWidth
        slotProps={{ htmlInput: { maxLength: BODY_MAX } }}
      />
      {error && shown === undefined && text === tried && (
        <LoadFailure what="keywords.result" error={error} onRetry={() => void refetch()} />
      )}
      <p role="status" className={shown?.hits.length ? 'keyword-bad' : 'keyword-good'}>
        {shown && verdict(translate, shown.hits)}
      </p>
      {shown && shown.hits.length > 0 && <Marked text={shown.tried} hits={shown.hits} />}
    </section>
  );
}

function verdict(translate: (key: string, options?: object) => string, hits: KeywordHits['hits']): string {
  if (hits.length === 0) return translate('keywords.clean');
  const names = [...new Set(hits.map(({ keyword }) => `“${keyword}”`))].join(', ');
  return translate('keywords.found', { smart_count: hits.length, count: number(hits.length), names });
}

/** The tested text with all matches marked. */
function Marked({ text, hits }: { text: string; hits: KeywordHits['hits'] }) {
  let at = 0;
  const pieces = hits.flatMap(({ start, end }) => {
    // Overlapping keywords: each shows what the previous one left.
    const from = Math.max(at, start);
    if (end <= from) return [];
    const piece = { before: text.slice(at, from), marked: text.slice(from, end), at: from };
    at = end;
    return [piece];
  });
  return (
    <p className="keyword-marked">
      {pieces.map((piece) => (
        <Fragment key={piece.at}>
          {piece.before}
          <mark>{piece.marked}</mark>
        </Fragment>
      ))}
      {text.slice(at)}
    </p>
  );
}
