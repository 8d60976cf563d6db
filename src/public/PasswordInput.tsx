import { type ComponentProps, useState } from 'react';
import { text } from './text.ts';

/** A password input with a button that shows the password. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const t = text();
  return (
    <div className="public-password">
      <input {...props} type={shown ? 'text' : 'password'} />
      <button
        type="button"
        aria-label={shown ? t.hide_password : t.show_password}
        onClick={() => setShown(!shown)}
      >
        {shown ? t.hide : t.show}
      </button>
    </div>
  );
}
