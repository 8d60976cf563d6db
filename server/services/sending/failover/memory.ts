import type { ReceivedReceipt } from '../receipts.ts';

/** What a process remembers of its work, for comparison with a database that may have gone back in time. */

/** Messages of one claim that were handed to an operator, or are about to be. */
export interface RememberedClaim {
  campaign: string;
  link: string;
  /** Time of the claim, in milliseconds since 1970. */
  at: number;
  /** E.164 numbers without the plus sign, which fit into 8 bytes each; 0 for one that did not reach the operator. */
  phones: Float64Array;
}

export interface AcceptedCampaign {
  uuid: string;
  account: string;
  name: string;
  recipients: number;
  cost: number;
  at: number;
}

interface ClaimedMessage {
  hand: number;
  campaign: string;
  phone: string;
}

/** Maximum remembered messages: 8 MB. */
const MESSAGES = 1_000_000;
const CAMPAIGNS = 10_000;
/** About 20 MB. */
const RECEIPTS = 100_000;
const HOUR = 3_600_000;

const digits = (phone: string): number => Number(phone.slice(1));

export class Memory {
  #claims = new Map<number, RememberedClaim>();
  #messages = 0;
  #campaigns: AcceptedCampaign[] = [];
  /** A ring buffer: the newest replaces the oldest. */
  #receipts: ReceivedReceipt[] = [];
  #nextReceipt = 0;
  #hasForgotten = false;

  /** Remembers a link's claim. Messages of one `hand` belong to one campaign. */
  claimed(link: string, messages: readonly ClaimedMessage[]): void {
    for (const [hand, group] of Map.groupBy(messages, (message) => message.hand)) {
      const { campaign } = group[0] as ClaimedMessage;
      const phones = Float64Array.from(group, ({ phone }) => digits(phone));
      // Deleted first: after a failover another claim may have got the same number, and the newest must come last.
      this.#drop(hand);
      this.#claims.set(hand, { campaign, link, at: Date.now(), phones });
      this.#messages += phones.length;
    }
    this.#prune();
  }

  /** The operator did not accept it, so it may be sent again. */
  notTaken({ hand, phone }: ClaimedMessage): void {
    const phones = this.#claims.get(hand)?.phones;
    const index = phones?.indexOf(digits(phone)) ?? -1;
    if (phones && index >= 0) phones[index] = 0;
  }

  /** Receipts that were recorded and thus acknowledged: the operator does not send them again. */
  received(receipts: readonly ReceivedReceipt[]): void {
    for (const receipt of receipts) {
      this.#receipts[this.#nextReceipt] = receipt;
      this.#nextReceipt = (this.#nextReceipt + 1) % RECEIPTS;
    }
  }

  accepted({ uuid, account, name, recipients, cost }: Omit<AcceptedCampaign, 'at'>): void {
    this.#campaigns.push({ uuid, account, name, recipients, cost, at: Date.now() });
    if (this.#campaigns.length <= CAMPAIGNS) return;
    this.#campaigns.shift();
    this.#hasForgotten = true;
  }

  /** Oldest first. */
  get handed(): RememberedClaim[] {
    return [...this.#claims.values()];
  }

  get receipts(): readonly ReceivedReceipt[] {
    return this.#receipts;
  }

  /** Whether there was more work than it remembers. */
  get hasForgotten(): boolean {
    return this.#hasForgotten;
  }

  get campaigns(): readonly AcceptedCampaign[] {
    return this.#campaigns;
  }

  #drop(hand: number): void {
    this.#messages -= this.#claims.get(hand)?.phones.length ?? 0;
    this.#claims.delete(hand);
  }

  #prune(): void {
    for (const [hand, { at }] of this.#claims) {
      if (this.#messages <= MESSAGES && Date.now() - at < HOUR) return;
      this.#drop(hand);
      this.#hasForgotten = true;
    }
  }
}
