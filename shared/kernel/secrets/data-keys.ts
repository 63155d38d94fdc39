/**
 * The tenants' data keys: each is an item with the key encrypted by KMS, created when the tenant encrypts its first
 * secret. KMS decrypts it for that tenant only, because the tenant is part of the encryption context.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { clientConfig } from '../aws/client-config.ts';
import type { TenantScope } from '../base/principal.ts';
import { UnavailableError } from '../errors/errors.ts';
import { ConditionFailedError, isTemporary } from '../table/errors.ts';
import { fromItem, toItem } from '../table/item.ts';
import { dataKeyKey } from '../table/keys.ts';
import { getItem, type Item } from '../table/read.ts';
import { putNew } from '../table/write.ts';
import { createKeyCache } from './key-cache.ts';
import { dataKeyMaxAgeMs, keyAliasVariable, maxDataKeys } from './limits.ts';

const entity = 'data_key';

interface DataKeyRow {
  /** The encrypted key, base64. */
  encryptedKey: string;
  /** ARN of the KMS key that encrypted it. */
  kmsKeyArn: string;
  createdAtMs: number;
}

export interface Kms {
  client: KMSClient;
  keyAlias: string;
}

function ownKey(): Kms | undefined {
  const keyAlias = process.env[keyAliasVariable];
  return keyAlias === undefined ? undefined : { keyAlias, client: new KMSClient(clientConfig) };
}

let connected = ownKey();

/** Sets the KMS key. Functions never call it (they have KMS_KEY_ALIAS); tools and tests do. */
export function connectKms(kms: Kms): void {
  connected = kms;
}

function kms(): Kms {
  if (connected === undefined) throw new Error(`${keyAliasVariable} is not set: no key to seal with.`);
  return connected;
}

const cache = createKeyCache<KeyObject>({ maxAgeMs: dataKeyMaxAgeMs, maxEntries: maxDataKeys });

/** KMS reports these temporarily, without a fault of the caller. */
const outages = new Set(['DisabledException', 'KMSInvalidStateException', 'KeyUnavailableException']);

/** The result of a KMS call; throttling and outages become UnavailableError. */
async function retryable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isTemporary(error) || (error instanceof Error && outages.has(error.name)))
      throw new UnavailableError(error);
    throw error;
  }
}

function keyFrom(plain: Uint8Array = new Uint8Array()): KeyObject {
  if (plain.byteLength === 0) throw new Error('KMS answered without a key.');
  const key = createSecretKey(plain);
  // Overwrites the plain key, so that a memory dump does not contain it.
  plain.fill(0);
  return key;
}

async function decrypt({ tenantId }: TenantScope, item: Item): Promise<KeyObject> {
  const { encryptedKey, kmsKeyArn } = fromItem<DataKeyRow>(item, entity);
  const command = new DecryptCommand({
    KeyId: kmsKeyArn,
    CiphertextBlob: Buffer.from(encryptedKey, 'base64'),
    EncryptionContext: { tenantId },
  });
  const { Plaintext } = await retryable(kms().client.send(command));
  return keyFrom(Plaintext);
}

async function create({ tenantId }: TenantScope, generation: number): Promise<KeyObject> {
  const { client, keyAlias } = kms();
  const command = new GenerateDataKeyCommand({
    KeyId: keyAlias,
    KeySpec: 'AES_256',
    EncryptionContext: { tenantId },
  });
  const { Plaintext, CiphertextBlob = '', KeyId = '' } = await retryable(client.send(command));
  const key = keyFrom(Plaintext);
  const row: DataKeyRow = {
    encryptedKey: Buffer.from(CiphertextBlob).toString('base64'),
    kmsKeyArn: KeyId,
    createdAtMs: Date.now(),
  };
  try {
    await putNew(toItem(dataKeyKey({ tenantId }, generation), entity, row));
    return key;
  } catch (error) {
    // Another function was faster: secrets that it has encrypted since need its key.
    if (error instanceof ConditionFailedError && error.item) return decrypt({ tenantId }, error.item);
    throw error;
  }
}

const nameOf = ({ tenantId }: TenantScope, generation: number): string => `${generation} ${tenantId}`;

/** A data key of the tenant; undefined when it has none of that generation. Throws UnavailableError. */
export function findDataKey(scope: TenantScope, generation: number): Promise<KeyObject | undefined> {
  return cache.get(nameOf(scope, generation), async () => {
    const item = await getItem(dataKeyKey(scope, generation));
    return item && decrypt(scope, item);
  });
}

/** A data key of the tenant, created when it does not exist. Throws UnavailableError. */
export async function ensureDataKey(scope: TenantScope, generation: number): Promise<KeyObject> {
  const found = await findDataKey(scope, generation);
  const key = found ?? (await cache.get(nameOf(scope, generation), () => create(scope, generation)));
  if (key === undefined) throw new Error('A data key was made and is not there.');
  return key;
}
