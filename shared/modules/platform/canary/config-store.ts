/** What the canary needs to know, its key sealed: one item of the deployment. */
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { commit } from '../../../kernel/table/write.ts';
import { canaryKey } from '../keys.ts';

const entity = 'canary';
/** What its key is sealed for. */
const purpose = 'canary.key';

export interface CanaryConfig extends RowScope {
  /** The public host, without a slash at its end. */
  baseUrl: string;
  keyId: string;
  /** The secret of its API key. */
  secret: string;
  webhookId: string;
  endpointId: string;
}

type Stored = Omit<CanaryConfig, 'secret'> & { sealed: string };

/** Remembers it. Throws UnavailableError when KMS is out of reach. */
export async function saveCanaryConfig({ secret, ...config }: CanaryConfig): Promise<void> {
  const stored: Stored = { ...config, sealed: await sealSecret(config, purpose, secret) };
  await commit([{ put: toItem(canaryKey, entity, stored) }]);
}

/** Undefined until the canary is set up. Throws as `openSecret` does. */
export async function findCanaryConfig(): Promise<CanaryConfig | undefined> {
  const item = await getItem(canaryKey);
  if (item === undefined) return undefined;
  const { sealed, ...config } = fromItem<Stored>(item, entity);
  return { ...config, secret: await openSecret(config, purpose, sealed) };
}
