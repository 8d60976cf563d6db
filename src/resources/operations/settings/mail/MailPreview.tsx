import { useTranslate } from 'ra-core';
import { mailSamples } from '#schema/mailSamples.ts';
import { fillTemplate, type Line } from '#schema/mailTemplate.ts';
import type { MailText } from '#schema/mailTexts.ts';

interface Props extends Pick<MailText, 'language'> {
  input: { subject: string; body: string };
  signature: readonly string[];
}

/** The mail as its reader gets it, with example values. */
export function MailPreview({ input, language, signature }: Props) {
  const translate = useTranslate();
  const { subject, lines } = fillTemplate(input, { ...mailSamples[language], product: signature[0] ?? '' });
  return (
    <section aria-labelledby="mail-preview">
      <h3 id="mail-preview" className="mail-texts-heading">
        {translate('mailTexts.preview')}
      </h3>
      <p className="mail-texts-help">{translate('mailTexts.previewHelp')}</p>
      <div className="mail-preview" lang={language}>
        <strong>{subject}</strong>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity, and keep no state.
          <p key={index}>{lineText(line)}</p>
        ))}
        <p className="mail-preview-signature">{signature.join('\n')}</p>
      </div>
    </section>
  );
}

function lineText(line: Line) {
  if (typeof line === 'string') return line;
  if ('code' in line) return <span className="mail-preview-code">{line.code}</span>;
  return <span className="mail-preview-link">{line.label}</span>;
}
