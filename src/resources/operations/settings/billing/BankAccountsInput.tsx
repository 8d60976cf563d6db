import AddRounded from '@mui/icons-material/AddRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useInput, useTranslate, ValidationError } from 'ra-core';
import { flushSync } from 'react-dom';
import { useFormState } from 'react-hook-form';
import { type BankAccount, bankAccount } from '#schema/billingSettings.ts';
import { digits } from '../../../../core/format.ts';
import { explain } from '../../../../crud/resolver.ts';

const asIs = (value: unknown) => value;
const empty: BankAccount = { bank: '', branch: null, name: '', number: '' };
const parts = ['bank', 'branch', 'name', 'number'] as const;
const MOST = 10;

/** What is wrong with an account, by its part. */
function problemsOf(account: BankAccount): Partial<Record<string, string>> {
  const result = bankAccount.safeParse(account, { error: explain });
  const issues = result.success ? [] : result.error.issues;
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

/** The provider's bank accounts, which customers see when they choose a transfer or a cheque. */
export function BankAccountsInput({ source, isHidden }: { source: string; isHidden: boolean }) {
  const translate = useTranslate();
  const { field, fieldState, id } = useInput({ source, format: asIs, parse: asIs });
  const { isSubmitted } = useFormState();
  const accounts = (field.value ?? []) as BankAccount[];
  const problems = accounts.map((account) => (isSubmitted ? problemsOf(account) : {}));
  // What is wrong within an account stands there.
  const error = problems.every((of) => Object.keys(of).length === 0) ? fieldState.error?.message : undefined;

  const change = (index: number, part: keyof BankAccount, text: string) => {
    const value = part === 'branch' && text === '' ? null : text;
    field.onChange(accounts.map((account, i) => (i === index ? { ...account, [part]: value } : account)));
  };
  const changeRows = (rows: BankAccount[], focused: string) => {
    // What gets the focus is there afterwards.
    flushSync(() => field.onChange(rows));
    document.getElementById(focused)?.focus();
  };
  const add = () => changeRows([...accounts, empty], `${id}-${accounts.length}-bank`);
  const remove = (index: number) => changeRows(accounts.toSpliced(index, 1), `${id}-add`);

  return (
    <fieldset className="billing-accounts" aria-describedby={error ? `${id}-note` : undefined}>
      <legend>{translate('billingSettings.accounts')}</legend>
      {isHidden && (
        <Alert severity="info" variant="outlined">
          {translate('billingSettings.accountsHidden')}
        </Alert>
      )}
      {accounts.map((account, index) => {
        const title = translate('billingSettings.account', { number: digits(String(index + 1)) });
        return (
          // The accounts have no identity besides their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <section key={index} className="billing-account" aria-label={title}>
            <header>
              <strong>{title}</strong>
              <IconButton
                aria-label={translate('billingSettings.removeAccount', { account: title })}
                onClick={() => remove(index)}
              >
                <CloseRounded fontSize="small" />
              </IconButton>
            </header>
            <div className="billing-pair">
              {parts.map((part) => {
                const problem = problems[index]?.[part];
                const label = translate(`billingSettings.part.${part}`);
                return (
                  <TextField
                    key={part}
                    id={`${id}-${index}-${part}`}
                    size="small"
                    margin="none"
                    label={part === 'branch' ? `${label} ${translate('crud.form.optional')}` : label}
                    value={account[part] ?? ''}
                    error={problem !== undefined}
                    helperText={
                      problem && (
                        <ValidationError
                          error={
                            problem === 'Required'
                              ? '@@react-admin@@{"message":"crud.error.required"}'
                              : problem
                          }
                        />
                      )
                    }
                    onChange={({ target }) => change(index, part, target.value)}
                    slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 120 } }}
                    fullWidth
                  />
                );
              })}
            </div>
          </section>
        );
      })}
      {error && (
        <FormHelperText id={`${id}-note`} error sx={{ mx: 0 }}>
          <ValidationError error={error} />
        </FormHelperText>
      )}
      {accounts.length < MOST && (
        <Button
          id={`${id}-add`}
          size="small"
          className="flush-start"
          startIcon={<AddRounded />}
          onClick={add}
        >
          {translate('billingSettings.addAccount')}
        </Button>
      )}
    </fieldset>
  );
}
