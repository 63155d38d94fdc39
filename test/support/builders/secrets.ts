/** Secrets for tests: as the administrator, and as separate functions without a shared cache. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { inject } from 'vitest';
import { keyAlias } from '../../../lib/aws/names.ts';
import type * as DataKeys from '../../../shared/kernel/secrets/data-keys.ts';
import { connectKms, type Kms } from '../../../shared/kernel/secrets/data-keys.ts';
import type * as Seal from '../../../shared/kernel/secrets/seal.ts';
import type * as Table from '../../../shared/kernel/table/table.ts';
import { aFreshCopy } from '../runtime/fresh-copies.ts';

/** The deployment's key, used as the administrator. */
function administratorsKms(): Kms {
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey } = inject('aws');
  const credentials = { accessKeyId, secretAccessKey };
  return { client: new KMSClient({ endpoint, region, credentials }), keyAlias: keyAlias('local') };
}

/** Lets a test encrypt and decrypt with `shared/kernel/secrets`, to prepare data for a function or to read its data. */
export function connectSecrets(): void {
  connectKms(administratorsKms());
}

/** `shared/kernel/secrets` as in a newly started function, with an empty cache. `kmsCalls` are its KMS calls. */
export async function aColdFunction() {
  const load = aFreshCopy();
  const [{ connectTable }, dataKeys, seal] = await Promise.all([
    load<typeof Table>('shared/kernel/table/table.ts'),
    load<typeof DataKeys>('shared/kernel/secrets/data-keys.ts'),
    load<typeof Seal>('shared/kernel/secrets/seal.ts'),
  ]);
  const { table: name, endpointUrl: endpoint, region, accessKeyId, secretAccessKey } = inject('aws');
  const credentials = { accessKeyId, secretAccessKey };
  connectTable({ name, client: new DynamoDBClient({ endpoint, region, credentials }) });
  const kms = administratorsKms();
  const kmsCalls: string[] = [];
  kms.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (call) => {
        kmsCalls.push(commandName.replace('Command', ''));
        return next(call);
      },
    { step: 'initialize' },
  );
  dataKeys.connectKms(kms);
  return { ...seal, kmsCalls };
}
