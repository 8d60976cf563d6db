import { useRef, useState } from 'react';

interface Question<About> {
  about: About;
  answer(isConfirmed: boolean): void;
}

/**
 * A question that an async function waits for: `ask` resolves to what a dialog passes to `decide`. `about` stays while the
 * dialog fades out. A new question answers the former one with no.
 */
export function useQuestion<About>() {
  const [question, setQuestion] = useState<Question<About>>();
  const [isOpen, setOpen] = useState(false);
  const last = useRef<Question<About>>(undefined);
  const ask = (about: About): Promise<boolean> =>
    new Promise((answer) => {
      last.current?.answer(false);
      const next = { about, answer };
      last.current = next;
      setQuestion(next);
      setOpen(true);
    });
  const decide = (isConfirmed: boolean): void => {
    setOpen(false);
    question?.answer(isConfirmed);
  };
  return { about: question?.about, isOpen, ask, decide };
}
