import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { ownAccount } from '#schema/account.ts';
import { type AccountType, kyc } from '#schema/kyc.ts';
import { canAccess } from '../../../core/access.ts';
import { inputFor } from '../../../crud/inputs.tsx';
import { DocumentTypeInput } from './DocumentTypeInput.tsx';
import { FileInput } from './FileInput.tsx';
import { fieldsOf, type Name } from './form.ts';
import { KycSummary } from './KycSummary.tsx';
import { AddressInputs, IssueDistrictInput } from './PlaceInputs.tsx';
import type { KycFormState } from './useKycForm.ts';
import { useSameContent } from './useSameContent.ts';

interface Props {
  state: KycFormState;
  type: AccountType;
  /** Called with whether a file is uploading. */
  onBusy(isBusy: boolean): void;
}

/** The inputs of the open step. */
export function StepFields({ state, type, onBusy }: Props) {
  const translate = useTranslate();
  const { step, values, show } = state;
  const documentType = values.document_type;
  switch (step) {
    case 'who':
      return (
        <>
          <p className="kyc-hint">
            {translate(`kyc.accountOf.${type}`)}{' '}
            {canAccess(ownAccount.name, 'edit') && (
              <Link to="/profile">{translate('kyc.changeAccount')}</Link>
            )}
          </p>
          <TypedFields {...{ step, type, documentType }} />
        </>
      );
    case 'document':
      return (
        <>
          <DocumentTypeInput type={type} />
          <TypedFields {...{ step, type, documentType }} />
        </>
      );
    case 'address':
      return (
        <>
          <p className="kyc-hint">{translate('kyc.addressHint')}</p>
          <TypedFields {...{ step, type, documentType }} />
        </>
      );
    case 'files':
      return <Files names={fieldsOf(step, type, documentType)} documentType={documentType} onBusy={onBusy} />;
    default:
      return (
        <>
          <p className="kyc-hint">{translate('kyc.checkHint')}</p>
          <KycSummary values={values} type={type} onEdit={(edited) => show(edited, { check: true })} />
        </>
      );
  }
}

/** The inputs of a step, shared by the customer's form and the correction. */
export function TypedFields({
  step,
  type,
  documentType,
}: {
  step: 'who' | 'document' | 'address';
  type: AccountType;
  documentType: unknown;
}) {
  const fields = fieldsOf(step, type, documentType);
  switch (step) {
    case 'who':
      return (
        <>
          {fields.filter((name) => ofCompany.includes(name)).map(input)}
          <div className="kyc-names">{namesOfPerson.map(input)}</div>
          {fields.filter((name) => !ofCompany.includes(name) && !namesOfPerson.includes(name)).map(input)}
        </>
      );
    case 'document':
      return (
        <>
          {fields.includes('issue_district') && <IssueDistrictInput />}
          <Generated name="document_number" />
          <Generated name="issue_date" />
        </>
      );
    default:
      return (
        <>
          <AddressInputs />
          <Generated name="tole" />
        </>
      );
  }
}

/** Fields of companies are optional in a record, but required for companies. */
const ofCompany: readonly Name[] = ['company_name', 'company_pan'];
const namesOfPerson: readonly Name[] = ['first_name', 'middle_name', 'last_name'];

const input = (name: Name) => <Generated key={name} name={name} />;

function Generated({ name }: { name: Name }) {
  const field = kyc.fields[name];
  const Input = inputFor(field.kind);
  return (
    <Input
      entity={kyc}
      name={name}
      field={{ ...field, ...(ofCompany.includes(name) && { input: z.string() }) }}
    />
  );
}

function Files({
  names,
  documentType,
  onBusy,
}: {
  names: readonly Name[];
  documentType: unknown;
  onBusy(isBusy: boolean): void;
}) {
  const translate = useTranslate();
  const busy = useRef(new Set<Name>());
  const report = useCallback(
    (name: Name, isBusy: boolean) => {
      if (isBusy) busy.current.add(name);
      else busy.current.delete(name);
      onBusy(busy.current.size > 0);
    },
    [onBusy],
  );
  useEffect(() => () => onBusy(false), [onBusy]);
  const [contents, setContents] = useState<ReadonlyMap<Name, File>>(new Map());
  const take = useCallback(
    (name: Name, content: File | null) =>
      setContents((former) => {
        const next = new Map(former);
        if (content) next.set(name, content);
        else next.delete(name);
        return next;
      }),
    [],
  );
  const same = useSameContent(names.map((name) => [name, contents.get(name)] as const));
  return (
    <>
      <p className="kyc-hint">{translate('kyc.filesHint')}</p>
      {names.map((name) => (
        <FileInput
          key={name}
          {...{ name, documentType }}
          onBusy={report}
          onContent={take}
          sameAs={same[name]}
        />
      ))}
    </>
  );
}
