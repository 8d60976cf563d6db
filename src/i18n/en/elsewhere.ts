/** When an API of another origin gives no answer: browsers do not tell whether it was reached and refuses this page. */
export const noAnswerElsewhere =
  'No answer from %{api}. Either it cannot be reached, or it does not allow requests from %{origin}.';
