import { useQuery } from '@tanstack/react-query';
import type { Kyc, KycCorrection, KycDecision } from '#schema/kyc.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';

const kyc = entityOf('kyc');

interface Histories {
  corrections: KycCorrection;
  decisions: KycDecision;
}

/** The values that change with each new entry of a history. */
const changes = {
  corrections: (record) => [record?.updated_at],
  decisions: (record) => [record?.status, record?.submitted_at],
} satisfies Record<keyof Histories, (record: Kyc | undefined) => unknown[]>;

/** A record's corrections or decisions; the former ones stay until those after a change have come. */
export const useKycHistory = <What extends keyof Histories>(what: What, record: Kyc | undefined) =>
  useQuery({
    enabled: record !== undefined && offers(`kyc-${what}`),
    queryKey: [kyc.name, what, record?.uuid, ...changes[what](record)],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: Histories[What][] }>(`${kyc.path}${record?.uuid}/${what}/`, { signal })).data,
    placeholderData: (former, query) => (query?.queryKey[2] === record?.uuid ? former : undefined),
  });
