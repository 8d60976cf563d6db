import { type ReactNode, useMemo, useState } from 'react';
import type { PasskeyAnswer } from '#schema/twoFactor.ts';
import { HttpError } from '../core/http.ts';
import { ProofForm } from './ProofForm.tsx';
import { provePasskey, useAsksCode, usePasskeys } from './usePasskeys.ts';

/** The fields asked first, and one proof of identity as the server accepts it. */
export interface Proof {
  email?: string;
  name?: string;
  password?: string;
  code?: string;
  passkey?: PasskeyAnswer;
}

interface Props {
  /** Fields asked first. */
  first?: 'email' | 'name';
  children?: ReactNode;
  submit: string;
  danger?: boolean;
  /** Rejects with an error. */
  send(proof: Proof): Promise<void>;
  onClose(): void;
}

/** Content of a dialog that asks for a code or a passkey if two-factor sign-in is on, otherwise for the password. */
export function SelfProofForm({ first, send, ...rest }: Props) {
  const hasPasskeys = usePasskeys();
  const [told, setTold] = useState<'code' | 'password'>();
  const asksCode = useAsksCode(told);
  const before = useMemo(() => (first ? [first] : []), [first]);
  const asks = useMemo(
    () => [...before, asksCode ? ('code' as const) : ('password' as const)],
    [before, asksCode],
  );
  const sendProof = async (proof: Proof) => {
    try {
      await send(proof);
    } catch (error) {
      const other = asksCode ? 'password' : 'code';
      if (error instanceof HttpError && error.body.errors?.[other]) setTold(other);
      throw error;
    }
  };
  return (
    <ProofForm
      {...rest}
      asks={asks}
      send={sendProof}
      recovery
      passkey={
        asksCode && hasPasskeys
          ? { needs: before, send: async (values) => sendProof({ ...values, passkey: await provePasskey() }) }
          : undefined
      }
    />
  );
}
