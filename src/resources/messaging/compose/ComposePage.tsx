import { useNotify, useTranslate } from 'ra-core';
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { LeaveGuard } from '../../../crud/LeaveGuard.tsx';
import { NextAction, SEND } from '../../../crud/NextAction.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { useNextStep } from '../../../crud/useNextStep.ts';
import { askPlan } from './askPlan.ts';
import { CheckStep } from './CheckStep.tsx';
import { type Checked, type Draft, hasContent, useDraft } from './draft.ts';
import { PrefillFromLink } from './PrefillFromLink.tsx';
import { Steps } from './Steps.tsx';
import { COMPOSE, type Offer, offerOf } from './useSend.ts';
import { WriteStep } from './WriteStep.tsx';
import './compose.css';

const UnplannedStep = lazy(() => import('./UnplannedStep.tsx').then((m) => ({ default: m.UnplannedStep })));

// Not rendered for each typed character.
const Header = memo(PageHeader);
const Guard = memo(LeaveGuard);

/** Send Bulk SMS: write, check the cost, send. The step is in the URL, so that Back returns to it. */
export function ComposePage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const notify = useNotify();
  const [params, setParams] = useSearchParams();
  const { draft, latest, edit, setChecked, drop, finish, isOver, isGone, isBack, seen } = useDraft();
  // What is filled in is another message: nothing of the form's own state belongs to it.
  const [prefilled, setPrefilled] = useState(0);
  const { checked } = draft;
  // A send request got no answer: it may have been accepted.
  const isUncertain = draft.isSendable || checked?.offer.uncertain === true;
  const isCheck = params.get('step') === 'check' && checked !== null;

  // Without a check, a reload of its step or a link to it starts with writing.
  useEffect(() => {
    if (params.get('step') === 'check' && checked === null) setParams({}, { replace: true });
  }, [params, checked, setParams]);

  const onSent = ({ uuid }: Partial<Campaign>) => {
    finish();
    void refreshProfile();
    // Whoever has left the page is told, and not called back.
    if (uuid && !isGone.current) return navigate(`/sms/${uuid}/show`, { state: { accepted: true } });
    notify('unplanned.accepted', { type: 'success' });
    if (!isGone.current) navigate('/sms');
  };

  /** Keeps the answer to a check, unless the draft is another by now: that one nobody has seen checked. */
  const take = (what: Checked, change?: Partial<Draft>): boolean => {
    if (latest.current !== draft) return false;
    edit({ ...change, checked: what });
    return true;
  };

  const checking = (what: Checked) => ({
    ...{ draft, checked: what, onSent },
    onOffer: (offer: Offer) =>
      latest.current.checked?.request === what.request && setChecked({ ...what, offer }),
    onBack: () => setParams({}),
    onSender: async ({ uuid, name }: { uuid: string; name: string }) => {
      const request = { ...what.request, sender: uuid };
      const offer = offerOf(await askPlan(COMPOSE, request));
      take({ request, offer }, { sender: uuid, senderName: name });
    },
  });

  const onPrefill = useCallback(
    (change: Partial<Draft>) => {
      edit(change);
      setPrefilled((former) => former + 1);
    },
    [edit],
  );
  const onReturn = useCallback(() => setParams({ step: 'check' }), [setParams]);
  const step = useNextStep(true);
  const action = useMemo(() => step && step !== SEND && <NextAction step={step} />, [step]);
  const dropLabel = translate('compose.leaveDrop');
  const discard = useMemo(() => ({ label: dropLabel, onDrop: finish }), [dropLabel, finish]);

  return (
    <div className="compose">
      <Header title={translate('compose.title')} actions={action} />
      <Steps current={isCheck ? 'check' : 'write'} />
      <PrefillFromLink draft={latest} onPrefill={onPrefill} />
      {isCheck && checked ? (
        checked.offer.plan ? (
          <CheckStep plan={checked.offer.plan} {...checking(checked)} />
        ) : (
          <Suspense>
            <UnplannedStep {...checking(checked)} />
          </Suspense>
        )
      ) : (
        <WriteStep
          key={prefilled}
          draft={draft}
          edit={edit}
          isBack={isBack}
          onDiscard={drop}
          onReturn={onReturn}
          onChecked={(request, offer) => {
            if (!take({ request, offer })) return;
            seen();
            setParams({ step: 'check' });
          }}
        />
      )}
      <Guard
        active={hasContent(draft)}
        isOver={isOver}
        title={translate('compose.leaveTitle')}
        text={translate(isUncertain ? 'compose.leaveUncertain' : 'compose.leaveText')}
        leave={translate('compose.leaveKeep')}
        drop={discard}
      />
    </div>
  );
}
