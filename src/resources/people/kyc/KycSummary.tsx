import EditOutlined from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueries } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { AccountType } from '#schema/kyc.ts';
import { entityOf } from '../../../core/entities.ts';
import { digits } from '../../../core/format.ts';
import { shown, useLabels } from '../../../core/labels.ts';
import { DocumentPages, DocumentView } from '../../../crud/DocumentView.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { documentQuery } from '../../../crud/useStoredDocument.ts';
import { BothCalendars } from './BothCalendars.tsx';
import { useFileLabel } from './FileInput.tsx';
import { fieldsOf, type Name, type Step } from './form.ts';
import { useDistricts, useMunicipalities, useProvinces } from './usePlaces.ts';
import { useSameContent } from './useSameContent.ts';

const kyc = entityOf('kyc');

/** A record, or the input for one. */
type Shown = Readonly<Record<string, unknown>>;

interface Props {
  values: Shown;
  type: AccountType;
  /** Opens a step for editing; without it nothing can be changed. */
  onEdit?(step: Step): void;
}

const sections = ['who', 'document', 'address'] as const;

/** The input step by step: to check before submitting, or as submitted. */
export function KycSummary({ values, type, onEdit }: Props) {
  const translate = useTranslate();
  const labels = useLabels(kyc);
  const fileLabel = useFileLabel(values.document_type);
  const placeText = usePlaceText(values);
  const files = fieldsOf('files', type, values.document_type).filter((name) => values[name]);
  return (
    <div className="kyc-summary">
      <section
        className="kyc-told"
        aria-label={translate('kyc.sent')}
        ref={onEdit ? undefined : stopIfScrolls}
      >
        {sections.map((step) => (
          <Section key={step} step={step} onEdit={onEdit}>
            <dl className="crud-record">
              {fieldsOf(step, type, values.document_type).map((name) => (
                <div key={name}>
                  <dt>{labels.field(name)}</dt>
                  <dd>{placeText(name) ?? <KycValue name={name} record={values} />}</dd>
                </div>
              ))}
            </dl>
          </Section>
        ))}
      </section>
      <Section step="files" onEdit={onEdit}>
        <SameFiles values={values} names={files} />
        <div className="kyc-files">
          {files.map((name) => (
            <DocumentView key={name} uuid={String(values[name])} title={fileLabel(name)} isBrief />
          ))}
          {/* Only its answer tells that a document is a PDF. Its pages, as wide as all, would move what stands beside it. */}
          {files.map((name) => (
            <DocumentPages key={name} uuid={String(values[name])} title={fileLabel(name)} />
          ))}
        </div>
      </Section>
    </div>
  );
}

/** A ref callback: Tab stops at the facts while they scroll, so that the keyboard can. */
function stopIfScrolls(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const sizes =
    globalThis.ResizeObserver &&
    new ResizeObserver(() => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    });
  sizes?.observe(element);
  return () => sizes?.disconnect();
}

const dates: readonly string[] = ['birth_date', 'issue_date'];

/** A field's value; a date in both calendars, because certificates have one of them and passports the other. */
export function KycValue({ name, record }: { name: string; record: Shown }) {
  const iso = record[name];
  if (!dates.includes(name) || typeof iso !== 'string')
    return <FieldValue entity={kyc} name={name} record={record} />;
  return <BothCalendars iso={iso} />;
}

/** Says which of the documents have the same content. */
function SameFiles({ values, names }: { values: Shown; names: readonly Name[] }) {
  const translate = useTranslate();
  const label = useFileLabel(values.document_type);
  const files = [...new Set(names.map((name) => String(values[name])))];
  const stored = useQueries({ queries: files.map(documentQuery) });
  const same = useSameContent(
    names.map((name) => [name, stored[files.indexOf(String(values[name]))]?.data] as const),
  );
  return names.map((name) => {
    const other = same[name];
    return (
      other && (
        <Alert key={name} severity="warning" variant="outlined">
          {translate('kyc.sameFile', { name: label(name), other: label(other) })}
        </Alert>
      )
    );
  });
}

function Section({
  step,
  onEdit,
  children,
}: Pick<Props, 'onEdit'> & { step: Exclude<Step, 'check'>; children: ReactNode }) {
  const translate = useTranslate();
  // The reader of a record is not always its author.
  const name = translate(onEdit ? `kyc.step.${step}` : `kyc.part.${step}`);
  return (
    <section className="crud-card kyc-section">
      <header>
        <h3>{name}</h3>
        {onEdit && (
          <Button
            size="small"
            startIcon={<EditOutlined />}
            aria-label={translate('kyc.editStep', { step: name })}
            onClick={() => onEdit(step)}
          >
            {translate('crud.show.edit')}
          </Button>
        )}
      </header>
      {children}
    </section>
  );
}

/** The record's places by name in the user's language; undefined if unknown. */
export function usePlaceText(values: Shown): (name: string) => ReactNode {
  const provinces = useProvinces();
  const districts = useDistricts();
  const municipalities = useMunicipalities(values.district);
  const of: Record<string, { nameOf(id: unknown): string | undefined; error: unknown }> = {
    province: provinces,
    district: districts,
    issue_district: districts,
    municipality: municipalities,
  };
  return (name) => {
    const places = of[name];
    if (!places || !values[name]) return name === 'ward' ? digits(shown(values.ward)) : undefined;
    // If the names cannot be loaded, show the number; while they load, it would only flicker.
    return places.nameOf(values[name]) ?? (places.error ? digits(String(values[name])) : '…');
  };
}
