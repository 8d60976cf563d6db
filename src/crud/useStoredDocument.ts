import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FILES_PATH } from '#schema/file.ts';
import { http } from '../core/http.ts';
import { offers } from '../core/offers.ts';

/** No other types are shown, whatever a response claims: an HTML page with scripts would run in our origin. */
const TYPES = ['application/pdf', 'image/jpeg', 'image/png'];

export interface StoredDocument {
  name: string;
  /** Bytes. */
  size: number;
  isPdf: boolean;
  content: File;
  /** An object URL that lives as long as the component. */
  url: string;
}

/** The query of a stored document. It is fetched once, however many components show it; null fetches nothing. */
export const documentQuery = (uuid: string | null) =>
  queryOptions({
    queryKey: ['document', uuid],
    queryFn: async ({ signal }) => {
      const file = await http.file(`${FILES_PATH}${uuid}/`, { signal });
      const type = TYPES.find((known) => file.type.startsWith(known));
      if (!type) throw new Error('document.notShown');
      return new File([file], file.name, { type });
    },
    enabled: uuid !== null && offers('files'),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A stored document by its uuid, fetched with the token and kept in memory. */
export function useStoredDocument(uuid: string | null) {
  const { data, error, refetch } = useQuery(documentQuery(uuid));
  const [shown, setShown] = useState<StoredDocument>();

  useEffect(() => {
    if (!data || uuid === null) return;
    const { name, size, type } = data;
    const url = URL.createObjectURL(data);
    setShown({ name, size, isPdf: type === 'application/pdf', content: data, url });
    return () => {
      URL.revokeObjectURL(url);
      setShown(undefined);
    };
  }, [data, uuid]);

  return { shown, error, retry: () => void refetch() };
}
