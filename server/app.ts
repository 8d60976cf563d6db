import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { App, Deps, Module } from './deps.ts';
import { requestLog } from './log.ts';
import { account } from './modules/account.ts';
import { accountExport } from './modules/accountExport.ts';
import { addressChange } from './modules/addressChange.ts';
import { apiKey } from './modules/apiKey.ts';
import { auditEntry } from './modules/auditEntry.ts';
import { auth } from './modules/auth.ts';
import { billingSettings } from './modules/billingSettings.ts';
import { blacklistImport } from './modules/blacklistImport.ts';
import { blacklistNumber } from './modules/blacklistNumber.ts';
import { blockedKeyword } from './modules/blockedKeyword.ts';
import { brandSettings } from './modules/brandSettings.ts';
import { campaign } from './modules/campaign.ts';
import { consumption } from './modules/consumption.ts';
import { contact } from './modules/contact.ts';
import { contactGroup } from './modules/contactGroup.ts';
import { contactImport } from './modules/contactImport.ts';
import { creditLimitChange } from './modules/creditLimitChange.ts';
import { dailyConsumption } from './modules/dailyConsumption.ts';
import { dashboard } from './modules/dashboard.ts';
import { dashboardSummary } from './modules/dashboardSummary.ts';
import { erasure } from './modules/erasure.ts';
import { failover } from './modules/failover.ts';
import { file } from './modules/file.ts';
import { health } from './modules/health.ts';
import { invoice } from './modules/invoice.ts';
import { kyc } from './modules/kyc.ts';
import { location } from './modules/location.ts';
import { mailSettings } from './modules/mailSettings.ts';
import { margins } from './modules/margins.ts';
import { message } from './modules/message.ts';
import { monthlyInvoice } from './modules/monthlyInvoice.ts';
import { notMe } from './modules/notMe.ts';
import { numberPlan } from './modules/numberPlan.ts';
import { onlinePayment } from './modules/onlinePayment.ts';
import { operatorCallback } from './modules/operatorCallback.ts';
import { operatorLink } from './modules/operatorLink.ts';
import { outbox } from './modules/outbox.ts';
import { oversight } from './modules/oversight.ts';
import { packageForSale } from './modules/packageForSale.ts';
import { passkey } from './modules/passkey.ts';
import { passwordReset } from './modules/passwordReset.ts';
import { payment } from './modules/payment.ts';
import { paymentRefund } from './modules/paymentRefund.ts';
import { paymentReview } from './modules/paymentReview.ts';
import { plan } from './modules/plan.ts';
import { productPricing } from './modules/productPricing.ts';
import { profile } from './modules/profile.ts';
import { providerSettings } from './modules/providerSettings.ts';
import { reportMails } from './modules/reportMails.ts';
import { reports } from './modules/reports.ts';
import { reportUnsubscribe } from './modules/reportUnsubscribe.ts';
import { senderIdentity } from './modules/senderIdentity.ts';
import { session } from './modules/session.ts';
import { signup } from './modules/signup.ts';
import { smsConfig } from './modules/smsConfig.ts';
import { smsPackage } from './modules/smsPackage.ts';
import { staffSearch } from './modules/staffSearch.ts';
import { stepUp } from './modules/stepUp.ts';
import { team } from './modules/team.ts';
import { teamApproval } from './modules/teamApproval.ts';
import { template } from './modules/template.ts';
import { trial } from './modules/trial.ts';
import { twoFactor } from './modules/twoFactor.ts';
import { upload } from './modules/upload.ts';
import { user } from './modules/user.ts';
import { viberIdentity } from './modules/viberIdentity.ts';
import { wallet } from './modules/wallet.ts';
import { walletAdjustment } from './modules/walletAdjustment.ts';
import { webhook } from './modules/webhook.ts';
import { webhookDelivery } from './modules/webhookDelivery.ts';
import { auth as authentication } from './plugins/auth.ts';
import { badAddress, brokenRequest } from './plugins/badRequests.ts';
import { brandImages } from './plugins/brandImages.ts';
import { consolePages } from './plugins/console.ts';
import { cors } from './plugins/cors.ts';
import { errors } from './plugins/errors.ts';
import { forwardedFor } from './plugins/forwardedFor.ts';
import { listInPage } from './plugins/listAhead.ts';
import { metrics } from './plugins/metrics.ts';
import { offers } from './plugins/offers.ts';
import { openapi } from './plugins/openapi.ts';
import { pageUser } from './plugins/pageUser.ts';
import { SAFE_METHODS } from './plugins/safeMethods.ts';
import { security } from './plugins/security.ts';
import { closingConnections, connections, slowBodies } from './plugins/slowRequests.ts';
import { standbyReads } from './plugins/standbyReads.ts';
import { storableTexts } from './plugins/storableTexts.ts';
import { traceRequests } from './plugins/traces.ts';
import { sendsMail } from './services/mail/mailServer.ts';
import { formOrigins } from './services/money/online/gateways.ts';
import { fixBrand, readBrand } from './services/platform/brand.ts';
import { updating } from './services/platform/problem.ts';
import { linkBase } from './services/platform/publicAddress.ts';
import { remembered } from './services/platform/remembered.ts';
import { fixTrial } from './services/sending/trialSettings.ts';

const modules: readonly Module[] = [
  health,
  auth,
  profile,
  session,
  twoFactor,
  signup,
  passwordReset,
  addressChange,
  notMe,
  passkey,
  stepUp,
  outbox,
  senderIdentity,
  team,
  teamApproval,
  template,
  blacklistNumber,
  blacklistImport,
  campaign,
  plan,
  trial,
  message,
  contact,
  contactGroup,
  contactImport,
  accountExport,
  erasure,
  upload,
  file,
  location,
  kyc,
  wallet,
  walletAdjustment,
  creditLimitChange,
  consumption,
  smsConfig,
  smsPackage,
  payment,
  onlinePayment,
  paymentRefund,
  paymentReview,
  invoice,
  monthlyInvoice,
  dailyConsumption,
  dashboard,
  dashboardSummary,
  reports,
  margins,
  reportMails,
  reportUnsubscribe,
  operatorLink,
  operatorCallback,
  providerSettings,
  brandSettings,
  billingSettings,
  mailSettings,
  failover,
  productPricing,
  packageForSale,
  blockedKeyword,
  viberIdentity,
  numberPlan,
  account,
  staffSearch,
  auditEntry,
  user,
  oversight,
  apiKey,
  webhook,
  webhookDelivery,
];

const BODY_LIMIT = 1024 * 1024;

/**
 * Builds the HTTP app from its dependencies, without listening: all of /v1, or only health checks in a process that just
 * works.
 */
export async function buildApp(
  deps: Deps,
  log?: FastifyBaseLogger,
  what: 'all' | 'health' = 'all',
): Promise<App> {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    bodyLimit: BODY_LIMIT,
    ...connections(deps.config),
    frameworkErrors: badAddress,
    clientErrorHandler: brokenRequest,
    genReqId: () => randomUUID(),
    logController: requestLog(),
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }) as unknown as App;
  // Forms of other sites can send plain text without asking first; the API takes JSON only.
  app.removeContentTypeParser('text/plain');
  app.decorate('linkBase', linkBase(deps.config));
  offers(app);
  closingConnections(app);
  app.setValidatorCompiler(validatorCompiler);
  app.server.maxConnections = deps.config.MAX_CONNECTIONS;
  // Responses are built from the entity's own columns, so a second pass over every row would only cost time.
  app.setSerializerCompiler(() => JSON.stringify);
  errors(app);
  forwardedFor(app);
  traceRequests(app, deps.traces, deps.config.TRUST_PROXY !== false);
  metrics(app, deps);
  if (what === 'health') {
    await health(app, deps);
    return app;
  }
  await fixBrand(deps.db, deps.config);
  await fixTrial(deps.db, deps.config);
  app.decorate(
    'brand',
    remembered(() => readBrand(deps.db)),
  );
  app.decorate(
    'mails',
    remembered(() => sendsMail(deps.db, deps.config)),
  );
  slowBodies(app, deps.config.BODY_SECONDS);
  await security(app, {
    db: deps.db,
    apiUrl: deps.config.API_URL,
    formOrigins: () => formOrigins(deps.db, deps.config),
  });
  await cors(app, deps.config.CORS_ORIGINS);
  await openapi(app, deps.config.DOCS === 'off');
  const { API_URL: apiUrl, SESSION_COOKIE } = deps.config;
  brandImages(app, deps.db);
  if (deps.dist)
    await consolePages(app, {
      root: deps.dist,
      apiUrl,
      cookies: SESSION_COOKIE === 'httponly',
      mail: app.mails,
      findUser: pageUser(app, deps.db, deps.config),
      findList: (request) => listInPage(app, request),
    });
  app.addHook('onRequest', async ({ method }) => {
    if (deps.isOutdated?.() && !SAFE_METHODS.has(method)) throw updating();
  });
  authentication(app, deps.db, deps.config);
  storableTexts(app);
  standbyReads(app, deps.db, deps.standbys);
  for (const module of modules) await module(app, deps);
  return app;
}
