import DownloadRounded from '@mui/icons-material/DownloadRounded';
import ErrorRounded from '@mui/icons-material/ErrorRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { type Plan, refusals } from '#schema/compose.ts';
import { digits, number } from '../../../core/format.ts';
import { scrollMore } from '../../../crud/scrollMore.ts';
import { useDownload } from '../../../crud/useDownload.ts';
import { refusedCount } from './PlanFigures.tsx';
import { type LineOf, type RefusedRow, refusalText } from './refusalText.ts';

const AT_FIRST = 8;

/** Excluded recipients with reasons: counts per reason, the first rows, and all of them as a file. */
export function RefusedRows({
  plan,
  lineOf,
}: {
  plan: Plan;
  /** Where people find what they pasted. Without it, all rows have only their numbers. */
  lineOf?: LineOf;
}) {
  const translate = useTranslate();
  const heading = useId();
  const [isOpen, setOpen] = useState(false);
  const { isBusy, download } = useDownload('plan.downloadFailed');
  const total = refusedCount(plan);
  if (total === 0) return <p className="sms-quiet">{translate('plan.refusalsNone')}</p>;
  const placeOf = (row: RefusedRow): string => {
    if (row.row === null) return translate('plan.fromGroup');
    const line = lineOf?.(row);
    if (line) return translate('plan.pasteLine', { line: digits(String(line)) });
    return lineOf ? translate('plan.sheetRow', { row: digits(String(row.row)) }) : number(row.row);
  };
  const rows = isOpen ? plan.refused_rows : plan.refused_rows.slice(0, AT_FIRST);

  const onDownload = () => download(`/v1/sms/compose/plan/${plan.uuid}/refused/`, { name: 'refused.csv' });

  return (
    <div className="crud-card sms-section">
      <div className="sms-section-head">
        <h3 id={heading}>{translate('plan.refusals')}</h3>
        <Button
          size="small"
          variant="outlined"
          startIcon={<DownloadRounded />}
          loading={isBusy}
          onClick={onDownload}
        >
          {translate('plan.download')}
        </Button>
      </div>
      <ul className="sms-reasons">
        {refusals
          .filter((refusal) => plan.refused[refusal] > 0)
          .map((refusal) => (
            <li key={refusal} data-refusal={refusal}>
              <ErrorRounded aria-hidden="true" style={{ fontSize: 16 }} />
              {translate(`plan.refusal.${refusal}`)}
              <b>{number(plan.refused[refusal])}</b>
            </li>
          ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="sms-scroll" ref={scrollMore} tabIndex={0} aria-labelledby={heading}>
        <table className="sms-table">
          <thead>
            <tr>
              <th scope="col">{translate('plan.row')}</th>
              <th scope="col">{translate('plan.number')}</th>
              <th scope="col">{translate('plan.why')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own and never move
              <tr key={index}>
                <td className="sms-place">{placeOf(row)}</td>
                <td className={`sms-value ${/^\+?\d{1,15}$/.test(row.value) ? 'crud-number' : ''}`}>
                  {row.value.replace(/^\+977/, '+977\u00a0') || '–'}
                </td>
                <td>{refusalText(translate, row, lineOf)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="sms-section-foot">
        <span className="sms-quiet">
          {rows.length < total &&
            translate('plan.firstOf', { shown: number(rows.length), total: number(total) })}
        </span>
        {plan.refused_rows.length > AT_FIRST && (
          <Button size="small" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen
              ? translate('plan.hideRows')
              : translate(plan.refused_rows.length < total ? 'plan.showRows' : 'plan.showAllRows', {
                  count: number(plan.refused_rows.length),
                })}
          </Button>
        )}
      </div>
    </div>
  );
}
