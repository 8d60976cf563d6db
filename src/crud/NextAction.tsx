import { useTranslate } from 'ra-core';
import { Button, type ButtonProps } from '../layout/Button.tsx';

/** What can be done on the way to sending: the address of its page, and the button's text. */
export interface NextStep {
  path: string;
  label: string;
}

export const SEND: NextStep = { path: '/sms/bulk-sms', label: 'menu.bulk_sms' };

/** The button of what can be done now; an empty place as large as that of sending while it is unknown. */
export function NextAction({ step, ...button }: ButtonProps & { step?: NextStep | undefined }) {
  const translate = useTranslate();
  return (
    <Button
      variant="contained"
      {...button}
      {...(step ? { to: step.path } : { style: { visibility: 'hidden' } })}
    >
      {translate((step ?? SEND).label)}
    </Button>
  );
}
