import { useTranslate } from 'ra-core';
import type { ActivePackage } from '#schema/smsPackage.ts';
import { number } from '../../../core/format.ts';

/** How much of a package is left, as numbers and as a bar. */
export function PartsMeter({ pack: { name, parts, remaining } }: { pack: ActivePackage }) {
  const translate = useTranslate();
  const text = translate('packages.left', { remaining: number(remaining), parts: number(parts) });
  return (
    <span className="pack-meter">
      <span className="crud-number">{text}</span>
      <meter className="pack-bar" aria-label={name} aria-valuetext={text} max={parts} value={remaining} />
    </span>
  );
}
