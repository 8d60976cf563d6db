import { useTranslate } from 'ra-core';
import type { HttpError } from '../../core/http.ts';
import { FailureAlert } from '../../layout/FailureAlert.tsx';

/** Why no decision was made, or that the result is unknown. */
export function DecisionFailure({
  failure,
  isUncertain,
  isDecided = false,
}: {
  failure: HttpError;
  /** Whether the decision may have been made all the same. */
  isUncertain: boolean;
  /** Whether somebody else has decided in the meantime. */
  isDecided?: boolean;
}) {
  const translate = useTranslate();
  return (
    <FailureAlert
      failure={failure}
      severity={isUncertain ? 'error' : 'warning'}
      title={translate(
        isDecided ? 'reviews.faster' : isUncertain ? 'reviews.uncertain' : 'reviews.notDecided',
      )}
    >
      {translate(failure.message, { _: failure.message })}
      {isUncertain && ` ${translate('reviews.uncertainText')}`}
    </FailureAlert>
  );
}
