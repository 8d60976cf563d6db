import TextField from '@mui/material/TextField';
import { useInput, useTranslate, ValidationError } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { kyc } from '#schema/kyc.ts';
import { digits } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { asNumberedId } from '../../../core/records.ts';
import { inputFor } from '../../../crud/inputs.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import type { Name } from './form.ts';
import { useDistricts, useMunicipalities, useProvinces } from './usePlaces.ts';

/** The ward where its API does not say how many there are. */
const WardInput = inputFor('integer');

interface PlaceProps {
  name: Name;
  options: readonly { id: number | string; label: string }[];
  /** Why nothing can be chosen yet. */
  wait?: string | false;
  isLoading?: boolean;
  /** Fields to clear when this changes. */
  resets?: readonly Name[];
}

/** A choice of places, stored by id. */
function PlaceInput({ name, options, wait, isLoading, resets = [] }: PlaceProps) {
  const translate = useTranslate();
  const labels = useLabels(kyc);
  const { setValue, clearErrors } = useFormContext();
  const asIs = (value: unknown) => value;
  const { field, fieldState, id } = useInput({ source: name, format: asIs, parse: asIs });
  const reason = wait || (isLoading && translate('shell.loading'));
  // Focusable even while loading, because a refused form moves the focus here.
  const error = wait ? undefined : fieldState.error?.message;
  const value = options.find((option) => option.id === field.value)?.id ?? '';
  return (
    <TextField
      id={id}
      name={field.name}
      select
      value={value}
      onChange={({ target }) => {
        field.onChange(options.find((option) => String(option.id) === target.value)?.id ?? null);
        for (const other of resets) setValue(other, null);
        clearErrors([...resets]);
      }}
      onBlur={() => field.onBlur()}
      inputRef={field.ref}
      label={labels.field(name)}
      helperText={error ? <ValidationError error={error} /> : reason || undefined}
      error={Boolean(error)}
      disabled={Boolean(wait)}
      slotProps={{ select: { native: true } }}
      fullWidth
    >
      <option value="">{translate('kyc.choose')}</option>
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.label}
        </option>
      ))}
    </TextField>
  );
}

/** Province, district, local level and ward: each depends on the previous one. */
export function AddressInputs() {
  const translate = useTranslate();
  const { watch } = useFormContext();
  const [province, district, municipality] = watch(['province', 'district', 'municipality']);
  const provinces = useProvinces();
  const districts = useDistricts();
  const municipalities = useMunicipalities(district);
  const wards = Number(municipalities.list.find(({ id }) => id === municipality)?.wards ?? 0);
  const isFree = municipality && !municipalities.isLoading && !(wards > 0);
  const broken = [provinces, districts, municipalities].find(({ error }) => error);
  if (broken) return <LoadFailure what="kyc.places" error={broken.error} onRetry={broken.retry} />;
  return (
    <div className="kyc-pairs">
      <PlaceInput
        name="province"
        options={provinces.list}
        isLoading={provinces.isLoading}
        resets={['district', 'municipality', 'ward']}
      />
      <PlaceInput
        name="district"
        options={districts.list.filter(
          (one) => one.province === undefined || asNumberedId(one.province) === province,
        )}
        wait={!province && translate('kyc.provinceFirst')}
        isLoading={districts.isLoading}
        resets={['municipality', 'ward']}
      />
      <PlaceInput
        name="municipality"
        options={municipalities.list}
        wait={!district && translate('kyc.districtFirst')}
        isLoading={municipalities.isLoading}
        resets={['ward']}
      />
      {isFree ? (
        <WardInput entity={kyc} name="ward" field={kyc.fields.ward} />
      ) : (
        <PlaceInput
          name="ward"
          options={Array.from({ length: wards }, (_, index) => ({
            id: index + 1,
            label: digits(String(index + 1)),
          }))}
          wait={!municipality && translate('kyc.municipalityFirst')}
          isLoading={municipalities.isLoading}
        />
      )}
    </div>
  );
}

export function IssueDistrictInput() {
  const { list, isLoading, error, retry } = useDistricts();
  if (error) return <LoadFailure what="kyc.places" error={error} onRetry={retry} />;
  return <PlaceInput name="issue_district" options={list} isLoading={isLoading} />;
}
