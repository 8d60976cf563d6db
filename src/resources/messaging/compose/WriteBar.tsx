import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { memo } from 'react';
import { offers } from '../../../core/offers.ts';

/** The buttons below the form, which are not rendered for each typed character. */
export const WriteBar = memo(function WriteBar({
  isChecking,
  onTest,
}: {
  isChecking: boolean;
  onTest(isTesting: true): void;
}) {
  const translate = useTranslate();
  const isPlanned = offers('plans');
  return (
    <div className="compose-send">
      <div className="compose-bar">
        {offers('test-messages') && (
          <Button onClick={() => onTest(true)} disabled={isChecking}>
            {translate('compose.test')}
          </Button>
        )}
        <Button
          type="submit"
          variant="contained"
          size="large"
          endIcon={<ArrowForwardRounded />}
          loading={isChecking}
          loadingPosition="end"
        >
          {translate(isChecking ? 'compose.checking' : isPlanned ? 'compose.check' : 'unplanned.review')}
        </Button>
      </div>
      <p className="sms-quiet compose-bar-help">
        {translate(isPlanned ? 'compose.checkHelp' : 'unplanned.reviewHelp')}
      </p>
    </div>
  );
});
