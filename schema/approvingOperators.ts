import { operators } from './phone.ts';

/** Operators that a sender ID is registered with. */
export const approvingOperators = operators.filter((operator) => operator !== 'unknown');
/** Where an operator stands with a sender ID, where it was asked. */
export const approvalStates = ['requested', 'approved', 'rejected'] as const;

/** One operator's answer. Nothing is known of an operator that was not asked. */
export interface OperatorApproval {
  operator: (typeof approvingOperators)[number];
  status: (typeof approvalStates)[number];
  /** The operator's own number of the request or approval. */
  reference: string | null;
  /** An uploaded document with the operator's answer; missing in answers of older servers. */
  document?: string | null | undefined;
}
