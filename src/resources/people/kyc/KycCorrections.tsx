import { useTranslate } from 'ra-core';
import type { Kyc, KycCorrection } from '#schema/kyc.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { When } from '../../../crud/When.tsx';
import { KycValue, usePlaceText } from './KycSummary.tsx';
import { useKycHistory } from './useKycHistory.ts';

const kyc = entityOf('kyc');

/** Staff's corrections of a record, latest first; absent if there are none. */
export function KycCorrections({ record }: { record: Kyc }) {
  const translate = useTranslate();
  const { data, error, refetch } = useKycHistory('corrections', record);
  if (!error && !data?.length) return null;
  return (
    <section className="crud-card kyc-section" aria-labelledby="kyc-corrections">
      <header>
        <h2 id="kyc-corrections" className="kyc-corrections-title">
          {translate('kyc.corrections')}
        </h2>
      </header>
      {error && <LoadFailure what="kyc.corrections" error={error} onRetry={() => void refetch()} />}
      <ul className="kyc-decisions kyc-corrections">
        {data?.map((correction) => (
          <Correction key={correction.uuid} correction={correction} record={record} />
        ))}
      </ul>
    </section>
  );
}

function Correction({ correction, record }: { correction: KycCorrection; record: Kyc }) {
  const translate = useTranslate();
  const labels = useLabels(kyc);
  const { before, after, corrected_at, corrected_by: name, reason } = correction;
  const [was, is] = [
    { ...record, ...before },
    { ...record, ...after },
  ];
  const [placeWas, placeIs] = [usePlaceText(was), usePlaceText(is)];
  return (
    <li>
      <When iso={corrected_at} />
      {name && <span>{translate('reviews.by', { name })}</span>}
      <p className="crud-pre">{reason}</p>
      <dl className="crud-record">
        {Object.keys(kyc.fields)
          .filter((field) => field in after)
          .map((field) => (
            <div key={field}>
              <dt>{labels.field(field)}</dt>
              <dd>
                {placeIs(field) ?? <KycValue name={field} record={is} />}
                <small>
                  {translate('kyc.was')} {placeWas(field) ?? <KycValue name={field} record={was} />}
                </small>
              </dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
