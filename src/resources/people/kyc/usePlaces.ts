import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type District, LOCATIONS_PATH, type Municipality, type Province } from '#schema/location.ts';
import { http } from '../../../core/http.ts';
import { readPage } from '../../../core/records.ts';
import { usePreferences } from '../../../layout/useUser.ts';

interface Place {
  id: number;
  name: string;
  name_ne: string;
}

/** Places as choices, by name in the user's language. */
export interface Places<T> {
  list: readonly (T & { label: string })[];
  /** A place's name; undefined until known. */
  nameOf(id: unknown): string | undefined;
  isLoading: boolean;
  error: unknown;
  retry(): void;
}

const inOrder = (language: string) => (a: { label: string }, b: { label: string }) =>
  a.label.localeCompare(b.label, language);

/** Fetched once, because places only change with the server's version. */
function usePlaces<T extends Place>(
  path: string | undefined,
  labelOf?: (place: T, name: string) => string,
): Places<T> {
  const { language } = usePreferences();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['locations', path],
    queryFn: async ({ signal }) =>
      (readPage(await http.json(`${LOCATIONS_PATH}${path}`, { signal }))?.results ?? []) as unknown as T[],
    enabled: path !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const list = (data ?? []).map((place) => {
    const name = language === 'ne' ? place.name_ne : place.name;
    return { ...place, label: labelOf?.(place, name) ?? name };
  });
  return {
    list,
    nameOf: (id) => list.find((one) => one.id === id)?.label,
    isLoading,
    error,
    retry: () => void refetch(),
  };
}

/** In their official order, which everybody knows. */
export const useProvinces = () => usePlaces<Province>('provinces/');

export function useDistricts(): Places<District> {
  const { language } = usePreferences();
  const places = usePlaces<District>('districts/');
  return { ...places, list: places.list.toSorted(inOrder(language)) };
}

/** The local levels of a district, with their kind; none until a district is chosen. */
export function useMunicipalities(district: unknown): Places<Municipality> {
  const translate = useTranslate();
  const { language } = usePreferences();
  const places = usePlaces<Municipality>(
    typeof district === 'number' ? `municipalities/?district=${district}` : undefined,
    ({ level }, name) => translate(`kyc.level.${level}`, { name }),
  );
  return { ...places, list: places.list.toSorted(inOrder(language)) };
}
