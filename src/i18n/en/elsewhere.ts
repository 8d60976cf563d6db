/** Of an API of another origin. */
export const elsewhere = {
  elsewhere: {
    /** Browsers do not tell whether it was reached and refuses this page. */
    noAnswer:
      'No answer from %{api}. Either it cannot be reached, or it does not allow requests from %{origin}.',
  },
};
