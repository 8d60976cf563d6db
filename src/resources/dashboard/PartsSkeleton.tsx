import { useTranslate } from 'ra-core';
import { Skeleton } from '../../layout/Skeleton.tsx';

/** What Chart's drawing, legend and table link take together, in pixels. */
const CHART = 300;

const Charts = () => (
  <div className="dash-charts">
    {['65%', '55%'].map((width) => (
      <div key={width} className="dash-card dash-chart">
        <Skeleton width={width} height={24} />
        <Skeleton variant="rounded" height={CHART} style={{ marginTop: 12 }} />
      </div>
    ))}
  </div>
);

const List = () => (
  <div className="dash-card dash-recent">
    <header>
      <Skeleton width="30%" height={24} />
    </header>
    <ul className="dash-list">
      {['42%', '55%', '36%'].map((width) => (
        <li key={width}>
          <div className="dash-line">
            <Skeleton width={width} height={24} />
          </div>
        </li>
      ))}
    </ul>
  </div>
);

/** The cards below the figures while the dashboard is loading, in the shape of what comes. */
export function PartsSkeleton() {
  const translate = useTranslate();
  return (
    <div className="dash-parts" role="status" aria-label={translate('shell.loading')}>
      <List />
      <Charts />
    </div>
  );
}
