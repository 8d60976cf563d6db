/** A code of six digits as a Nepali keyboard and a mail's spacing have it: `१२३ ४-५६`. */
export const asTyped = (code: string): string =>
  ` ${code.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] as string).replace(/^(...)(.)(..)$/, '$1 $2-$3')}`;
