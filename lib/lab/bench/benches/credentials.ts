/** KMS calls for reading one tenant's credentials in one warm function; this process acts as the function. */
import { KMSClient } from '@aws-sdk/client-kms';
import { connectKms } from '../../../../shared/kernel/secrets/data-keys.ts';
import { connect } from '../../../../shared/modules/integrations/connection.ts';
import { findIntegration } from '../../../../shared/modules/integrations/registry.ts';
import { keyAlias } from '../../../aws/names.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { sized } from '../size.ts';
import { timed } from '../statistics.ts';

const reads = sized(1_000, 10);
const id = 'sync_http_json';
const credentials = { baseUrl: 'https://api.example.com', token: 'token-of-great-value' };

async function measure(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithRules(1);
  await platform.call(caller, 'PUT', `/api/integrations/${id}/credentials`, { credentials });
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey } = platform.aws;
  let calls = 0;
  const client = new KMSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  client.middlewareStack.add(
    (next) => (call) => {
      calls += 1;
      return next(call);
    },
    { step: 'initialize' },
  );
  connectKms({ client, keyAlias: keyAlias('local') });
  const definition = findIntegration(id);
  if (definition === undefined) throw new Error(`The function ${id} does not exist.`);
  const elapsedMs = await timed(async () => {
    for (let read = 0; read < reads; read++) {
      const connection = await connect(caller, definition);
      if (connection.credentials.token !== credentials.token)
        throw new Error('The token cannot be decrypted.');
    }
  });
  return { ours: calls, other: null, notes: [`${reads} reads, ${(elapsedMs / reads).toFixed(2)} ms each`] };
}

export const credentialBenches: readonly Bench[] = [
  { name: 'credentials-kms', unit: `calls of KMS for ${reads} reads`, bar: 2, measure },
];
