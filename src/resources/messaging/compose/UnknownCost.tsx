import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';

const unknown = ['cost', 'excluded', 'parts'] as const;

/** Lists what is unknown before sending if the server makes no plan. */
export function UnknownCost() {
  const translate = useTranslate();
  return (
    <Alert severity="warning" variant="outlined">
      <AlertTitle>{translate('unplanned.unknown')}</AlertTitle>
      <ul className="compose-unknown">
        {unknown.map((key) => (
          <li key={key}>{translate(`unplanned.${key}`)}</li>
        ))}
      </ul>
    </Alert>
  );
}
