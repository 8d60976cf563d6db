import { rupees } from '../../../core/format.ts';
import './payments.css';

/** An amount that went into a wallet or out of it, with its sign, so that it does not depend on colour alone. */
export function Change({ amount }: { amount: number }) {
  const text = amount > 0 ? `+${rupees(amount)}` : rupees(amount);
  return (
    <span className="crud-number wallet-change" data-in={amount > 0 || undefined}>
      {text}
    </span>
  );
}
