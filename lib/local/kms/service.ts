/** KMS behind the AWS gateway: the symmetric keys of the template, found by id, ARN or alias. */
import { randomBytes } from 'node:crypto';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { errorInBody, jsonBody, jsonService, targetAction, unsupported } from '../gateway/aws-json.ts';
import { AwsError, type AwsService, type Need } from '../gateway/aws-service.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { type EncryptionContext, openKeyMaterial } from './keys.ts';

type Json = Record<string, unknown>;

// https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html
const maxBlobBytes = 6144;
const maxDataKeyBytes = 1024;
const dataKeyBytes: Readonly<Record<string, number>> = { AES_256: 32, AES_128: 16 };

interface LocalKey {
  id: string;
  arn: string;
  policy: unknown;
  enabled: boolean;
  /** `alias/…` */
  aliases: readonly string[];
}

/** A request's key, and the alias if it was named by an alias. */
interface Named {
  key: LocalKey;
  alias: string | undefined;
}

function keyOf(resource: Resource, aliases: readonly Resource[]): LocalKey {
  const { properties, physicalId: id, arn } = resource;
  const { KeySpec = 'SYMMETRIC_DEFAULT', KeyUsage = 'ENCRYPT_DECRYPT', Origin = 'AWS_KMS' } = properties;
  if (KeySpec !== 'SYMMETRIC_DEFAULT' || KeyUsage !== 'ENCRYPT_DECRYPT' || Origin !== 'AWS_KMS') {
    throw new Error(`The key ${arn}: only symmetric keys for encryption run locally.`);
  }
  const own = aliases.filter(({ properties: { TargetKeyId } }) => TargetKeyId === id || TargetKeyId === arn);
  return {
    id,
    arn,
    policy: properties.KeyPolicy,
    enabled: properties.Enabled !== false,
    aliases: own.map((alias) => alias.physicalId),
  };
}

const invalid = (message: string): AwsError => new AwsError('ValidationException', message);

function bytesOf(input: Json, name: string, most: number): Buffer {
  const value = input[name];
  const bytes = typeof value === 'string' ? Buffer.from(value, 'base64') : Buffer.alloc(0);
  if (bytes.length >= 1 && bytes.length <= most) return bytes;
  throw invalid(
    `1 validation error detected: Value at '${name}' failed to satisfy constraint: 1 to ${most} bytes`,
  );
}

function contextOf({ EncryptionContext: given }: Json): EncryptionContext {
  if (given === undefined || given === null) return {};
  if (isRecord(given) && Object.values(given).every((value) => typeof value === 'string'))
    return given as Record<string, string>;
  throw invalid('EncryptionContext must map text to text.');
}

/** Size in bytes of the requested data key: exactly one of `KeySpec` and `NumberOfBytes`. */
function wantedBytes({ KeySpec, NumberOfBytes }: Json): number {
  const bytes = KeySpec === undefined ? Number(NumberOfBytes) : dataKeyBytes[String(KeySpec)];
  const both = KeySpec !== undefined && NumberOfBytes !== undefined;
  if (!both && bytes !== undefined && Number.isInteger(bytes) && bytes >= 1 && bytes <= maxDataKeyBytes)
    return bytes;
  throw invalid('Please specify either number of bytes or key spec.');
}

/** KMS for the app's keys, whose material is stored in `file`. Throws for keys that do not run locally. */
export function createKms(app: ResolvedApp, file: string): AwsService {
  const aliases = app.ofType('AWS::KMS::Alias');
  const keys = app.ofType('AWS::KMS::Key').map((resource) => keyOf(resource, aliases));
  const material = openKeyMaterial(
    file,
    keys.map(({ id }) => id),
  );
  const [, partition = 'aws', , region, account] = keys[0]?.arn.split(':') ?? [];

  /** Finds a key by its id, its ARN, `alias/…` or the ARN of an alias. */
  function named(keyId: unknown): Named {
    const text = String(keyId ?? '');
    const alias = /(?:^|:)(alias\/.+)$/.exec(text)?.[1];
    const key = keys.find(({ id, arn, aliases: own }) =>
      alias === undefined ? id === text || arn === text : own.includes(alias),
    );
    if (key !== undefined) return { key, alias };
    const arn = text.startsWith('arn:')
      ? text
      : `arn:${partition}:kms:${region}:${account}:${alias ?? `key/${text}`}`;
    throw new AwsError(
      'NotFoundException',
      alias === undefined ? `Key '${arn}' does not exist` : `Alias ${arn} is not found.`,
    );
  }

  function needOf(action: string, { key, alias }: Named, context: EncryptionContext): Need {
    const pairs = Object.entries(context).map(([name, value]) => [`kms:EncryptionContext:${name}`, value]);
    return {
      action: `kms:${action}`,
      resource: key.arn,
      keyPolicy: key.policy,
      context: {
        ...Object.fromEntries(pairs),
        ...(pairs.length > 0 && { 'kms:EncryptionContextKeys': Object.keys(context) }),
        ...(key.aliases.length > 0 && { 'kms:ResourceAliases': [...key.aliases] }),
        ...(alias !== undefined && { 'kms:RequestAlias': alias }),
        'kms:CallerAccount': key.arn.split(':')[4] ?? '',
      },
    };
  }

  function plan(action: string, input: Json): { key: Named; context: EncryptionContext; perform(): Json } {
    const context = contextOf(input);
    switch (action) {
      case 'GenerateDataKey': {
        const key = named(input.KeyId);
        const count = wantedBytes(input);
        const perform = () => {
          const plain = randomBytes(count);
          return {
            CiphertextBlob: material.encrypt(key.key.id, plain, context).toString('base64'),
            Plaintext: plain.toString('base64'),
            KeyId: key.key.arn,
          };
        };
        return { key, context, perform };
      }
      case 'Decrypt': {
        const blob = bytesOf(input, 'CiphertextBlob', maxBlobBytes);
        const maker = material.keyIdOf(blob);
        if (maker === undefined) throw invalidCiphertext();
        const key = named(input.KeyId ?? maker);
        const perform = () => {
          if (key.key.id !== maker) throw incorrectKey();
          const plain = material.decrypt(blob, context);
          if (plain === undefined) throw invalidCiphertext();
          const Plaintext = plain.toString('base64');
          return { Plaintext, KeyId: key.key.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
        };
        return { key, context, perform };
      }
      default:
        throw unsupported(action);
    }
  }

  return jsonService({
    name: 'kms',
    maxRequestBytes: 64 * 1024,
    contentType: 'application/x-amz-json-1.1',
    plan(request) {
      const action = targetAction(request, 'TrentService');
      const { key, context, perform } = plan(action, jsonBody(request.body));
      return {
        action,
        needs: [needOf(action, key, context)],
        perform() {
          if (!key.key.enabled) throw new AwsError('DisabledException', `${key.key.arn} is disabled.`);
          return perform();
        },
      };
    },
    error: errorInBody,
    throttled: () =>
      new AwsError(
        'ThrottlingException',
        'You have exceeded the rate at which you may call KMS. Reduce the frequency of your calls.',
      ),
  });
}

const invalidCiphertext = (): AwsError => new AwsError('InvalidCiphertextException', '');
const incorrectKey = (): AwsError =>
  new AwsError(
    'IncorrectKeyException',
    'The key ID in the request does not identify a CMK that can perform this operation.',
  );
