import SendRounded from '@mui/icons-material/SendRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { MessageText, useHiddenLength } from '../../../crud/MessageText.tsx';
import { SmsCounter } from '../compose/SmsCounter.tsx';
import '../compose/sms.css';

const template = entityOf('sms/templates');

export function TemplateShow() {
  const translate = useTranslate();
  return (
    <EntityShow
      entity={template}
      actions={({ id }) =>
        canAccess('sms/bulk-sms') && (
          <Button
            variant="contained"
            component={Link}
            to={`/sms/bulk-sms?template=${id}`}
            startIcon={<SendRounded />}
          >
            {translate('template.use')}
          </Button>
        )
      }
      before={({ uuid, body }) => (
        <div className="crud-card sms-section" style={{ marginBottom: 16 }}>
          <MessageText entity={template} uuid={String(uuid)} text={shown(body)} className="sms-bubble" />
          {typeof body === 'string' && <Size body={body} />}
        </div>
      )}
      fields={['name', 'created_at', 'updated_at']}
    />
  );
}

/** The size of a hidden text is unknown. */
function Size({ body }: { body: string }) {
  return useHiddenLength(body) === undefined ? <SmsCounter id="template-size" body={body} /> : null;
}
