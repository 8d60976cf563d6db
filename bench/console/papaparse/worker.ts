/** A typical implementation with the two libraries: rows in chunks, each number parsed, duplicates removed. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import Papa from 'papaparse';

self.addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  const numbers = new Set<string>();
  let rows = 0;
  let bad = 0;
  let duplicates = 0;
  Papa.parse<{ phone: string }>(file, {
    header: true,
    skipEmptyLines: true,
    chunk({ data }) {
      for (const { phone } of data) {
        rows++;
        const parsed = parsePhoneNumberFromString(phone, 'NP');
        if (!parsed?.isValid() || parsed.country !== 'NP') bad++;
        else if (numbers.has(parsed.number)) duplicates++;
        else numbers.add(parsed.number);
      }
    },
    complete: () => self.postMessage({ rows, bad, duplicates, good: numbers.size }),
  });
});
