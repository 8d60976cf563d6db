import { useEffect, useState } from 'react';
import { sameContent } from './sameContent.ts';

/** A document that is already there, by its name. */
type Files<Name extends string> = readonly (readonly [Name, Blob | null | undefined])[];

/** For each document that has the content of an earlier one, the name of the earlier one. */
export function useSameContent<Name extends string>(files: Files<Name>): Partial<Record<Name, Name>> {
  const [same, setSame] = useState<Partial<Record<Name, Name>>>({});
  // The array is new in each render, its files are not.
  const [compared, setCompared] = useState(files);
  const isKnown =
    files.length === compared.length &&
    files.every(([name, file], at) => name === compared[at]?.[0] && file === compared[at][1]);
  if (!isKnown) setCompared(files);
  useEffect(() => {
    let isCurrent = true;
    const given = compared.filter((file): file is readonly [Name, Blob] => Boolean(file[1]));
    // A file that can no longer be read is not compared.
    sameContent(new Map(given)).then(
      (found) => isCurrent && setSame(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [compared]);
  return same;
}
