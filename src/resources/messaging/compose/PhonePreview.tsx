import { useTranslate } from 'ra-core';
import { memo } from 'react';
import { piecesOf, type Values } from './texts.ts';
import './sms.css';

/** A message as the recipient's phone shows it; placeholders without a value are marked. */
export const PhonePreview = memo(function PhonePreview({
  sender,
  body,
  values = {},
  of,
}: {
  sender: string | undefined;
  body: string;
  values?: Values;
  /** Whose values they are. */
  of?: string;
}) {
  const translate = useTranslate();
  const pieces = piecesOf(body, values);
  return (
    <figure className="sms-phone" aria-label={translate('text.preview')}>
      <div className="sms-phone-head" aria-hidden="true">
        <span className="disc">{sender?.slice(0, 1) || '?'}</span>
        <span>{sender || '–'}</span>
      </div>
      <div className="sms-phone-screen">
        {body === '' ? (
          <p className="sms-quiet">{translate('text.previewEmpty')}</p>
        ) : (
          <p className="sms-bubble">
            {pieces.map((piece, index) =>
              piece.missing ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else, and no state
                <mark key={index} title={translate('text.noValue', { name: piece.missing })}>
                  {piece.text}
                </mark>
              ) : (
                piece.text
              ),
            )}
          </p>
        )}
      </div>
      <figcaption className="sms-quiet">
        {of
          ? translate('text.previewOf', { name: of })
          : pieces.some((piece) => piece.missing)
            ? translate('text.previewRaw')
            : null}
      </figcaption>
    </figure>
  );
});
