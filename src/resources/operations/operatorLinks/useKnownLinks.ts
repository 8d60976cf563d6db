import type { OperatorLink } from '#schema/operatorLink.ts';
import { useTestMode } from '../../../layout/TestModeBar.tsx';
import { useSummary } from '../../../layout/useSummary.ts';

const SIMULATOR = [{ is_simulator: true }];

/**
 * The links of the provider. Until they have come, the profile tells whether all lead to the simulator, so that what the
 * page says about it is there at once.
 */
export function useKnownLinks(): readonly Pick<OperatorLink, 'is_simulator'>[] {
  const { data, isLoading } = useSummary();
  const mode = useTestMode();
  if (data?.links) return data.links;
  return isLoading && mode === 'simulator' ? SIMULATOR : [];
}
