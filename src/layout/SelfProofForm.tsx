import { type ReactNode, useMemo, useState } from 'react';
import { HttpError } from '../http.ts';
import { ProofForm } from './ProofForm.tsx';
import { useUser } from './useUser.ts';

/** How the person shows that it is them: one of these, as the server takes it. */
export interface Proof {
  email?: string;
  password?: string;
  code?: string;
}

interface Props {
  /** What is asked for before. */
  first?: 'email';
  children?: ReactNode;
  submit: string;
  /** Rejects with what is wrong. */
  send(proof: Proof): Promise<void>;
  onClose(): void;
}

/** The inside of a dialog that asks for a code where two-factor sign-in is on, and else for the password. */
export function SelfProofForm({ first, send, ...rest }: Props) {
  const user = useUser();
  const [asksCode, setAsksCode] = useState(user?.two_factor?.enabled === true);
  const asks = useMemo(
    () => [...(first ? [first] : []), asksCode ? ('code' as const) : ('password' as const)],
    [first, asksCode],
  );
  const sendProof = async (proof: Proof) => {
    try {
      await send(proof);
    } catch (error) {
      // Two-factor sign-in may have been turned on or off elsewhere meanwhile: then the server asks for the other.
      const other = asksCode ? 'password' : 'code';
      if (error instanceof HttpError && error.body.errors?.[other]) setAsksCode(!asksCode);
      throw error;
    }
  };
  return <ProofForm {...rest} asks={asks} send={sendProof} recovery />;
}
