import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Entity } from '#schema/entity.ts';
import { SettingsInput } from './SettingsForm.tsx';

interface Props {
  part: Entity;
  /** The names of the fields in groups, each with the heading `settings.{at}.{group}`. */
  groups: Readonly<Record<string, readonly string[]>>;
  at: string;
  /** Names of fields that the server's environment sets. */
  fixed: readonly string[];
  /** The input of a field that has one of its own. */
  input?(name: string, isFixed: boolean): ReactNode;
  /** What follows the inputs of a group. */
  after?: Readonly<Record<string, ReactNode>>;
}

/** The inputs of a tab under headings. */
export function SettingsGroups({ part, groups, at, fixed, input, after = {} }: Props) {
  const translate = useTranslate();
  return Object.entries(groups).map(([group, names]) => (
    <fieldset key={group} className="settings-group">
      <legend>{translate(`settings.${at}.${group}`)}</legend>
      {names.map((name) => (
        <SettingsInput key={name} part={part} name={name} isFixed={fixed.includes(name)}>
          {input?.(name, fixed.includes(name))}
        </SettingsInput>
      ))}
      {after[group]}
    </fieldset>
  ));
}
