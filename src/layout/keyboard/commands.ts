import type { ResourceDefinition, TranslateFunction } from 'ra-core';
import { returnToOwn } from '../../authProvider/acting.ts';
import { signOut } from '../../authProvider/login.ts';
import { canAccess, isOffered } from '../../core/access.ts';
import { lower } from '../../core/labels.ts';
import { preferences } from '../../core/preferences.ts';
import { getUser } from '../../core/session.ts';
import { support } from '../../public/text.ts';
import { isGroup, opensGroup, visibleMenu } from '../menu.ts';
import { placesFor } from './keys.ts';
import { openOverlay } from './overlay.ts';

/** An entry of the palette: an address to go to, or an action. */
export interface Command {
  /** The same at every opening. */
  id: string;
  /** The palette's heading that it is listed under. */
  group: string;
  label: string;
  /** Distinguishes it from others of the same name: its section or its owner. */
  hint?: string;
  /** Search terms. */
  names: readonly string[];
  /** The keys of its shortcut, one after the other. */
  keys?: readonly string[];
  /** Set if the text is not in the page's language. */
  lang?: string;
  to?: string;
  run?(): void;
}

type Definitions = Record<string, ResourceDefinition>;

interface Draft extends Omit<Command, 'label' | 'hint' | 'names' | 'group'> {
  /** Renders the label and the hint with a translator. */
  label(translate: TranslateFunction): string;
  hint?(translate: TranslateFunction): string;
}

/** Search terms for screens that are not in the menu. */
const named: Record<string, string> = { kyc: 'kyc.title' };

/** Every screen that the user may open: the menu's in order, then those that are reached from others. */
function screens(definitions: Definitions): Draft[] {
  const letters = new Map([...placesFor(isOffered)].map(([letter, route]) => [route, letter]));
  const made = (route: string, label: Draft['label'], hint?: string): Draft => {
    const letter = letters.get(route);
    return {
      id: `screen:${route}`,
      label,
      ...(hint && { hint: (translate) => translate(hint) }),
      ...(letter && { keys: ['G', letter.toUpperCase()] }),
      to: `/${route}`,
    };
  };
  const inMenu = visibleMenu().flatMap((item) =>
    isGroup(item)
      ? item.entries.map(({ route, label }) =>
          made(route, (translate) => translate(label, { smart_count: 2 }), item.label),
        )
      : [made(item.route, (translate) => translate(item.label, { smart_count: 2 }))],
  );
  const known = new Set(inMenu.map(({ to }) => to));
  const place = (route: string): string | undefined => {
    const first = route.split('/')[0] ?? '';
    return visibleMenu().find((item) => (isGroup(item) ? opensGroup(route, item) : item.route === first))
      ?.label;
  };
  const hidden = Object.values(definitions)
    .filter(({ name, hasList }) => hasList && !known.has(`/${name}`) && isOffered(name))
    .map(({ name }) =>
      made(
        name,
        (translate) => translate(named[name] ?? `resources.${name}.name`, { smart_count: 2, _: name }),
        place(name),
      ),
    );
  const profile = canAccess('profile') ? [made('profile', (translate) => translate('menu.profile'))] : [];
  return [...inMenu, ...hidden, ...profile];
}

const isImport = (name: string): boolean => name.endsWith('/imports');

/** Actions that are available everywhere. */
function actions(definitions: Definitions): Draft[] {
  const { language, theme, mode, digits, calendar } = preferences.get();
  const user = getUser();
  const other = language === 'en' ? 'ne' : 'en';
  const draft = (id: string, key: string, more: Partial<Draft>): Draft => ({
    id: `action:${id}`,
    label: (translate) => translate(key),
    ...more,
  });
  const creates = Object.values(definitions)
    .filter(({ name, hasCreate }) => hasCreate && canAccess(name, 'create'))
    .map(({ name }): Draft => {
      const nameIn = (translate: TranslateFunction, count: number) =>
        translate(`resources.${name}.name`, { smart_count: count, _: name });
      return {
        id: `create:${name}`,
        label: (translate) =>
          isImport(name)
            ? translate('imports.import')
            : translate('crud.list.add', { name: lower(nameIn(translate, 1)) }),
        ...(isImport(name) && {
          hint: (translate) =>
            translate(name.startsWith('contact') ? 'menu.contact' : 'resources.settings/blacklist.name', {
              smart_count: 2,
            }),
        }),
        to: `/${name}/create`,
      };
    });
  return [
    ...(canAccess('wallet/topup-history/create')
      ? [draft('topup', 'topup.request', { to: '/wallet/topup-history/create' })]
      : []),
    ...creates,
    draft('shortcuts', 'keyboard.title', { keys: ['?'], run: () => openOverlay('shortcuts') }),
    ...(user?.acting
      ? [draft('return', 'users.acting.return', { run: () => void returnToOwn() })]
      : [draft('password', 'shell.change_password', { run: () => openOverlay('password') })]),
    ...(support().length > 0 ? [draft('help', 'shell.help', { run: () => openOverlay('help') })] : []),
    draft('theme', mode === 'light' ? 'auth.dark' : 'auth.light', {
      run: () => preferences.set({ theme: mode === 'light' ? 'dark' : 'light' }),
    }),
    ...(theme === 'system'
      ? []
      : [draft('system', 'shell.system_theme', { run: () => preferences.set({ theme: 'system' }) })]),
    draft('language', other === 'ne' ? 'auth.nepali' : 'auth.english', {
      hint: (translate) => translate('profile.language.label'),
      lang: other,
      run: () => preferences.set({ language: other }),
    }),
    draft('calendar', 'calendar.showBs', {
      hint: (translate) => translate(calendar === 'ad' ? 'keyboard.off' : 'keyboard.on'),
      run: () => preferences.set({ calendar: calendar === 'ad' ? 'both' : 'ad' }),
    }),
    ...(language === 'ne'
      ? [
          draft('digits', 'shell.devanagari_digits', {
            hint: (translate) => translate(digits === 'latin' ? 'keyboard.off' : 'keyboard.on'),
            run: () => preferences.set({ digits: digits === 'latin' ? 'devanagari' : 'latin' }),
          }),
        ]
      : []),
    draft('signOut', 'shell.sign_out', { run: () => void signOut() }),
  ];
}

/**
 * All screens and actions that the user's pairs allow. `translators` are those of the page's language and of others whose
 * words should match too.
 */
export function commands(
  definitions: Definitions,
  translators: readonly [TranslateFunction, ...TranslateFunction[]],
): Command[] {
  const [translate] = translators;
  const finished =
    (group: string) =>
    (draft: Draft): Command => {
      const hint = draft.hint?.(translate);
      return {
        ...draft,
        group,
        label: draft.label(translate),
        hint,
        names: translators.flatMap((each) => {
          const label = draft.label(each);
          const above = draft.hint?.(each);
          return above ? [label, `${label} ${above}`] : [label];
        }),
      };
    };
  return [...screens(definitions).map(finished('screens')), ...actions(definitions).map(finished('actions'))];
}
