/** An `Idempotency-Key`: a random UUID. `crypto.randomUUID` does not exist on pages without HTTPS. */
export const newKey = (): string =>
  '********-****-4***-a***-************'.replaceAll('*', () =>
    ((crypto.getRandomValues(new Uint8Array(1))[0] as number) % 16).toString(16),
  );
