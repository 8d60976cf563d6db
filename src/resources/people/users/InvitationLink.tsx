import LinkRounded from '@mui/icons-material/LinkRounded';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import type { InvitationLink as Link } from '#schema/users.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { dateTime } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { Secret } from '../../../crud/Secret.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { Dialog } from '../../../layout/Dialog.tsx';

/** Makes an invitation link of the user at `path` and shows it once, to hand over without e-mail. */
export function InvitationLink({ path, name }: { path: string; name: string }) {
  const translate = useTranslate();
  const id = useId();
  const [link, setLink] = useState<Link>();
  const { isBusy, run } = useAct(() => {});
  const make = () =>
    run(async () => {
      setLink(dataOf<Link>(await http.json(`${path}invitation-link/`, { method: 'POST' })));
      return undefined;
    });
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<LinkRounded />}
        loading={isBusy}
        onClick={() => void make()}
      >
        {translate('users.do.invitationLink')}
      </Button>
      {link && (
        <Dialog open aria-labelledby={id} maxWidth="sm" fullWidth>
          <DialogTitle id={id}>{translate('users.link.title', { name })}</DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            <p className="users-link">
              {translate('users.link.text', { name, date: dateTime(link.expires_at) })}
            </p>
            <Secret label={translate('users.link.label')} secret={location.origin + link.path} />
          </DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={() => setLink(undefined)}>
              {translate('users.link.kept')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
