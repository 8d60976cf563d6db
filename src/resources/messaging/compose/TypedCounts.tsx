import { useTranslate } from 'ra-core';
import { lazy, memo, Suspense, useDeferredValue } from 'react';
import type { Channel } from '#schema/channel.ts';
import { EncodingHint, SmsCounter } from './SmsCounter.tsx';
import type { Values } from './texts.ts';

interface TypedCountsProps {
  id: string;
  body: string;
  values: Values | undefined;
  channels: readonly Channel[];
  onReplace(text: string): void;
}

const ViberCounter = lazy(() => import('./ViberCounter.tsx').then((m) => ({ default: m.ViberCounter })));

const Counts = memo(function Counts({ id, body, values, channels, onReplace }: TypedCountsProps) {
  const translate = useTranslate();
  return (
    <>
      {channels.includes('viber') && (
        <Suspense>
          <ViberCounter body={body} values={values} />
        </Suspense>
      )}
      {channels.includes('sms') && (
        <>
          {channels.length > 1 && <p className="sms-quiet">{translate('compose.asSms')}</p>}
          <SmsCounter id={id} body={body} values={values} />
          <EncodingHint body={body} values={values} onReplace={onReplace} />
        </>
      )}
    </>
  );
});

/** The size of a text, counted once the typed character is shown; the input is not rendered again for it. */
export function TypedCounts(props: TypedCountsProps) {
  return <Counts {...props} body={useDeferredValue(props.body)} />;
}
