/** Identity providers of tenants. */
import { onTestFinished } from 'vitest';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { type Claims, startIssuer, type TestIssuer } from '../../support/clients/issuer.ts';
import { holdTest } from './held.ts';
import { aTenant } from './stage.ts';

export const providerPath = '/api/auth/provider';

export interface Connected extends TestCaller {
  issuer: TestIssuer;
  /** Replaces the settings. */
  connect(settings?: Claims, as?: Pick<TestCaller, 'api'>): Promise<void>;
}

/** A tenant with a provider until the test ends. Skips the test where the stage refuses providers on this machine. */
export async function aConnected(settings: Claims = {}): Promise<Connected> {
  const caller = await aTenant({ organizations: null });
  const issuer = await startIssuer();
  onTestFinished(() => issuer.stop());
  const connect = async (changed: Claims = {}, { api }: Pick<TestCaller, 'api'> = caller) => {
    const body = { issuer: issuer.url, clientId: 'platform', clientSecret: 'secret-of-client', ...changed };
    const { status } = await api.put(providerPath, { body });
    if (status !== 200) holdTest('needs a stage that accepts identity providers on this machine');
  };
  await connect(settings);
  return { ...caller, issuer, connect };
}
