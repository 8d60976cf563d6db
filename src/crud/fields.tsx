import { useCreatePath, useGetManyAggregate, useResourceDefinitions, useTranslate } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ERASED } from '#schema/erased.ts';
import type { FieldOutline, Kind, Outline } from '#schema/outline.ts';
import { canAccess } from '../core/access.ts';
import { entityNamed } from '../core/entities.ts';
import { digits, isDay, number, price, priceInRupees, rupees } from '../core/format.ts';
import { recordTitle, spaced, useLabels } from '../core/labels.ts';
import { serverText } from '../i18n/serverText.ts';
import { LateNames } from './LateNames.tsx';
import { HiddenText, useHiddenLength } from './MessageText.tsx';
import { StatusChip } from './StatusChip.tsx';
import { When } from './When.tsx';

/** Props for displaying a field's value. `inList` asks for the short form. */
export interface FieldProps {
  entity: Outline;
  name: string;
  field: FieldOutline;
  value: unknown;
  inList?: boolean;
}

/** A missing value; announced as such. */
export function EmptyValue() {
  const translate = useTranslate();
  return (
    <span className="crud-none">
      <span aria-hidden="true">–</span>
      <span className="crud-hidden">{translate('crud.none')}</span>
    </span>
  );
}

/** Fields with text by people or with sentences of the server. */
const maySay = new Set(['reason', 'note', 'error']);

const TextField = ({ name, value, inList }: FieldProps) => {
  const text = maySay.has(name) ? serverText(String(value)) : String(value);
  if (isDay(text)) return <When iso={text} />;
  const shown = withBreaks(text);
  // Long ones do not make their rows higher than others.
  if (!inList || (shown === text && !maySay.has(name))) return shown;
  return (
    <span className="crud-clamp" title={text}>
      {shown}
    </span>
  );
};

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

/** Characters up to which an address is only broken after its @. */
const SHORT_ADDRESS = 32;

/** A text that may also break where `at` splits it, so that a long word does not widen a whole table. */
export function Breakable({ text, at }: { text: string; at: RegExp }) {
  const parts = text.split(at);
  return parts.slice(1).reduce<ReactNode>(
    (before, part) => (
      <>
        {before}
        <wbr />
        {part}
      </>
    ),
    parts[0],
  );
}

/** An e-mail address that may break after the @, and a long one after its dots. */
export const Email = ({ address }: { address: string }) => (
  <Breakable text={address} at={address.length > SHORT_ADDRESS ? /(?<=[@.])/ : /(?<=@)/} />
);

/** A text, which may break after its @ if it is an e-mail address. */
export const withBreaks = (text: string): ReactNode => (isEmail(text) ? <Email address={text} /> : text);

const LongTextField = ({ value, inList }: FieldProps) => {
  const hidden = useHiddenLength(value);
  if (hidden !== undefined) return <HiddenText length={hidden} />;
  return <span className={inList ? 'crud-clamp' : 'crud-pre'}>{String(value)}</span>;
};

const PhoneField = ({ value }: FieldProps) => {
  const translate = useTranslate();
  if (value === ERASED) return <>{translate('crud.erased')}</>;
  return <span className="crud-number">{spaced(String(value))}</span>;
};

/**
 * A price, or an amount that may be fractional, in minor units. It has at least two decimals. CSS reserves room for a third in
 * tables, so that the decimal points align.
 */
export const ExactAmount = ({ minor }: { minor: number }) => (
  <span className="crud-number" data-decimals={price(minor, 6).split('.')[1]?.length}>
    {priceInRupees(minor, 6)}
  </span>
);

const NumberField = ({ value, field }: FieldProps) => {
  const amount = Number(value);
  if (field.kind === 'price') return <ExactAmount minor={amount} />;
  return <span className="crud-number">{field.kind === 'money' ? rupees(amount) : number(amount)}</span>;
};

const BooleanField = ({ entity, name, value }: FieldProps) => {
  const labels = useLabels(entity);
  const translate = useTranslate();
  if (name !== 'is_active') return <>{translate(value ? 'crud.yes' : 'crud.no')}</>;
  const status = value ? 'active' : 'inactive';
  return <StatusChip status={status} label={labels.choice(name, status)} />;
};

const DateField = ({ value }: FieldProps) => <When iso={String(value)} />;

const ChoiceField = ({ entity, name, value }: FieldProps) => {
  const label = useLabels(entity).choice(name, String(value));
  return name === 'status' ? <StatusChip status={String(value)} label={label} /> : label;
};

const SHOWN_MAX = 3;

const ReferencesField = ({ field, value, inList }: FieldProps) => {
  const ids = (Array.isArray(value) ? value : [value]).map(String);
  const of = entityNamed(field.of);
  if (ids.length === 0) return <EmptyValue />;
  if (!of || !canAccess(of.name)) return <>{digits(String(ids.length))}</>;
  return <ReferenceLinks of={of} ids={ids} most={inList ? SHOWN_MAX : ids.length} />;
};

/**
 * Milliseconds for which names that a list has just shown are not fetched again for its records: sending that request took
 * 1 ms of the 18 until a record is there.
 */
const FRESH = 10_000;

function ReferenceLinks({ of, ids, most }: { of: Outline; ids: readonly string[]; most: number }) {
  const translate = useTranslate();
  const shown = ids.slice(0, most);
  const { data, isPending } = useGetManyAggregate(of.name, { ids: shown }, { staleTime: FRESH });
  const rest = ids.length - shown.length;
  return (
    <LateNames isPending={isPending}>
      {data?.filter(Boolean).map((record) => (
        <ReferenceLink key={String(record.id)} of={of} record={record} />
      ))}
      {rest > 0 && <span>{translate('crud.more', { count: digits(String(rest)) })}</span>}
    </LateNames>
  );
}

function ReferenceLink({ of, record }: { of: Outline; record: Record<string, unknown> }) {
  const createPath = useCreatePath();
  const { hasShow } = useResourceDefinitions()[of.name] ?? {};
  const title = recordTitle(of, record);
  if (!hasShow) return <span className="crud-tag">{title}</span>;
  const to = createPath({ resource: of.name, type: 'show', id: String(record.id) });
  return <Link to={to}>{title}</Link>;
}

const AttributesField = ({ value }: FieldProps) => {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>).filter(
    ([, cell]) => cell !== null && cell !== '',
  );
  if (entries.length === 0) return <EmptyValue />;
  return (
    <dl className="crud-attributes">
      {entries.map(([key, cell]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{String(cell)}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The component that displays values of this kind. */
function fieldFor(kind: Kind): ComponentType<FieldProps> {
  switch (kind) {
    case 'longText':
      return LongTextField;
    case 'phone':
      return PhoneField;
    case 'integer':
    case 'money':
    case 'price':
      return NumberField;
    case 'boolean':
      return BooleanField;
    case 'datetime':
      return DateField;
    case 'choice':
      return ChoiceField;
    case 'reference':
    case 'references':
      return ReferencesField;
    case 'attributes':
      return AttributesField;
    default:
      return TextField;
  }
}

const created: FieldOutline = {
  kind: 'datetime',
  write: 'never',
  list: true,
  sort: true,
  filter: 'range',
  search: false,
};

/** The field of this name, including those that every entity has. */
export const fieldOf = (entity: Outline, name: string): FieldOutline | undefined =>
  entity.fields[name] ??
  (name === 'created_at' || name === 'updated_at' ? { ...created, sort: name === 'created_at' } : undefined);

interface FieldValueProps {
  entity: Outline;
  name: string;
  record: Readonly<Record<string, unknown>>;
  inList?: boolean;
}

/** A record's field by name, displayed by its kind; a dash if there is no value. */
export const FieldValue = (props: FieldValueProps) => fieldValue(props);

/** The same as a call: a list has hundreds of them, and each component less is a fiber less before its first rows. */
export function fieldValue({ entity, name, record, inList }: FieldValueProps) {
  const field = fieldOf(entity, name);
  const value = record[name];
  if (!field || value === null || value === undefined || value === '') return <EmptyValue />;
  const Shown = fieldFor(field.kind);
  return <Shown entity={entity} name={name} field={field} value={value} inList={inList} />;
}
