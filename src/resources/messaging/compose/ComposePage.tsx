import { useNotify, useTranslate } from 'ra-core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { LeaveGuard } from '../../../crud/LeaveGuard.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { Arrival } from './Arrival.tsx';
import { CheckStep } from './CheckStep.tsx';
import { type Checked, isWritten, useDraft } from './draft.ts';
import { Steps } from './Steps.tsx';
import type { Offer } from './useSend.ts';
import { WriteStep } from './WriteStep.tsx';
import './compose.css';

const UnplannedStep = lazy(() => import('./UnplannedStep.tsx').then((m) => ({ default: m.UnplannedStep })));

/** Writing a message to many, seeing what it costs, and sending it. The step is in the URL, so Back goes back. */
export function ComposePage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const notify = useNotify();
  const [params, setParams] = useSearchParams();
  const { draft, edit, setChecked, drop, finish, isOver, isBack, seen } = useDraft();
  // What arrives is another message: nothing of the form's own state belongs to it.
  const [arrived, setArrived] = useState(0);
  const { checked } = draft;
  // A press on Send got no answer: it may have been accepted.
  const isUncertain = draft.mayBeSent || checked?.offer.uncertain === true;
  const isCheck = params.get('step') === 'check' && checked !== null;

  // A reload or a link to the check without anything checked starts with writing.
  useEffect(() => {
    if (params.get('step') === 'check' && checked === null) setParams({}, { replace: true });
  }, [params, checked, setParams]);

  const onSent = ({ uuid }: Partial<Campaign>) => {
    finish();
    void refreshProfile();
    if (uuid) return navigate(`/sms/${uuid}/show`, { state: { accepted: true } });
    notify('unplanned.accepted', { type: 'success' });
    navigate('/sms');
  };

  const checking = (what: Checked) => ({
    ...{ draft, checked: what, onSent },
    onOffer: (offer: Offer) => setChecked({ ...what, offer }),
    onBack: () => setParams({}),
  });

  return (
    <div className="compose">
      <PageHeader title={translate('compose.title')} />
      <Steps current={isCheck ? 'check' : 'write'} />
      <Arrival
        draft={draft}
        onArrive={(change) => {
          edit(change);
          setArrived(arrived + 1);
        }}
      />
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
          key={arrived}
          draft={draft}
          edit={edit}
          isBack={isBack}
          onDiscard={drop}
          onReturn={() => setParams({ step: 'check' })}
          onChecked={(request, offer) => {
            seen();
            edit({ checked: { request, offer } });
            setParams({ step: 'check' });
          }}
        />
      )}
      <LeaveGuard
        active={isWritten(draft)}
        isOver={isOver}
        title={translate('compose.leaveTitle')}
        text={translate(isUncertain ? 'compose.leaveUncertain' : 'compose.leaveText')}
        leave={translate('compose.leaveKeep')}
        drop={{ label: translate('compose.leaveDrop'), onDrop: finish }}
      />
    </div>
  );
}
