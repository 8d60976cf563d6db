import { account, ownAccount } from './account.ts';
import { accountExport } from './accountExport.ts';
import { apiKey } from './apiKey.ts';
import { auditEntryOf } from './auditEntry.ts';
import { blacklistImport } from './blacklistImport.ts';
import { blacklistNumber } from './blacklistNumber.ts';
import { blockedKeyword } from './blockedKeyword.ts';
import { campaign } from './campaign.ts';
import { contact } from './contact.ts';
import { contactGroup } from './contactGroup.ts';
import { contactImport } from './contactImport.ts';
import { creditLimitChange } from './creditLimitChange.ts';
import { dailyConsumption } from './dailyConsumption.ts';
import type { Entity } from './entity.ts';
import { erasure } from './erasure.ts';
import { kyc } from './kyc.ts';
import { message } from './message.ts';
import { anyMonthlyInvoice, monthlyInvoice } from './monthlyInvoice.ts';
import { numberRange } from './numberPlan.ts';
import { onlinePayment } from './onlinePayment.ts';
import { operatorLink } from './operatorLink.ts';
import { oversight } from './oversight.ts';
import { packageForSale } from './packageForSale.ts';
import { packagePurchase, paymentReference } from './paymentReference.ts';
import { paymentRefund } from './paymentRefund.ts';
import { paymentReview } from './paymentReview.ts';
import { productPricing } from './productPricing.ts';
import { senderIdentity, senderRequest } from './senderIdentity.ts';
import { accountPackage, activePackage, smsPackage } from './smsPackage.ts';
import { colleague } from './team.ts';
import { template } from './template.ts';
import { user } from './users.ts';
import { ownViberIdentity, viberIdentity } from './viberIdentity.ts';
import { anyWalletEntry, consumption, wallet, walletEntry } from './wallet.ts';
import { walletAdjustment } from './walletAdjustment.ts';
import { webhook, webhookDelivery } from './webhook.ts';

const others: readonly Entity[] = [
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
  monthlyInvoice,
  dailyConsumption,
  user,
  blacklistNumber,
  blacklistImport,
  accountExport,
  erasure,
  apiKey,
  webhook,
  webhookDelivery,
  ownAccount,
  kyc,
  operatorLink,
  paymentReview,
  onlinePayment,
  paymentRefund,
  anyMonthlyInvoice,
  senderRequest,
  colleague,
  account,
  accountPackage,
  wallet,
  anyWalletEntry,
  walletAdjustment,
  creditLimitChange,
  oversight,
  productPricing,
  packageForSale,
  blockedKeyword,
  ownViberIdentity,
  viberIdentity,
  numberRange,
];

export const auditEntry = auditEntryOf(others.map(({ name }) => name));

/** Every entity of the contract, in the order of the console's menu. */
export const entities: readonly Entity[] = [...others, auditEntry];
