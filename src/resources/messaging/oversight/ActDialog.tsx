import { useTranslate } from 'ra-core';
import { money, number } from '../../../core/format.ts';
import { ReasonDialog } from '../../../crud/review/ReasonDialog.tsx';
import type { Act, Decider, useOversee } from './useOversee.ts';

/** Whether an action needs a reason, which the customer reads. */
const reasons: Partial<Record<Act, 'required' | 'optional'>> = {
  reject: 'required',
  pause: 'optional',
  stop: 'required',
};

interface Props {
  act: Act;
  campaign: { name: string; account_name?: string; recipients: number; cost: number; queued: number };
  state: ReturnType<typeof useOversee>;
  decider: Decider;
}

/** Asks before a decision on a campaign, with its reason where it needs one. */
export function ActDialog({ act, campaign, state, decider }: Props) {
  const translate = useTranslate();
  const rule = reasons[act];
  const texts = decider.textsOf(act);
  const { name, account_name: account, recipients, cost, queued } = campaign;
  const count = act === 'approve' ? recipients : queued;
  return (
    <ReasonDialog
      open
      danger={act === 'reject' || act === 'stop'}
      state={state}
      className="campaign-dialog"
      title={translate(texts.title, { name })}
      confirm={translate(texts.act)}
      reason={
        rule && {
          label: translate(decider.reason[rule]),
          help: translate(decider.reason.help),
          isRequired: rule === 'required',
        }
      }
      above={() => (
        <p>
          {translate(texts.text, { account, smart_count: count, count: number(count), cost: money(cost) })}
        </p>
      )}
      onConfirm={(reason) => void state.send(act, rule ? { reason: reason || null } : {})}
    />
  );
}
