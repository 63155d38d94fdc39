/** Stores the configuration of the canary as one item of the deployment, with its API key encrypted. */
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { commit } from '../../../kernel/table/write.ts';
import { canaryKey } from '../keys.ts';

const entity = 'canary';
/** Part of the encryption context of the API key. */
const purpose = 'canary.key';

export interface CanaryConfig extends RowScope {
  /** The public host, without a trailing slash. */
  baseUrl: string;
  keyId: string;
  /** The secret of the API key. */
  secret: string;
  webhookId: string;
  endpointId: string;
}

type Stored = Omit<CanaryConfig, 'secret'> & { sealed: string };

/** Throws UnavailableError if KMS cannot be reached. */
export async function saveCanaryConfig({ secret, ...config }: CanaryConfig): Promise<void> {
  const stored: Stored = { ...config, sealed: await sealSecret(config, purpose, secret) };
  await commit([{ put: toItem(canaryKey, entity, stored) }]);
}

/** Returns undefined until the canary is set up. Throws the errors of `openSecret`. */
export async function findCanaryConfig(): Promise<CanaryConfig | undefined> {
  const item = await getItem(canaryKey);
  if (item === undefined) return undefined;
  const { sealed, ...config } = fromItem<Stored>(item, entity);
  return { ...config, secret: await openSecret(config, purpose, sealed) };
}
