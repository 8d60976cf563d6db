import NetworkCheckRounded from '@mui/icons-material/NetworkCheckRounded';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRecordContext, useTranslate } from 'ra-core';
import { useContext, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { type LinkTest, linkOf, operatorLink } from '#schema/operatorLink.ts';
import { number } from '../../../core/format.ts';
import { asFailure, HttpError, http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';
import { LinkForm } from './LinkFields.tsx';

/** Tries the form's settings without saving them. A result is of one kind of link: the other's form starts without it. */
export function TestConnection() {
  const { kind, isFixed } = useContext(LinkForm);
  if (isFixed || !offers('http-operators')) return null;
  return <Test key={kind} />;
}

function Test() {
  const translate = useTranslate();
  const record = useRecordContext();
  const { kind } = useContext(LinkForm);
  const { getValues, setError, trigger } = useFormContext();
  const [isBusy, setBusy] = useState(false);
  const [tested, setTested] = useState<LinkTest | HttpError>();

  const ask = async () => {
    setTested(undefined);
    if (!(await trigger(undefined, { shouldFocus: true }))) return;
    setBusy(true);
    try {
      const values = getValues();
      const names = Object.keys(linkOf[kind].create.shape);
      const body = Object.fromEntries(names.map((name) => [name, values[name]]));
      const uuid = record?.uuid as string | undefined;
      const url = `${operatorLink.path}test/`;
      const answer = await http.json<{ data: LinkTest }>(url, { method: 'POST', body: { ...body, uuid } });
      setTested(answer.data);
    } catch (error) {
      const known = asFailure(error);
      const errors = Object.entries(known.body.errors ?? {});
      for (const [name, [message = ''] = []] of errors)
        setError(name, { type: 'server', message }, { shouldFocus: true });
      // Otherwise each field says what is wrong with it.
      if (errors.length === 0) setTested(known);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="link-test">
      <Button
        variant="outlined"
        startIcon={<NetworkCheckRounded />}
        loading={isBusy}
        loadingPosition="start"
        onClick={() => void ask()}
      >
        {translate(isBusy ? 'linkForms.testing' : 'linkForms.test')}
      </Button>
      <div role="status">{tested !== undefined && <Outcome tested={tested} />}</div>
    </div>
  );
}

function Outcome({ tested }: { tested: LinkTest | HttpError }) {
  const translate = useTranslate();
  if (tested instanceof HttpError) return <FailureAlert failure={tested} quiet />;
  const { result, detail, milliseconds } = tested;
  const isGood = result === 'signed_in' || result === 'reached';
  return (
    <Alert severity={isGood ? 'success' : 'error'} variant="outlined">
      {translate(detail ? 'linkForms.took_detail' : 'linkForms.took', {
        text: translate(`linkForms.tested.${result}`),
        detail,
        milliseconds: number(milliseconds),
      })}
    </Alert>
  );
}
