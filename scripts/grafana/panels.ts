/**
 * What the Grafana dashboards show. Every process shows what it reads from the database, so that is max(), not sum()
 * (docs/metrics.md).
 */

/** Units by Grafana's names. */
type Unit = 'short' | 'percentunit' | 's' | 'reqps' | 'ops' | 'bytes' | 'none';

export interface Panel {
  title: string;
  /** What a reader should know of it. */
  about?: string;
  unit: Unit;
  /** PromQL by legend, in which `{{label}}` stands for a label's value. */
  queries: Readonly<Record<string, string>>;
  /** One figure instead of a chart; red from this value. */
  redFrom?: number;
}

const rate = (metric: string, by: string): string => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;
const p95 = (metric: string, by: string): string =>
  `histogram_quantile(0.95, sum by (le, ${by}) (rate(${metric}_bucket[$__rate_interval])))`;
const max = (metric: string, by?: string): string => (by ? `max by (${by}) (${metric})` : `max(${metric})`);

/** Panels by dashboard. */
export const dashboards: Readonly<Record<string, readonly Panel[]>> = {
  Sending: [
    { title: 'Workers', unit: 'none', queries: { workers: max('bulk_sms_workers') } },
    {
      title: 'Sending stopped',
      about: 'The database was replaced: an administrator must resume sending.',
      unit: 'none',
      redFrom: 1,
      queries: { stopped: max('bulk_sms_sending_stopped') },
    },
    { title: 'Queued messages', unit: 'short', queries: { queued: max('bulk_sms_queued_messages') } },
    {
      title: 'Messages by outcome',
      unit: 'ops',
      queries: { '{{outcome}}': rate('bulk_sms_submits_total', 'outcome') },
    },
    { title: 'Receipts', unit: 'ops', queries: { '{{status}}': rate('bulk_sms_receipts_total', 'status') } },
    {
      title: 'Longest wait by operator',
      unit: 's',
      queries: { '{{operator}}': max('bulk_sms_oldest_queued_seconds', 'operator') },
    },
    {
      title: 'Messages that nobody can tell about',
      about: 'In flight: claimed by a worker. Unknown: not answered; a receipt decides.',
      unit: 'short',
      queries: {
        'in flight': max('bulk_sms_messages_in_hand'),
        unknown: max('bulk_sms_unknown_messages'),
        'receipts without a message': max('bulk_sms_unmatched_receipts'),
      },
    },
    { title: 'Campaigns', unit: 'short', queries: { '{{status}}': max('bulk_sms_campaigns', 'status') } },
    {
      title: 'Jobs, mails and webhooks that wait',
      unit: 'short',
      queries: {
        '{{queue}}': max('bulk_sms_jobs_waiting', 'queue'),
        mails: max('bulk_sms_mails_waiting'),
        'webhooks, overdue': max('bulk_sms_webhook_deliveries_overdue'),
      },
    },
  ],
  Operators: [
    {
      title: 'Links that are down',
      unit: 'none',
      redFrom: 1,
      queries: {
        down: 'count(max by (link) (bulk_sms_link_active) == 1 and max by (link) (bulk_sms_link_up) == 0) or vector(0)',
      },
    },
    {
      title: 'Parts per minute',
      unit: 'short',
      queries: { '{{link}}': max('bulk_sms_link_parts_per_minute', 'link') },
    },
    {
      title: 'Window in use',
      about: 'Near 100 % the operator, or the way to it, is the limit.',
      unit: 'percentunit',
      queries: {
        '{{link}}':
          'sum by (link) (bulk_sms_parts_in_flight) / clamp_min(sum by (link) (bulk_sms_link_window_parts), 1)',
      },
    },
    {
      title: 'Time until an answer, 95 %',
      unit: 's',
      queries: { '{{link}}': p95('bulk_sms_submit_duration_seconds', 'link') },
    },
    {
      title: 'Time until the final receipt, 95 %',
      unit: 's',
      queries: { '{{link}}': p95('bulk_sms_receipt_lag_seconds', 'link') },
    },
    {
      title: 'Messages not accepted',
      unit: 'ops',
      queries: { '{{link}} {{error}}': rate('bulk_sms_submit_errors_total', 'link, error') },
    },
    {
      title: 'Delivered of the receipts',
      unit: 'percentunit',
      queries: {
        '{{link}}': `${rate('bulk_sms_receipts_total{status="delivered"}', 'link')} / ${rate('bulk_sms_receipts_total', 'link')}`,
      },
    },
  ],
  API: [
    {
      title: 'Requests that fail',
      unit: 'percentunit',
      redFrom: 0.02,
      queries: {
        failed:
          '(sum(rate(bulk_sms_http_request_duration_seconds_count{status="5xx"}[$__rate_interval])) or vector(0)) / clamp_min(sum(rate(bulk_sms_http_request_duration_seconds_count[$__rate_interval])), 0.001)',
      },
    },
    {
      title: 'Requests by status',
      unit: 'reqps',
      queries: { '{{status}}': rate('bulk_sms_http_request_duration_seconds_count', 'status') },
    },
    {
      title: 'Slowest routes, 95 %',
      unit: 's',
      queries: {
        '{{method}} {{route}}': `topk(8, ${p95('bulk_sms_http_request_duration_seconds', 'method, route')})`,
      },
    },
    {
      title: 'Busiest routes',
      unit: 'reqps',
      queries: {
        '{{method}} {{route}}': `topk(8, ${rate('bulk_sms_http_request_duration_seconds_count', 'method, route')})`,
      },
    },
    {
      title: 'Sign-ins',
      unit: 'ops',
      queries: { '{{outcome}}': rate('bulk_sms_sign_ins_total', 'outcome') },
    },
    {
      title: 'Processor time',
      unit: 'percentunit',
      queries: { '{{instance}}': 'rate(process_cpu_seconds_total{job="bulk-sms"}[$__rate_interval])' },
    },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: { '{{instance}}': 'process_resident_memory_bytes{job="bulk-sms"}' },
    },
    {
      title: 'Event loop lag, 99 %',
      unit: 's',
      queries: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="bulk-sms"}' },
    },
  ],
  Database: [
    {
      title: 'Processes that cannot read it',
      unit: 'none',
      redFrom: 1,
      queries: { down: 'count(bulk_sms_database_up == 0) or vector(0)' },
    },
    {
      title: 'Changes wait for the standby',
      unit: 'none',
      redFrom: 1,
      queries: { waiting: max('bulk_sms_standby_waiting') },
    },
    {
      title: 'A standby may be behind',
      unit: 'none',
      redFrom: 1,
      queries: { asynchronous: max('bulk_sms_standby_asynchronous') },
    },
    {
      title: 'Reads that a standby may answer',
      about: 'Away, behind and refused: the primary answered instead.',
      unit: 'ops',
      queries: { '{{outcome}}': rate('bulk_sms_standby_reads_total', 'outcome') },
    },
    {
      title: 'How far standbys are behind',
      unit: 's',
      queries: { '{{instance}} {{standby}}': 'bulk_sms_read_standby_lag_seconds' },
    },
    {
      title: 'Connections',
      unit: 'short',
      queries: { '{{instance}} {{state}}': 'bulk_sms_database_connections' },
    },
    {
      title: 'Queries that wait for a connection',
      unit: 'short',
      queries: { '{{instance}}': 'bulk_sms_database_waiting' },
    },
    {
      title: 'Reading these figures',
      unit: 's',
      queries: { '{{instance}}': 'bulk_sms_database_figures_seconds' },
    },
    {
      title: 'Batches of outcomes and receipts, 95 %',
      unit: 's',
      queries: { '{{kind}}': p95('bulk_sms_batch_duration_seconds', 'kind') },
    },
    {
      title: 'Written in batches',
      unit: 'ops',
      queries: { '{{kind}}': rate('bulk_sms_batch_items_total', 'kind') },
    },
    {
      title: 'Batches that could not be written',
      unit: 'ops',
      queries: { '{{kind}}': rate('bulk_sms_batch_failures_total', 'kind') },
    },
  ],
  Money: [
    {
      title: 'Places where the books do not agree',
      unit: 'none',
      redFrom: 1,
      queries: { '{{scope}}': max('bulk_sms_ledger_violations', 'scope') },
    },
    {
      title: 'Since the last check of the books',
      about: 'books: hourly. all: once a day.',
      unit: 's',
      queries: { '{{scope}}': 'time() - max by (scope) (bulk_sms_ledger_checked_timestamp_seconds)' },
    },
    {
      title: 'Payments that wait for a decision',
      about: 'Counted up to 1,000.',
      unit: 'short',
      queries: { payments: max('bulk_sms_payments_pending') },
    },
    {
      title: 'Oldest of them',
      unit: 's',
      queries: { oldest: max('bulk_sms_oldest_payment_seconds') },
    },
    {
      title: 'Messages whose cost is held',
      about: 'Their charge is not final: queued, in flight or unknown.',
      unit: 'short',
      queries: { queued: max('bulk_sms_queued_messages'), unknown: max('bulk_sms_unknown_messages') },
    },
  ],
};
