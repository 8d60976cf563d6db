import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { canWrite } from '../../../crud/access.ts';
import { CopyText } from '../../../crud/Secret.tsx';
import { useAct } from '../../../crud/useAct.ts';
import './links.css';

const operatorLink = entityOf('admin/operator-links');

/** The address at which a link's operator reports results, shown on request to who may change the link. */
export function CallbackAddress({ link: { uuid } }: { link: OperatorLink }) {
  const translate = useTranslate();
  const [address, setAddress] = useState<string>();
  const { isBusy, run } = useAct(() => undefined);
  if (!canWrite(operatorLink, 'update')) return null;
  const show = () =>
    run(async () => {
      const { data } = await http.json<{ data: { url: string } }>(`${operatorLink.path}${uuid}/callback/`);
      setAddress(new URL(data.url, window.location.origin).href);
      return undefined;
    });
  return (
    <section className="crud-card link-callback" aria-labelledby="link-callback">
      <h2 id="link-callback">{translate('linkForms.callback')}</h2>
      <p className="link-quiet">{translate('linkForms.callback_text')}</p>
      {address ? (
        <CopyText label={translate('linkForms.callback')} text={address} />
      ) : (
        <Button variant="outlined" loading={isBusy} onClick={() => void show()}>
          {translate('linkForms.callback_show')}
        </Button>
      )}
    </section>
  );
}
