/** For an API of another origin. */
export const otherOrigin = {
  otherOrigin: {
    /** Browsers do not say whether it was unreachable or refused this page. */
    noAnswer:
      'No answer from %{api}. Either it cannot be reached, or it does not allow requests from %{origin}.',
  },
};
