/** Asks the user to confirm their identity; returns whether they did. Undefined until a shell is drawn. */
let askForProof: (() => Promise<boolean>) | undefined;
let proving: Promise<boolean> | undefined;
/** Number of confirmations so far: a request that was sent before the last one needs no other. */
let proofs = 0;

/**
 * Registers `ask`, which is called when the server wants a fresh confirmation of identity. Returns a function
 * that unregisters it.
 */
export function answerProof(ask: () => Promise<boolean>): () => void {
  askForProof = ask;
  return () => {
    if (askForProof === ask) askForProof = undefined;
  };
}

/**
 * Requests that are refused at the same time share one prompt. `before`: `proofsSoFar` when the request was sent.
 */
export function prove(before: number): Promise<boolean> {
  if (before < proofs) return Promise.resolve(true);
  proving ??= (askForProof?.() ?? Promise.resolve(false))
    .then((isProved) => {
      if (isProved) proofs += 1;
      return isProved;
    })
    .finally(() => {
      proving = undefined;
    });
  return proving;
}

export const proofsSoFar = (): number => proofs;
