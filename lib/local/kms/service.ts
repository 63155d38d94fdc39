/** KMS behind the AWS gateway: the symmetric keys of the template, found by id, ARN or alias. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { propertiesOf } from '../cloudformation/properties.ts';
import { jsonBody, jsonService, targetAction, unsupported } from '../gateway/aws-json.ts';
import { AwsError, type AwsService, type Need } from '../gateway/aws-service.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { type EncryptionContext, openKeyMaterial } from './keys.ts';

const only = <Value extends string | boolean>(value: Value) =>
  z.optional(z.literal(value, 'only enabled symmetric keys for encryption run locally'));
const keyShape = z.object({
  KeyPolicy: z.unknown(),
  Enabled: only(true),
  KeySpec: only('SYMMETRIC_DEFAULT'),
  KeyUsage: only('ENCRYPT_DECRYPT'),
  Origin: only('AWS_KMS'),
});

const maxBlobBytes = 6144;
const context = z._default(z.record(z.string(), z.string()), {});
// https://docs.aws.amazon.com/kms/latest/APIReference/API_GenerateDataKey.html
const generateRequest = z.strictObject({
  KeyId: z.string(),
  KeySpec: z.literal('AES_256'),
  EncryptionContext: context,
});
// https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html
const decryptRequest = z.strictObject({
  KeyId: z.optional(z.string()),
  CiphertextBlob: z.base64().check(z.minLength(1), z.maxLength((maxBlobBytes / 3) * 4)),
  EncryptionContext: context,
});

type LocalKey = ReturnType<typeof keyOf>;

function keyOf(resource: Resource, allAliases: readonly Resource[]) {
  const { physicalId: id, arn } = resource;
  const { KeyPolicy: keyPolicy } = propertiesOf(resource, keyShape);
  const own = allAliases.filter(
    ({ properties: { TargetKeyId } }) => TargetKeyId === id || TargetKeyId === arn,
  );
  /** `alias/…` */
  const aliases = own.map((alias) => alias.physicalId);
  return { id, arn, keyPolicy, aliases, names: [id, arn, ...aliases, ...own.map((alias) => alias.arn)] };
}

/** Parses a request. Throws ValidationException for parameters that are invalid or not supported. */
function parse<Shape extends z.ZodMiniType>(shape: Shape, body: string): z.infer<Shape> {
  const { data, error } = z.safeParse(shape, jsonBody(body));
  if (error) throw new AwsError('ValidationException', z.prettifyError(error));
  return data;
}

function needOf(action: string, { arn, keyPolicy, aliases }: LocalKey, given: EncryptionContext): Need {
  const members = Object.entries(given).map(([name, value]) => [`kms:EncryptionContext:${name}`, value]);
  return {
    action: `kms:${action}`,
    resource: arn,
    keyPolicy,
    context: {
      ...Object.fromEntries(members),
      ...(members.length > 0 && { 'kms:EncryptionContextKeys': Object.keys(given) }),
      ...(aliases.length > 0 && { 'kms:ResourceAliases': aliases }),
    },
  };
}

/** KMS for the app's keys, whose material is stored in `file`. Throws for keys that do not run locally. */
export function createKms(app: ResolvedApp, file: string): AwsService {
  const aliases = app.ofType('AWS::KMS::Alias');
  const keys = app.ofType('AWS::KMS::Key').map((resource) => keyOf(resource, aliases));
  const ids = keys.map(({ id }) => id);
  const material = openKeyMaterial(file, ids);

  function keyNamed(name: string): LocalKey {
    const key = keys.find(({ names }) => names.includes(name));
    if (key !== undefined) return key;
    const message = name.includes('alias/') ? `Alias ${name} is not found.` : `Key '${name}' does not exist`;
    throw new AwsError('NotFoundException', message);
  }

  function planGenerateDataKey(action: string, body: string) {
    const { KeyId, EncryptionContext } = parse(generateRequest, body);
    const key = keyNamed(KeyId);
    return {
      action,
      needs: [needOf(action, key, EncryptionContext)],
      perform() {
        const plain = randomBytes(32);
        const blob = material.encrypt(key.id, plain, EncryptionContext);
        const [CiphertextBlob, Plaintext] = [blob, plain].map((bytes) => bytes.toString('base64'));
        return { CiphertextBlob, Plaintext, KeyId: key.arn };
      },
    };
  }

  function planDecrypt(action: string, body: string) {
    const { KeyId, CiphertextBlob, EncryptionContext } = parse(decryptRequest, body);
    const blob = Buffer.from(CiphertextBlob, 'base64');
    const invalid = new AwsError('InvalidCiphertextException', '');
    const usedId = material.keyIdOf(blob);
    if (usedId === undefined) throw invalid;
    const key = keyNamed(KeyId ?? usedId);
    return {
      action,
      needs: [needOf(action, key, EncryptionContext)],
      perform() {
        if (key.id !== usedId) {
          const message =
            'The key ID in the request does not identify a CMK that can perform this operation.';
          throw new AwsError('IncorrectKeyException', message);
        }
        const plain = material.decrypt(blob, EncryptionContext);
        if (plain === undefined) throw invalid;
        const Plaintext = plain.toString('base64');
        return { Plaintext, KeyId: key.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
      },
    };
  }

  return jsonService({
    name: 'kms',
    maxRequestBytes: 64 * 1024,
    contentType: 'application/x-amz-json-1.1',
    plan(request) {
      const action = targetAction(request, 'TrentService');
      if (action === 'GenerateDataKey') return planGenerateDataKey(action, request.body);
      if (action === 'Decrypt') return planDecrypt(action, request.body);
      throw unsupported(action);
    },
    throttled: () =>
      new AwsError(
        'ThrottlingException',
        'You have exceeded the rate at which you may call KMS. Reduce the frequency of your calls.',
      ),
  });
}
