import { useTranslate } from 'ra-core';
import { messageReasons, reasonText } from '#schema/messageReasons.ts';
import { digits } from '../core/format.ts';

/** Translates the reason of a message's state. */
export function useMessageReason(): (error: string) => string {
  const translate = useTranslate();
  return (error) =>
    reasonText(error, (reason, { done = '', total = '', ...values }) =>
      translate(`message.reason.${reason}`, {
        ...{ ...values, done: digits(done), total: digits(total) },
        _: messageReasons[reason],
      }),
    );
}
