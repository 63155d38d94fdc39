/**
 * The platform on this machine: its template in the local runtime, with the demo, a local Stripe, an identity provider and
 * the console.
 */
import { dirname, join, resolve } from 'node:path';
import { emailLinkBaseVariable } from '../../shared/modules/email/environment.ts';
import { callbackPath, logoutPath } from '../../shared/modules/identity/providers/paths.ts';
import { siteDirVariable } from '../../shared/modules/platform/console/site.ts';
import { below } from '../local/control.ts';
import { runTemplate, type TemplateOptions } from '../local/run-template.ts';
import type { Service } from '../local/service.ts';
import { openCode } from './code/code.ts';
import { createStackMapper } from './code/stack-mapper.ts';
import { buildDir, settingsFromEnvironment } from './code/synthesis.ts';
import { type ConsoleSource, createConsoleSite } from './console-site.ts';
import { ensureDemo, previousDemo } from './data/seed.ts';
import { createFanOut } from './fan-out.ts';
import { startProvider } from './provider/server.ts';
import { dataOwner, furtherBuckets, namePrefix } from './stage.ts';
import { startStripe } from './stripe/server.ts';

export interface RuntimeOptions
  extends Pick<TemplateOptions, 'dataDir' | 'port' | 'fresh' | 'quiet' | 'inspect' | 'workers' | 'random'> {
  /**
   * The control server, the Stripe emulator, the AWS gateway and the identity provider have the following ports. 0 selects
   * free ones for all.
   */
  port: number;
  /** Deployment settings by name; they override those of the process environment. */
  settings?: Record<string, string>;
  /** Changes the templates before they are instantiated; for tests that break settings on purpose. */
  transform?: (assemblyDir: string) => void;
  /** Becomes ready before all functions are bundled; missing bundles are made at the first call. */
  bundleWhenNeeded?: boolean;
  /** Bundles share code, which makes bundling faster; for tests. */
  bundlesShareCode?: boolean;
  /** Reloads functions when their sources change. */
  watch?: boolean;
  /** Maps stack traces of functions to their sources. */
  mapStacks?: boolean;
  /** A folder of `bundleFunctions`, so that a second runtime of the same code does not bundle again. */
  bundleDir?: string;
  /** An assembly of another runtime, which is run with its settings instead of being synthesized again. */
  assemblyDir?: string;
  /** Holds back the events of all tenants except those that the control server was asked to follow. */
  fanOut?: 'followed tenants';
  /** The console, which is built and uploaded in the background; without it, its pages say that there is none. */
  console?: ConsoleSource;
}

export type Runtime = Awaited<ReturnType<typeof startRuntime>>;

/** A placeholder in templates, which do not depend on the emulator's port. */
const anyAddress = 'http://localhost';

/** Starts the platform; rejects as `runTemplate` does. */
export async function startRuntime(options: RuntimeOptions) {
  const { port } = options;
  const portAfter = (offset: number): number => (port === 0 ? 0 : port + offset);
  const dataDir = resolve(options.dataDir);
  const settings = { ...settingsFromEnvironment(process.env), ...options.settings };
  const code = openCode({
    ...options,
    dataDir,
    settings: { STRIPE_API_BASE: anyAddress, TRUSTED_ISSUERS: anyAddress, ...settings },
  });
  const fanOut = createFanOut({ followedOnly: options.fanOut === 'followed tenants' });
  const site = createConsoleSite(options.console);
  let consoleReady = Promise.resolve();

  /** The local Stripe and the identity provider, and the demo, whose tenants have accounts there. */
  async function demo(log: (line: string) => void): Promise<Service> {
    const stripe = await startStripe({ port: portAfter(2), dataDir, log });
    const provider = await startProvider({ port: portAfter(4), log });
    const apiBase = settings.STRIPE_API_BASE ?? stripe.url;
    let acme = '';
    return {
      settings: {
        STRIPE_API_BASE: apiBase,
        TRUSTED_ISSUERS: settings.TRUSTED_ISSUERS ?? provider.issuer,
      },
      control: { ...below('/stripe', stripe.control), ...below('/provider', provider.control) },
      async fill({ previous, isNewTable, ...aws }) {
        const { issuer, clientId, clientSecret } = provider;
        const client = { issuer, clientId, clientSecret };
        const input = { ...aws, previous: previousDemo(previous), provider: client };
        const access = await ensureDemo(input, { dataDir, isNewTable, madeOf: code.madeOf() });
        for (const keys of Object.values(access.stripeAccounts)) stripe.ensureAccount(keys);
        acme = access.tenants.acme.id;
        return { ...access, stripe: { apiBase, ...access.stripeAccounts.acme }, provider: client };
      },
      whenRunning({ lambda, baseUrl }) {
        lambda.setVariable(emailLinkBaseVariable, baseUrl);
        stripe.deliverTo(`${baseUrl}/api/payment_gateways/webhook/stripe`);
        provider.serveClient({
          redirectUri: `${baseUrl}${callbackPath}`,
          logoutUri: `${baseUrl}${logoutPath}${acme}`,
        });
        return undefined;
      },
      stop: () => Promise.all([stripe.stop(), provider.stop()]),
    };
  }

  const consoleService = (log: (line: string) => void): Service => ({
    waitingPage: site.page,
    whenRunning({ app, lambda }) {
      consoleReady = site.deploy(app, lambda, dataDir);
      consoleReady.catch((error: unknown) => log(`The console is not available: ${error}`));
      return site.stop;
    },
  });

  const running = await runTemplate({
    ...options,
    dataDir,
    owner: dataOwner,
    awsPort: portAfter(3),
    ...{ namePrefix, furtherBuckets },
    template: code.template,
    codeOf: code.codeOf,
    services: [demo, code.service, consoleService, () => ({ control: fanOut.control })],
    settings: options.console ? { [siteDirVariable]: resolve(options.console.dir) } : {},
    filter: fanOut,
    mapStack: options.mapStacks ? createStackMapper() : undefined,
    // Stored beside the compiled bundles, which may belong to another runtime.
    compileCacheDir: join(dirname(options.assemblyDir ?? options.bundleDir ?? buildDir(dataDir)), 'cache'),
  });
  return {
    ...running,
    /** Resolves when the console is uploaded, or there is none. Rejects when it could not be built or uploaded. */
    consoleReady,
  };
}
