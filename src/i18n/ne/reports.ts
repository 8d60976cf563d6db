import type { texts as en } from '../en/reports.ts';

export const texts: typeof en = {
  reports: {
    title: 'रिपोर्ट',
    by: 'रिपोर्टको आधार',
    account: 'खाता',
    kinds: {
      day: 'दिन',
      account: 'खाता',
      operator: 'अपरेटर',
      link: 'अपरेटर लिङ्क',
      hour: 'घण्टा',
      sender: 'प्रेषक नाम',
      reason: 'नपुग्नुको कारण',
    },
    heading: '%{what}: %{from} देखि %{until} सम्म',
    rate: 'पुगेको दर',
    noLink: 'थाहा छैन',
    failures: '%{count} सन्देश पुगेन। |||| %{count} सन्देश पुगेनन्।',
    chartShows: 'चार्टमा %{total} मध्ये पहिलो %{count} देखाइएको छ।',
    tableShows: '%{total} मध्ये पहिलो %{count} देखाइएको छ। CSV फाइलमा सबै छन्।',
    counting: 'अघिल्लो अद्यावधिकभन्दा पहिलेका सन्देशको गणना हुँदै छ। त्यति बेलासम्म यी अङ्क कम देखिन सक्छन्।',
    emptyText: 'अर्को अवधि छान्नुहोस् वा फिल्टर हटाउनुहोस्।',
    noFailures: 'यी दिनमा नपुगेको कुनै सन्देश छैन',
    noFailuresText: 'सन्देश नपुगेमा त्यसको कारण यहाँ देखिन्छ।',
    note: 'नतिजा सन्देश पठाइएकै दिन र घण्टामा गनिन्छ; समय नेपालको हो। मेटिएका सन्देश पनि यी अङ्कमा समावेश छन्।',
  },
};
