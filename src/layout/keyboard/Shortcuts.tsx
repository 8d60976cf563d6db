import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { canAccess, isOffered, reviewsKyc } from '../../core/access.ts';
import { Dialog } from '../Dialog.tsx';
import { entriesOf } from '../menu.ts';
import { Keys } from './Keys.tsx';
import { commandKey, placesFor, useSingleKeys } from './keys.ts';
import './keyboard.css';

type Line = readonly [keys: readonly string[], text: string, together?: boolean];

const decides = (): boolean =>
  reviewsKyc() || ['admin/payment-references', 'admin/sender-identities'].some((route) => canAccess(route));

/** All shortcuts, and the switch that turns off those of a single key. */
export function Shortcuts({ onClose }: { onClose(): void }) {
  const translate = useTranslate();
  const id = useId();
  const [areSingle, setSingle] = useSingleKeys();
  const entries = entriesOf();
  const nameOf = (route: string): string => {
    const entry = entries.find((one) => one.route === route);
    return entry
      ? translate(entry.label, { smart_count: 2 })
      : translate(`resources.${route}.name`, { smart_count: 2, _: route });
  };
  const text = (name: string) => translate(`keyboard.does.${name}`);
  const groups: { title: string; lines: Line[]; isSingle?: boolean }[] = [
    {
      title: translate('keyboard.always'),
      lines: [
        [[commandKey(), 'K'], text('palette'), true],
        [['Esc'], text('escape')],
        [['Alt', 'T'], text('toasts'), true],
      ],
    },
    ...(decides()
      ? [
          {
            title: translate('keyboard.reviews'),
            lines: [
              [['Alt', 'A'], text('approve'), true],
              [['Alt', 'R'], text('reject'), true],
              [['Alt', 'N'], text('next'), true],
            ] satisfies Line[],
          },
        ]
      : []),
    {
      title: translate('keyboard.anywhere'),
      isSingle: true,
      lines: [
        [['?'], text('help')],
        [['/'], text('search')],
        [['C'], text('create')],
      ],
    },
    {
      title: translate('keyboard.lists'),
      isSingle: true,
      lines: [
        [['J'], text('down')],
        [['K'], text('up')],
        [['Enter'], text('open')],
        [['X'], text('select')],
        [['F'], text('filters')],
      ],
    },
    {
      title: translate('keyboard.go'),
      isSingle: true,
      lines: [...placesFor(isOffered)].map(
        ([letter, route]): Line => [['G', letter.toUpperCase()], nameOf(route)],
      ),
    },
  ];

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id}>{translate('keyboard.title')}</DialogTitle>
      <DialogContent>
        <FormControlLabel
          control={<Switch checked={areSingle} onChange={(_, checked) => setSingle(checked)} />}
          label={translate('keyboard.single')}
        />
        <p className="keys-note">{translate('keyboard.singleText')}</p>
        <div className="keys-groups">
          {groups.map(({ title, lines, isSingle = false }) => (
            <section key={title}>
              <h3>
                {title}
                {isSingle && !areSingle && ` (${translate('keyboard.off')})`}
              </h3>
              <dl>
                {lines.map(([keys, what, together]) => (
                  <div key={keys.join(' ')}>
                    <dt>{what}</dt>
                    <dd>
                      <Keys keys={keys} together={together} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('keyboard.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
