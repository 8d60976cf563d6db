/** A request that posts `body` as JSON; undefined: that reads. */
export const sending = (body: unknown, headers: Record<string, string>): RequestInit =>
  body === undefined
    ? { headers }
    : {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      };
