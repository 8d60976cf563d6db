import { useTranslate } from 'ra-core';
import { Fragment } from 'react';

/** Keys as labelled on a keyboard: pressed one after the other, or together. */
export function Keys({ keys, together = false }: { keys: readonly string[]; together?: boolean }) {
  const translate = useTranslate();
  return (
    <span className="keys">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && (
            <span className="keys-then">{together ? '+' : ` ${translate('keyboard.next')} `}</span>
          )}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
