import { useAccountText } from './accountText.ts';
import { PublicPage } from './PublicPage.tsx';

/** Instead of a form whose code or link this server cannot mail: why there is none, and what to do. */
export function NoMail({ title, text }: { title: string; text: string }) {
  const t = useAccountText();
  return (
    <PublicPage title={title}>
      <div className="public-text">
        <p>{text}</p>
      </div>
      <a href="/login" className="public-submit">
        {t.forgot.back}
      </a>
    </PublicPage>
  );
}
