import type { texts as english } from '../en/calendar.ts';

export const texts: typeof english = {
  calendar: {
    label: 'पात्रो',
    ad: 'इस्वी संवत् (ई.सं.)',
    bs: 'विक्रम संवत् (वि.सं.)',
    both: 'विक्रम संवत्, साथमा इस्वी संवत्',
    showBs: 'विक्रम संवत् मिति',
    inputAd: 'ई.सं.',
    inputBs: 'वि.सं.',
    inputCalendar: '%{label} को पात्रो',
    year: 'साल',
    month: 'महिना',
    day: 'गते',
    help: 'सबैतिर मिति यही पात्रोमा देखिन्छ। समय नेपालको हो।',
    dateAd: 'ई.सं. %{date}',
    dateBs: 'वि.सं. %{date}',
    incomplete: 'साल, महिना र गते लेख्नुहोस्',
    noSuchDay: '%{year} %{month}मा %{days} दिन मात्र छन्',
    noBsDate: 'यस दिनको वि.सं. मिति थाहा छैन',
    noSuchBsYear: '%{from} देखि %{until} सम्मको साल लेख्नुहोस्, वा ई.सं. छान्नुहोस्',
    noSuchYear: '%{from} देखि %{until} सम्मको साल लेख्नुहोस्',
    pickMonth: 'छान्नुहोस्',
    provisional: 'वि.सं. %{year} को पात्रो प्रकाशित नभएसम्म यो मिति अस्थायी हो',
    tooEarly: '%{date} भन्दा अघिको मिति मिल्दैन',
    tooLate: '%{date} भन्दा पछिको मिति मिल्दैन',
  },
};
