import { useInput, useTranslate, ValidationError } from 'ra-core';
import { type AccountType, documentTypesOf } from '#schema/kyc.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { ChoiceCard, ChoiceCards } from '../../../crud/ChoiceCards.tsx';

const kyc = entityOf('kyc');

/** The document type, with what will be asked for. */
export function DocumentTypeInput({ type }: { type: AccountType }) {
  const translate = useTranslate();
  const labels = useLabels(kyc);
  const { field, fieldState } = useInput({ source: 'document_type' });
  const error = fieldState.error?.message;
  return (
    <ChoiceCards
      legend={labels.field('document_type')}
      error={error && <ValidationError error={error} />}
      wide
    >
      {documentTypesOf(type).map((one) => (
        <ChoiceCard
          key={one}
          group={field.name}
          value={one}
          chosen={field.value === one}
          label={labels.choice('document_type', one)}
          note={translate(`kyc.documentNote.${one}`)}
          onChoose={() => field.onChange(one)}
        />
      ))}
    </ChoiceCards>
  );
}
