import { ownAccount } from './account.ts';
import { blacklistImport } from './blacklistImport.ts';
import { blacklistNumber } from './blacklistNumber.ts';
import { campaign } from './campaign.ts';
import { contact } from './contact.ts';
import { contactGroup } from './contactGroup.ts';
import { contactImport } from './contactImport.ts';
import { dailyConsumption } from './dailyConsumption.ts';
import type { Entity } from './entity.ts';
import { kyc } from './kyc.ts';
import { message } from './message.ts';
import { packagePurchase, paymentReference } from './paymentReference.ts';
import { senderIdentity } from './senderIdentity.ts';
import { activePackage, smsPackage } from './smsPackage.ts';
import { template } from './template.ts';
import { consumption, walletEntry } from './wallet.ts';

/** Every entity of the contract, in the order of the console's menu. */
export const entities: readonly Entity[] = [
  smsPackage,
  activePackage,
  packagePurchase,
  campaign,
  message,
  template,
  senderIdentity,
  consumption,
  contact,
  contactGroup,
  contactImport,
  paymentReference,
  walletEntry,
  dailyConsumption,
  blacklistNumber,
  blacklistImport,
  ownAccount,
  kyc,
];
