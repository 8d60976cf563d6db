import { useTranslate } from 'ra-core';
import { PageHeader, type PageHeaderProps } from '../../../crud/PageHeader.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { Fact } from './Paper.tsx';

/** An invoice's page while it is loading: its paper, with what every invoice says. */
export function PaperSkeleton({ back }: Pick<PageHeaderProps, 'back'>) {
  const translate = useTranslate();
  const facts = ['number', 'dateBs', 'dateAd', 'paidBy'];
  const heads = ['serial', 'particulars', 'quantity', 'amount'];
  return (
    <div className="invoice-page" aria-busy="true">
      <PageHeader title={translate('crud.list.loading')} back={back} />
      {/* The heading says that it is loading. */}
      <article className="crud-card invoice" aria-hidden="true">
        <header>
          <Lines widths={[180, 120, 140]} />
          <h2>
            <span lang="ne">कर बीजक</span>
            <span lang="en">Tax Invoice</span>
          </h2>
        </header>
        <div className="invoice-facts">
          <section>
            <h3>{translate('invoice.buyer')}</h3>
            <Lines widths={[160, 120, 140]} />
          </section>
          <dl>
            {facts.map((name) => (
              <Fact key={name} label={translate(`invoice.${name}`)} value={<Skeleton width={110} />} />
            ))}
          </dl>
        </div>
        <table>
          <thead>
            <tr>
              {heads.map((name, at) => (
                <th key={name} scope="col" className={at > 1 ? 'invoice-end' : undefined}>
                  {translate(`invoice.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {heads.map((name) => (
                <td key={name}>
                  <Skeleton />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
        <div className="invoice-closing">
          <dl className="invoice-sums">
            {['taxable', 'total'].map((name) => (
              <Fact key={name} label={translate(`invoice.${name}`)} value={<Skeleton width={110} />} />
            ))}
          </dl>
        </div>
      </article>
    </div>
  );
}

/** Lines of these widths in pixels. */
const Lines = ({ widths }: { widths: readonly number[] }) => (
  <div>
    {widths.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);
