import { type ReactNode, useMemo, useState } from 'react';
import type { PasskeyAnswer } from '#schema/twoFactor.ts';
import { HttpError } from '../core/http.ts';
import { ProofForm } from './ProofForm.tsx';
import { provePasskey, usePasskeys } from './usePasskeys.ts';
import { useUser } from './useUser.ts';

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
  const user = useUser();
  const hasPasskeys = usePasskeys();
  /** Whether the server has asked for the other proof: two-factor sign-in may have been turned on or off elsewhere. */
  const [told, setTold] = useState<boolean>();
  // The profile may come while the form is open, as after two-factor sign-in was turned on a moment ago.
  const asksCode = told ?? user?.two_factor?.enabled === true;
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
      if (error instanceof HttpError && error.body.errors?.[other]) setTold(!asksCode);
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
