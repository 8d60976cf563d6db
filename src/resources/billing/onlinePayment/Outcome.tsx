import type { SvgIconComponent } from '@mui/icons-material';
import BlockRounded from '@mui/icons-material/BlockRounded';
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import SupportAgentRounded from '@mui/icons-material/SupportAgentRounded';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslate } from 'ra-core';
import type { CheckedPayment } from '#schema/onlinePayment.ts';
import { money } from '../../../core/format.ts';
import { requestIdOf } from '../../../core/http.ts';
import { Notice } from '../../../layout/Notice.tsx';
import { Reference } from '../../../layout/Reference.tsx';
import { Actions } from './Actions.tsx';
import { Figures } from './Figures.tsx';
import { type Online, staffNote } from './useOnlinePayment.ts';

/** The message for a payment; `waiting` until its service has answered. */
type Face =
  | 'waiting'
  | 'paid'
  | 'bought'
  | 'review'
  | 'pending'
  | 'notFound'
  | 'unavailable'
  | 'cancelled'
  | 'rejected';

function faceOf(payment: CheckedPayment | undefined): Face {
  if (!payment) return 'waiting';
  const { status, kind, answer } = payment;
  if (status === 'confirmed') return kind === 'package' ? 'bought' : 'paid';
  if (staffNote(payment)) return 'review';
  if (status !== 'pending') return status;
  if (answer === 'not_found') return 'notFound';
  return answer === 'unavailable' ? 'unavailable' : 'pending';
}

const icons: Record<Exclude<Face, 'waiting'>, [SvgIconComponent, string]> = {
  paid: [CheckCircleRounded, 'good'],
  bought: [CheckCircleRounded, 'good'],
  review: [SupportAgentRounded, 'warn'],
  pending: [ScheduleRounded, 'warn'],
  notFound: [ScheduleRounded, 'quiet'],
  unavailable: [ScheduleRounded, 'warn'],
  cancelled: [BlockRounded, 'quiet'],
  rejected: [BlockRounded, 'bad'],
};

/** A payment's result: a sentence, the figures, then the next actions. */
export function Outcome({ online, service = '' }: { online: Online; service: string | undefined }) {
  const translate = useTranslate();
  const { payment, looked, isAsking, error } = online;
  const face = faceOf(looked);
  const [Icon, tone] = face === 'waiting' ? [null, 'busy'] : icons[face];
  return (
    <section className="crud-card online-card" data-face={face} aria-busy={isAsking}>
      <div className="online-words" role="status">
        <span className={`online-icon online-${tone}`} aria-hidden="true">
          {Icon ? <Icon /> : <CircularProgress size={28} />}
        </span>
        <h2>{title()}</h2>
        {texts().map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {error && (
        <Notice severity="warning" title={translate('online.notAsked')}>
          {translate(error.message, { _: error.message })}
          <Reference id={requestIdOf(error)} />
        </Notice>
      )}
      {payment && <Figures payment={payment} service={service} />}
      <Actions online={online} service={service} />
    </section>
  );

  function title(): string {
    if (face === 'waiting') return translate(service ? 'online.asking' : 'online.askingUnknown', { service });
    if (face === 'bought') return translate('online.bought', { name: looked?.package_name });
    return translate(`online.${face}`, { service, amount: money(looked?.amount ?? 0) });
  }

  function texts(): string[] {
    const { note, kind, reason, amount = 0 } = looked ?? {};
    switch (face) {
      case 'waiting':
        return [translate('online.askingText')];
      case 'review':
        return [translate(`online.note.${note}`, { service })];
      case 'pending':
        return [
          translate(kind === 'package' ? 'online.pendingTextPackage' : 'online.pendingText', { service }),
        ];
      case 'cancelled':
      case 'rejected':
        return [
          ...(reason ? [translate(reason, { _: reason })] : []),
          translate('online.cancelledText'),
          translate('online.cancelledPaid'),
        ];
      default:
        return [translate(`online.${face}Text`, { service, amount: money(amount) })];
    }
  }
}
