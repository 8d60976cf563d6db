import SearchRounded from '@mui/icons-material/SearchRounded';
import Button from '@mui/material/Button';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type TranslateFunction, useResourceDefinitions, useTranslate } from 'ra-core';
import { type ComponentProps, useEffect, useId, useMemo, useState } from 'react';
import { canAccess } from '../../core/access.ts';
import { number } from '../../core/format.ts';
import { useSettled } from '../../core/useSettled.ts';
import { createI18nProvider } from '../../i18n/i18nProvider.ts';
import { loadBase } from '../../i18n/texts.ts';
import { Dialog } from '../Dialog.tsx';
import { ProgressBar } from '../ProgressBar.tsx';
import { usePreferences, useUser } from '../useUser.ts';
import { type Command, commands } from './commands.ts';
import { Keys } from './Keys.tsx';
import { matching } from './match.ts';
import { typedAhead } from './overlay.ts';
import { recent } from './recent.ts';
import { type Records, useRecords } from './useRecords.ts';
import './keyboard.css';

const DELAY = 250;
const devanagari = /[\u0900-\u097f]/;

/**
 * Search terms in the other language: English words while the page is Nepali, and Nepali words once somebody types them on
 * an English page.
 */
function useOtherLanguage(text: string): TranslateFunction | undefined {
  const { language } = usePreferences();
  const other = language === 'en' ? 'ne' : 'en';
  const isWanted = other === 'en' || devanagari.test(text);
  const [translator, setTranslator] = useState<{ of: string; translate: TranslateFunction }>();
  useEffect(() => {
    if (!isWanted) return;
    let isOpen = true;
    loadBase(other).then(
      () => isOpen && setTranslator({ of: other, translate: createI18nProvider(other).translate }),
      // If loading fails, only the page's own language is searched.
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [other, isWanted]);
  return translator?.of === other ? translator.translate : undefined;
}

/** The screens and actions that match a text; without one, all of them below the recent ones. */
function useCommands(text: string): Command[] {
  const translate = useTranslate();
  const definitions = useResourceDefinitions();
  const user = useUser();
  const preferences = usePreferences();
  const other = useOtherLanguage(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may be done and how it is called hangs on them
  const all = useMemo(
    () => commands(definitions, other ? [translate, other] : [translate]),
    [definitions, translate, other, user, preferences],
  );
  // The recent entries from before this opening, because choosing one must not move the list.
  const [before] = useState(() => recent.read(all, (route) => canAccess(route, 'show')));
  if (!text) return [...before, ...all];
  const groups = ['screens', 'actions'].map((group) =>
    matching(
      all.filter((one) => one.group === group),
      text,
    ),
  );
  return groups.flat();
}

function State({ records, text, count }: { records: Records; text: string; count: number }) {
  const translate = useTranslate();
  const isOver = text !== '' && !records.isSearching;
  return (
    <>
      <div className="palette-progress">{records.isSearching && <ProgressBar aria-hidden="true" />}</div>
      <p role="status" className={isOver && count === 0 ? 'palette-note' : 'crud-hidden'}>
        {isOver &&
          (count === 0
            ? translate('keyboard.nothing', { text })
            : translate('search.found', { smart_count: count, count: number(count) }))}
      </p>
      {records.isWaiting && <p className="palette-note">{translate('keyboard.offline')}</p>}
      {records.isFailed && (
        <p className="palette-note" role="alert">
          {translate('keyboard.failed')}{' '}
          <Button size="small" onClick={records.retry}>
            {translate('shell.try_again')}
          </Button>
        </p>
      )}
    </>
  );
}

interface Props {
  onClose(): void;
  /** Also closes it. */
  onGo(to: string): void;
}

/** Jumps to any screen, record or action that the user's pairs allow. */
export function Palette(props: Props) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog
      open
      onClose={props.onClose}
      aria-labelledby={id}
      className="palette"
      transitionDuration={0}
      slotProps={{ paper: { className: 'palette-paper' } }}
    >
      <h2 id={id} className="crud-hidden">
        {translate('keyboard.open')}
      </h2>
      <Finder {...props} />
    </Dialog>
  );
}

/** A combobox whose list is always open. It is inside the dialog, because the dialog's content is rendered later. */
function Finder({ onClose, onGo }: Props) {
  const translate = useTranslate();
  const id = useId();
  const [typed, setTyped] = useState(typedAhead);
  const text = typed.trim();
  const settled = useSettled(text, DELAY);
  const records = useRecords(settled);
  const own = useCommands(text);
  // Results of an earlier text must not be opened by users who type on and press Enter.
  const isCurrent = settled === text;
  const everything: Command[] =
    // Wait for records, because Enter selects the first result.
    isCurrent && text && !records.isSearching && canAccess('admin/search')
      ? [
          {
            id: 'all:search',
            group: 'more',
            label: translate('keyboard.everywhere', { text }),
            names: [],
            to: `/admin/search?${new URLSearchParams({ q: text })}`,
          },
        ]
      : [];
  const options = [...own, ...(isCurrent ? records.commands : []), ...everything];

  const choose = (command: Command) => {
    recent.add(command);
    if (command.to) return onGo(command.to);
    onClose();
    command.run?.();
  };

  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } =
    useAutocomplete<Command>({
      id,
      open: true,
      options,
      value: null,
      inputValue: typed,
      onInputChange: (_, next, reason) => {
        if (reason === 'input') setTyped(next);
      },
      onChange: (_, command) => {
        if (command) choose(command);
      },
      onClose: (_, reason) => {
        if (reason === 'escape') onClose();
      },
      filterOptions: (all) => all,
      groupBy: ({ group }) => group,
      // The list defines the names, and the highlighted entry stays the same while records arrive.
      getOptionLabel: ({ group, id: name }) => `${group} ${name}`,
      autoHighlight: true,
      handleHomeEndKeys: false,
      includeInputInList: false,
    });
  const groups = groupedOptions as unknown as {
    key: number;
    index: number;
    group: string;
    options: Command[];
  }[];
  const titleOf = (group: string): string =>
    ['recent', 'screens', 'actions', 'more'].includes(group)
      ? translate(`keyboard.groups.${group}`)
      : translate(`resources.${group}.name`, { smart_count: 2 });
  const label = translate('keyboard.open');
  // Its types expect ul and li, which cannot contain the groups that a listbox may have.
  const listbox = {
    ...(getListboxProps() as unknown as ComponentProps<'div'>),
    'aria-label': label,
    'aria-labelledby': undefined,
  };

  return (
    <>
      <div className="palette-head" {...getRootProps()}>
        <SearchRounded fontSize="small" aria-hidden="true" />
        <input
          {...getInputProps()}
          // biome-ignore lint/a11y/noAutofocus: a dialog's focus starts at what it is opened for
          autoFocus
          type="text"
          maxLength={100}
          enterKeyHint="go"
          placeholder={translate('keyboard.placeholder')}
          aria-label={label}
        />
        <button
          type="button"
          className="palette-close"
          onClick={onClose}
          aria-label={`${translate('keyboard.close')}, Esc`}
        >
          <kbd>Esc</kbd>
        </button>
      </div>
      <State records={records} text={text} count={isCurrent ? options.length - everything.length : 0} />
      {groups.length > 0 && (
        <div {...listbox} className="palette-list">
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is none of a listbox's children
            <div key={group.group} role="group" aria-labelledby={`${id}-${group.key}`}>
              <div id={`${id}-${group.key}`} className="palette-group" role="presentation">
                {titleOf(group.group)}
              </div>
              {group.options.map((command, index) => {
                const { key, ...option } = getOptionProps({
                  option: command,
                  index: group.index + index,
                }) as ComponentProps<'div'> & { key: string };
                return (
                  <div key={key} {...option} className="palette-option">
                    <span className="palette-label" lang={command.lang}>
                      {command.label}
                    </span>
                    {command.hint && <span className="palette-hint">{command.hint}</span>}
                    {command.keys && <Keys keys={command.keys} />}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
