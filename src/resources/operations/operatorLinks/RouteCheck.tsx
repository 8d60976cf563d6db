import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { ROUTE, type RouteAnswer, type RouteLink } from '#schema/routing.ts';
import { hasPermission } from '../../../core/access.ts';
import { digits } from '../../../core/format.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { ReferencePicker } from '../../../crud/ReferencePicker.tsx';
import { shownPrefix } from '../numberPlan/shownPrefix.ts';
import { useNumberAnswer } from '../useNumberAnswer.ts';
import { whyRoute } from './whyRoute.ts';
import './routing.css';

/** Links change by themselves, in milliseconds. */
const EVERY = 3000;

/** Shows which link would take a message to a typed number, of an account and under a sender ID if they are given. */
export function RouteCheck() {
  const translate = useTranslate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [account, setAccount] = useState<string>();
  const [sender, setSender] = useState('');
  const about = account ? { account, ...(sender.trim() && { sender: sender.trim() }) } : {};
  const { data, problem } = useNumberAnswer<RouteAnswer>(ROUTE, typed, { about, refetchInterval: EVERY });
  return (
    <section className="crud-card routing" aria-labelledby={id}>
      <h2 id={id}>{translate('routing.ask')}</h2>
      <div className="routing-asked">
        <TextField
          type="tel"
          label={translate('routing.number')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={problem !== ''}
          helperText={problem ? translate(problem, { _: problem }) : translate('routing.number_help')}
          slotProps={{ htmlInput: { inputMode: 'tel', autoComplete: 'off' } }}
        />
        {hasPermission(['account-list', 'get']) && (
          <ReferencePicker
            single
            of="admin/accounts"
            label={translate('routing.account')}
            value={account ? [account] : []}
            onChange={([chosen]) => {
              setAccount(chosen);
              if (!chosen) setSender('');
            }}
          />
        )}
        {account && (
          <TextField
            label={translate('routing.sender')}
            value={sender}
            onChange={(event) => setSender(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 11, autoComplete: 'off' } }}
          />
        )}
      </div>
      <div role="status">{data && <Route answer={data} />}</div>
    </section>
  );
}

function Route({ answer }: { answer: RouteAnswer }) {
  const translate = useTranslate();
  const operators = useOperatorNames();
  const { blocks, links, prefix, test } = answer;
  const operator = operators.name(answer.operator);
  const named = (route: RouteLink['route']) =>
    links.flatMap((link) => (link.route === route ? [link.name] : [])).join(', ');
  return (
    <div className="routing-answer">
      <p>
        {translate(prefix === null ? 'routing.number_unknown' : 'routing.number_of', {
          phone: digits(answer.phone),
          operator,
          prefix: shownPrefix(prefix ?? ''),
        })}
      </p>
      {blocks.map((block) => (
        <Alert key={block} severity="warning" variant="outlined">
          {translate(`routing.blocks.${block}`, { operator, hours: digits(answer.quiet_hours ?? '') })}
        </Alert>
      ))}
      <dl className="routing-sum">
        <div>
          <dt>{translate('routing.now')}</dt>
          <dd>{named('takes') || named('throttled') || translate('routing.nobody')}</dd>
        </div>
        <div>
          <dt>{translate('routing.backup')}</dt>
          <dd>{named('backup') || translate('routing.nobody')}</dd>
        </div>
      </dl>
      {links.length > 0 && (
        <>
          <h3>{translate('routing.others')}</h3>
          <dl className="routing-links">
            {links.map((link) => (
              <div key={link.uuid} data-route={link.route}>
                <dt>{link.name}</dt>
                <dd>{whyRoute(translate, link, operator, test)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}
