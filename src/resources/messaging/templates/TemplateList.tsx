import { useTranslate } from 'ra-core';
import { countSms, placeholders } from '#schema/sms.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { DeleteButton } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { EmptyValue } from '../../../crud/fields.tsx';
import { useHiddenLength } from '../../../crud/MessageText.tsx';
import { countBody } from '../compose/texts.ts';

const template = entityOf('sms/templates');

/** Encoding and parts of a template; with placeholders, the minimum. */
function TemplateSize({ body }: { body: string }) {
  const translate = useTranslate();
  const hidden = useHiddenLength(body);
  if (hidden !== undefined) return <EmptyValue />;
  const hasPlaceholders = placeholders(body).length > 0;
  const { encoding, parts } = hasPlaceholders ? countBody(body) : countSms(body);
  return translate(hasPlaceholders ? 'template.sizeAtLeast' : 'template.size', {
    encoding: translate(encoding === 'GSM-7' ? 'text.gsm' : 'text.unicode'),
    smart_count: parts,
    count: number(parts),
  });
}

export function TemplateList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={template}
      columns={[
        'name',
        'body',
        {
          name: 'size',
          label: translate('resources.sms/templates.fields.size'),
          // Beside it, names would be cut after their first word.
          phone: false,
          render: ({ body }) => typeof body === 'string' && <TemplateSize body={body} />,
        },
        'created_at',
      ]}
      rowActions={(record) => <DeleteButton entity={template} record={record} compact />}
      empty={{ title: translate('template.empty'), text: translate('template.emptyText') }}
    />
  );
}
