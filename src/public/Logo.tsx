import { useSyncExternalStore } from 'react';
import { logoFor } from '../core/config.ts';
import { preferences } from '../core/preferences.ts';

/** The provider's logo, or the product's. Decorative: the name is next to it. */
export function Logo({ size = 28 }: { size?: number }) {
  const { mode } = useSyncExternalStore(preferences.subscribe, preferences.get, preferences.get);
  const own = logoFor(mode);
  if (own) return <img className="logo" src={own} height={size} alt="" />;
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path
        d="M7 9.5A2.5 2.5 0 0 1 9.500 7h9A2.5 2.5 0 0 1 21 9.500v5a2.5 2.5 0 0 1-2.5 2.500H13l-4 3.500V17a2 2 0 0 1-2-2z"
        fill="#fff"
      />
      <path
        d="M15 19.500h4.500a4 4 0 0 0 4-4V13a2 2 0 0 1 1.500 2v5.500a2 2 0 0 1-2 2V26l-4-3.500h-2a2 2 0 0 1-2-2z"
        fill="#aed0e7"
      />
    </svg>
  );
}
