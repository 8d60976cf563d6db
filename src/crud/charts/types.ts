/** How a series looks, by colour and by pattern: solid, striped, dotted, or solid in the brand's colour. */
export type Look = 'good' | 'bad' | 'open' | 'plain';

interface ChartSeries {
  key: string;
  label: string;
  look: Look;
  /** One for each category, in their order. */
  values: readonly number[];
}

interface ChartCategory {
  /** At the axis; short. */
  short: string;
  /** In the tooltip and in the table. */
  full: string;
}

export interface ChartData {
  categories: readonly ChartCategory[];
  /** Stacked, the first at the bottom or at the start. */
  series: readonly ChartSeries[];
  /** Numbers that are part of the series, so they are told in words, in the tooltip and in the table, but not drawn. */
  aside?: { label: string; note: string; values: readonly number[] };
  /** Values as people read them. */
  format(value: number): string;
  /** Values at the axis, where they are shorter. */
  formatShort?(value: number): string;
  /** Bars upwards, or from the start with names beside them. */
  layout: 'columns' | 'rows';
}
