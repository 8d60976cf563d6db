import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { offers } from '../../../core/offers.ts';
import { DeleteButton } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { TestBox } from './TestBox.tsx';

const blockedKeyword = entityOf('admin/blocked-keywords');

export function KeywordList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={blockedKeyword}
      above={offers('keyword-test') && <TestBox />}
      rowActions={(record) => <DeleteButton entity={blockedKeyword} record={record} compact />}
      empty={{ title: translate('keywords.empty'), text: translate('keywords.emptyText') }}
    />
  );
}
