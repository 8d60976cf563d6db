import './skeleton.css';

/** The placeholder of a sentence that is loading: one of its kind, so that nothing moves when it comes. */
export const SkeletonWords = ({ children }: { children: string }) => (
  <span className="skeleton-words" aria-hidden="true">
    {children}
  </span>
);
