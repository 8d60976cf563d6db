/** A column's name and type, and the value that a new row gets; without one it is null. */
export interface Column {
  is: string;
  value?: string;
}

export interface Table {
  columns: readonly Column[];
  indexes: Record<string, { unique?: boolean; on: string }>;
  fillfactor?: number;
}

export interface Layout {
  /** `answered` and `received`: what an operator's answer and its receipt change. */
  message: Table & { answered: string; received: string };
  part: Table;
}

export const initialOf = ({ value }: Column): string | undefined => value;
const named = ({ is }: Column): string => is.split(' ')[0] as string;

/** As an operator of SMPP_URL is named. */
const LINK = "'demo@127.0.0.1:2775'";
const text = (name: string): Column => ({ is: `${name} text` });
const time = (name: string): Column => ({ is: `${name} timestamptz` });
const small = (name: string, value?: string): Column => ({ is: `${name} smallint`, ...(value && { value }) });

/** Of migrations 0001 and 0037, in their order. */
const columns: readonly Column[] = [
  { is: 'uuid uuid NOT NULL', value: 's.uuid' },
  { is: 'account uuid NOT NULL', value: "'0199aaaa-0000-7000-8000-000000000001'" },
  { is: 'campaign uuid NOT NULL', value: "('0199c0de-0000-7000-8000-00000000000' || s.c)::uuid" },
  { is: 'row integer', value: 's.i' },
  { is: 'phone text NOT NULL', value: 's.phone' },
  { is: 'operator text NOT NULL', value: "CASE WHEN s.i % 2 = 0 THEN 'ncell' ELSE 'ntc' END" },
  text('text'),
  small('parts', '1'),
  small('package_parts', '0'),
  { is: 'amount numeric(14, 4)', value: '150' },
  { is: 'status text NOT NULL', value: "'queued'" },
  ...['link', 'operator_id', 'error'].map(text),
  small('attempts', '0'),
  ...['submitted_at', 'finished_at'].map(time),
  { is: 'created_at timestamptz', value: 'now()' },
  { is: 'updated_at timestamptz', value: 'now()' },
  { is: 'channel text NOT NULL', value: "'sms'" },
  small('other_parts'),
  { is: 'other_amount numeric(14, 4)' },
  ...['viber_status', 'viber_error', 'viber_link', 'viber_id'].map(text),
  ...['viber_at', 'read_at'].map(time),
];

const message: Layout['message'] = {
  columns,
  indexes: {
    pkey: { unique: true, on: '(uuid)' },
    campaign: { on: '(campaign, uuid)' },
    account: { on: '(account, uuid)' },
    phone: { on: '(phone text_pattern_ops, account, uuid)' },
  },
  fillfactor: 40,
  answered: `status = 'submitted', link = ${LINK}, operator_id = s.id, attempts = 1, submitted_at = now(), updated_at = now()`,
  received: "status = 'delivered', finished_at = now(), updated_at = now()",
};
const part: Table = {
  columns: [
    { is: 'operator_id text NOT NULL', value: 's.id' },
    { is: 'link text NOT NULL', value: LINK },
    { is: 'message uuid NOT NULL', value: 's.uuid' },
    { is: 'status text NOT NULL', value: "'submitted'" },
    { is: 'alone boolean NOT NULL', value: 'true' },
    { is: 'viber boolean NOT NULL', value: 'false' },
  ],
  indexes: {
    pkey: { unique: true, on: '(operator_id, link, message)' },
    rest: { on: '(message) WHERE NOT alone' },
  },
};

/** Other types for some columns, in their places. */
const typed = (table: readonly Column[], changes: Record<string, Column>): Column[] =>
  table.map((column) => changes[named(column)] ?? column);
const without = (table: readonly Column[], names: RegExp): Column[] =>
  table.filter((one) => !names.test(named(one)));
const indexed = (name: string, on: string): Layout => ({
  message: { ...message, indexes: { ...message.indexes, [name]: { on } } },
  part,
});

/** Eight octets first, then four, two, and what has no fixed length. */
const widths = [/ uuid/, / timestamptz/, / integer/, / smallint/, / "char"/, /./];
const widthOf = ({ is }: Column): number => widths.findIndex((width) => width.test(is));
const ordered = (table: readonly Column[]): Column[] =>
  table.toSorted((one, other) => widthOf(one) - widthOf(other));

const coded = {
  operator: { is: 'operator "char" NOT NULL', value: "'n'" },
  status: { is: 'status "char" NOT NULL', value: "'q'" },
  channel: { is: 'channel "char" NOT NULL', value: "'s'" },
  link: small('link'),
};
const codedMessage: Layout['message'] = {
  ...message,
  columns: typed(columns, coded),
  answered: message.answered.replace("'submitted'", "'s'").replace(LINK, '7'),
  received: message.received.replace("'delivered'", "'d'"),
};
const codedPart: Table = {
  ...part,
  columns: without(typed(part.columns, { link: small('link', '7') }), /^status$/),
};
const owners = {
  account: { is: 'account integer NOT NULL', value: '7' },
  campaign: { is: 'campaign integer NOT NULL', value: 's.c' },
};
const phone = { phone: { is: 'phone bigint NOT NULL', value: 's.phone::bigint' } };
const byNumber = { ...message.indexes, phone: { on: '(phone, account, uuid)' } };
const tightest: Layout = {
  message: {
    ...codedMessage,
    columns: ordered(without(typed(codedMessage.columns, phone), /^created_at$/)),
    indexes: byNumber,
  },
  part: { ...codedPart, columns: ordered(codedPart.columns) },
};

/** The first is today's. */
export const CANDIDATES: Record<string, Layout> = {
  today: { message, part },
  'a link with a name of three letters': {
    message: { ...message, answered: message.answered.replace(LINK, "'ntc'") },
    part: { ...part, columns: typed(part.columns, { link: { is: 'link text NOT NULL', value: "'ntc'" } }) },
  },
  'columns in the order of their widths': { message: { ...message, columns: ordered(columns) }, part },
  'codes for status, operator, channel and link of a message': { message: codedMessage, part },
  'a part with the code of its link and without a status': { message, part: codedPart },
  'numbers as bigint': { message: { ...message, columns: typed(columns, phone), indexes: byNumber }, part },
  'without created_at, which the key has': {
    message: { ...message, columns: without(columns, /^created_at$/) },
    part,
  },
  'without created_at and updated_at': {
    message: {
      ...message,
      columns: without(columns, /^(created|updated)_at$/),
      answered: message.answered.replace(', updated_at = now()', ''),
      received: message.received.replace(', updated_at = now()', ''),
    },
    part,
  },
  'accounts and campaigns as integers': { message: { ...message, columns: typed(columns, owners) }, part },
  'fill factor 45': { message: { ...message, fillfactor: 45 }, part },
  'numbers by (phone, uuid)': indexed('phone', '(phone text_pattern_ops, uuid)'),
  'numbers by (phone)': indexed('phone', '(phone text_pattern_ops)'),
  'numbers by a hash': indexed('phone', 'USING hash (phone)'),
  'campaigns by the key': indexed('campaign', '(campaign) WHERE false'),
  'campaigns by (campaign)': indexed('campaign', '(campaign)'),
  'accounts by a block range': indexed('account', 'USING brin (account)'),
  'parts by (operator_id)': { message, part: { ...part, indexes: { pkey: { on: '(operator_id)' } } } },
  'parts by a hash of operator_id': {
    message,
    part: { ...part, indexes: { pkey: { on: 'USING hash (operator_id)' } } },
  },
  'without parts: an index of operator_id on messages': {
    message: { ...message, indexes: { ...message.indexes, id: { on: '(operator_id)' } } },
    part: { columns: [{ is: 'operator_id text' }], indexes: {} },
  },
  'codes, order, bigint and small parts together': tightest,
  'the same, and campaigns by (campaign)': {
    ...tightest,
    message: { ...tightest.message, indexes: { ...byNumber, campaign: { on: '(campaign)' } } },
  },
};
