/** What to say about a failed action: the error's own message, otherwise that the server could not be reached. */
export const failureText = (error: unknown): string =>
  error instanceof Error ? error.message : 'ra.notification.http_error';
