import { data } from './data.ts';
import { otherApis } from './otherApis.ts';
import { outside } from './outside.ts';
import { people } from './people.ts';
import type { Planted } from './planted.ts';
import { signingIn } from './signingIn.ts';

/** Every planted change, by the promise that it breaks. */
export const planted: Readonly<Record<string, readonly Planted[]>> = {
  ...people,
  ...signingIn,
  ...data,
  ...outside,
  ...otherApis,
};
