import { EmptyValue } from '../../../crud/fields.tsx';
import './accounts.css';

/** The tags that staff gave an account. */
export function Tags({ tags }: { tags: readonly string[] | null | undefined }) {
  if (!tags || tags.length === 0) return <EmptyValue />;
  return (
    <span className="crud-tags account-tags">
      {tags.map((tag) => (
        <span key={tag} className="crud-tag">
          {tag}
        </span>
      ))}
    </span>
  );
}
