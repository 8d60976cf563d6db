/** A series' style, by colour and pattern: solid, striped, dotted, or solid in the brand colour. */
export type SeriesStyle = 'good' | 'bad' | 'open' | 'plain';

interface ChartSeries {
  key: string;
  label: string;
  look: SeriesStyle;
  /** One per category, in the same order. */
  values: readonly number[];
}

interface ChartCategory {
  /** Short label for the axis. */
  short: string;
  /** For the tooltip and the table. */
  full: string;
}

export interface ChartData {
  categories: readonly ChartCategory[];
  /** Stacked, the first at the bottom or start. */
  series: readonly ChartSeries[];
  /** Numbers that are part of the series but not drawn, only listed in words, tooltip and table. */
  aside?: { label: string; note: string; values: readonly number[] };
  /** Formats values for people. */
  format(value: number): string;
  /** Formats values for the axis, if shorter. */
  formatShort?(value: number): string;
  /** The smallest step of the axis; 1 unless given. */
  unit?: number;
  /** Vertical bars, or horizontal bars with labels at their start. */
  layout: 'columns' | 'rows';
}
