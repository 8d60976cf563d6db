import { number } from '../../../core/format.ts';
import { SkeletonWords } from '../../../layout/SkeletonWords.tsx';

/** What a card has while its figures load: its place is kept, and nobody can read or reach it. */
export const toCome = { inert: true, 'aria-hidden': true } as const;

/** A row of a table of results while its figures load. */
export const RowToCome = ({ name, columns }: { name: string; columns: number }) => (
  <tr>
    <th scope="row">
      <SkeletonWords>{name}</SkeletonWords>
    </th>
    {Array.from({ length: columns }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns have nothing else, and no state
      <td key={n} className="sms-end">
        <SkeletonWords>{number(100)}</SkeletonWords>
      </td>
    ))}
  </tr>
);
