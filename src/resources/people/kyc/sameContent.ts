async function isSame(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false;
  const [here, there] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
  const bytes = new Uint8Array(there);
  return new Uint8Array(here).every((byte, at) => byte === bytes[at]);
}

/** For each file that has the bytes of an earlier one, the name of the earlier one. Files of other sizes are not read. */
export async function sameContent<Name extends string>(
  files: ReadonlyMap<Name, Blob>,
): Promise<Partial<Record<Name, Name>>> {
  const found: Partial<Record<Name, Name>> = {};
  const all = [...files];
  for (const [at, [name, file]] of all.entries()) {
    for (const [earlier, other] of all.slice(0, at)) {
      if (found[name] === undefined && (await isSame(file, other))) found[name] = earlier;
    }
  }
  return found;
}
