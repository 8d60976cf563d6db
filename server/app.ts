import Fastify, { type FastifyBaseLogger } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { uuidv7 } from 'uuidv7';
import type { App, Deps, Module } from './deps.ts';
import { auth } from './modules/auth.ts';
import { blacklistImport } from './modules/blacklistImport.ts';
import { blacklistNumber } from './modules/blacklistNumber.ts';
import { campaign } from './modules/campaign.ts';
import { consumption } from './modules/consumption.ts';
import { contact } from './modules/contact.ts';
import { contactGroup } from './modules/contactGroup.ts';
import { contactImport } from './modules/contactImport.ts';
import { dailyConsumption } from './modules/dailyConsumption.ts';
import { dashboard } from './modules/dashboard.ts';
import { file } from './modules/file.ts';
import { health } from './modules/health.ts';
import { invoice } from './modules/invoice.ts';
import { kyc } from './modules/kyc.ts';
import { location } from './modules/location.ts';
import { message } from './modules/message.ts';
import { onlinePayment } from './modules/onlinePayment.ts';
import { outbox } from './modules/outbox.ts';
import { passwordReset } from './modules/passwordReset.ts';
import { payment } from './modules/payment.ts';
import { plan } from './modules/plan.ts';
import { profile } from './modules/profile.ts';
import { senderIdentity } from './modules/senderIdentity.ts';
import { session } from './modules/session.ts';
import { signup } from './modules/signup.ts';
import { smsConfig } from './modules/smsConfig.ts';
import { smsPackage } from './modules/smsPackage.ts';
import { template } from './modules/template.ts';
import { upload } from './modules/upload.ts';
import { wallet } from './modules/wallet.ts';
import { auth as authentication } from './plugins/auth.ts';
import { consolePages } from './plugins/console.ts';
import { errors } from './plugins/errors.ts';
import { openapi } from './plugins/openapi.ts';
import { security } from './plugins/security.ts';
import { formOrigins } from './services/online/gateways.ts';

const modules: readonly Module[] = [
  health,
  auth,
  profile,
  session,
  signup,
  passwordReset,
  outbox,
  senderIdentity,
  template,
  blacklistNumber,
  blacklistImport,
  campaign,
  plan,
  message,
  contact,
  contactGroup,
  contactImport,
  upload,
  file,
  location,
  kyc,
  wallet,
  consumption,
  smsConfig,
  smsPackage,
  payment,
  onlinePayment,
  invoice,
  dailyConsumption,
  dashboard,
];

const BODY_LIMIT = 1024 * 1024;

/** The whole of /v1 on its dependencies, not listening. */
export async function buildApp(deps: Deps, log?: FastifyBaseLogger): Promise<App> {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    bodyLimit: BODY_LIMIT,
    trustProxy: deps.config.TRUST_PROXY,
    genReqId: () => uuidv7(),
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }) as unknown as App;
  app.setValidatorCompiler(validatorCompiler);
  // Answers are built from the entity's own columns; a second pass over every row would only cost.
  app.setSerializerCompiler(() => JSON.stringify);
  errors(app);
  await security(app, { apiUrl: deps.config.API_URL, formOrigins: formOrigins(deps.config) });
  await openapi(app);
  if (deps.dist) await consolePages(app, { root: deps.dist, apiUrl: deps.config.API_URL });
  authentication(app, deps.db);
  for (const module of modules) await module(app, deps);
  return app;
}
