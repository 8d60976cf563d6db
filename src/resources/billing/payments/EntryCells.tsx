import { money } from '../../../core/format.ts';
import './payments.css';

/** What came into a wallet or went out, with its sign, so that it never hangs on the colour alone. */
export function Change({ amount }: { amount: number }) {
  const text = amount > 0 ? `+${money(amount)}` : money(amount);
  return (
    <span className="crud-number wallet-change" data-in={amount > 0 || undefined}>
      {text}
    </span>
  );
}
