import { useResourceDefinitions, useTranslate } from 'ra-core';

/**
 * Replaces react-admin's hook of this name in the build (scripts/consoleBuild.ts), which brings a library that makes plurals of
 * English words: every resource has a text with its name, and without one it is shown as it is written.
 */
export function useGetResourceLabel(): (resource: string, count?: number) => string {
  const translate = useTranslate();
  const definitions = useResourceDefinitions();
  return (resource, count = 2) => {
    const label: string = definitions[resource]?.options?.label ?? resource;
    return translate(`resources.${resource}.name`, {
      smart_count: count,
      _: translate(label, { smart_count: count, _: label }),
    });
  };
}
