import FilterAltOffOutlined from '@mui/icons-material/FilterAltOffOutlined';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../core/labels.ts';
import { Button } from '../layout/Button.tsx';
import { EmptyState } from '../layout/EmptyState.tsx';

/** An empty list: says what belongs here and how to begin. */
export function FirstUse({
  entity,
  title,
  text,
  action,
}: {
  entity: Outline;
  title?: string;
  text?: string;
  action?: ReactNode;
}) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  return (
    <section className="crud-card">
      <EmptyState
        icon={<InboxOutlined />}
        title={title ?? translate('crud.list.noneYet', { name: labels.inline(2) })}
        text={text ?? translate('crud.list.noneYetText')}
        action={action}
      />
    </section>
  );
}

interface NoRowsProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** The label of the button that shows more, and what it does. */
  label: string;
  onMore(): void;
}

/** In place of a list's rows, when its filters leave none. */
export function NoRows({ icon, title, text, label, onMore }: NoRowsProps) {
  return (
    <div role="status" className="crud-divided">
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={
          <Button variant="outlined" onClick={onMore}>
            {label}
          </Button>
        }
      />
    </div>
  );
}

/** A list in which nothing matches the search and filters. */
export function NoMatch({ onClear }: { onClear(): void }) {
  const translate = useTranslate();
  return (
    <NoRows
      icon={<FilterAltOffOutlined />}
      title={translate('crud.list.noMatch')}
      text={translate('crud.list.noMatchText')}
      label={translate('crud.list.clear')}
      onMore={onClear}
    />
  );
}
