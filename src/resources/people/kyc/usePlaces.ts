import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type District, LOCATIONS_PATH, type Municipality, type Province } from '#schema/location.ts';
import { http } from '../../../core/http.ts';
import { asNumberedId, hasNext, readPage } from '../../../core/records.ts';
import { usePreferences } from '../../../layout/useUser.ts';

type PlaceId = number | string;

interface Place {
  id: PlaceId;
  name: string;
  name_ne?: string;
}

/** Maximum number of pages that are read of one list. */
const PAGES_MAX = 40;

/** Places as choices, by name in the user's language. */
export interface Places<T> {
  list: readonly (T & { label: string })[];
  /** A place's name; undefined until known. */
  nameOf(id: unknown): string | undefined;
  isLoading: boolean;
  error: unknown;
  retry(): void;
}

const isPlaceId = (value: unknown): value is PlaceId =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

const inOrder = (language: string) => (a: { label: string }, b: { label: string }) =>
  a.label.localeCompare(b.label, language);

/** All places of a list, which other APIs give in pages. */
async function readPlaces<T extends Place>(path: string, signal: AbortSignal): Promise<T[]> {
  const all: Record<string, unknown>[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const more = page === 1 ? '' : `${path.includes('?') ? '&' : '?'}page=${page}`;
    const answer = readPage(await http.json(`${LOCATIONS_PATH}${path}${more}`, { signal }));
    all.push(...(answer?.results ?? []));
    if (!answer || !hasNext(answer, all.length)) break;
  }
  return all.map((place) => ({ ...place, id: asNumberedId(place) })) as T[];
}

/** Fetched once, because places only change with the server's version. */
function usePlaces<T extends Place>(
  path: string | undefined,
  labelOf?: (place: T, name: string) => string,
): Places<T> {
  const { language } = usePreferences();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['locations', path],
    queryFn: ({ signal }) => readPlaces<T>(path ?? '', signal),
    enabled: path !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const list = (data ?? []).map((place) => {
    const name = (language === 'ne' && place.name_ne) || place.name;
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
    isPlaceId(district) ? `municipalities/?district=${encodeURIComponent(district)}` : undefined,
    ({ level }, name) => translate(`kyc.level.${level}`, { name, _: name }),
  );
  return { ...places, list: places.list.toSorted(inOrder(language)) };
}
