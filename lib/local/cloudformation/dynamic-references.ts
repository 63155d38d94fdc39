/** CloudFormation's dynamic references to Secrets Manager: `{{resolve:secretsmanager:name:SecretString}}`. */
import { randomBytes } from 'node:crypto';
import type { Resource } from '../types.ts';
import { isRecord } from './intrinsics.ts';

const reference = /\{\{resolve:secretsmanager:(.+?):SecretString(?::([^:{}]*))?(?::[^{}]*)?\}\}/g;

function generated(options: unknown): string {
  const { PasswordLength = 32 } = isRecord(options) ? options : {};
  // A hexadecimal value contains no character that `ExcludePunctuation` excludes or that a header cannot carry.
  const value = randomBytes(Number(PasswordLength)).toString('hex').slice(0, Number(PasswordLength));
  const { SecretStringTemplate, GenerateStringKey } = isRecord(options) ? options : {};
  if (typeof GenerateStringKey !== 'string') return value;
  const template = JSON.parse(String(SecretStringTemplate ?? '{}'));
  return JSON.stringify({ ...template, [GenerateStringKey]: value });
}

/**
 * Replaces the references in all properties, in place, by the values of the app's secrets. Generated values are random
 * and live as long as this process. Throws an error that names the resource when a secret does not exist.
 */
export function resolveDynamicReferences(resources: readonly Resource[]): void {
  const secrets = resources.filter(({ type }) => type === 'AWS::SecretsManager::Secret');
  const values = new Map<Resource, string>();

  function secretValueOf(secret: Resource): string {
    const known = values.get(secret);
    if (known !== undefined) return known;
    const { SecretString, GenerateSecretString } = secret.properties;
    const value =
      SecretString === undefined ? generated(GenerateSecretString) : String(resolve(SecretString, secret));
    values.set(secret, value);
    return value;
  }

  function resolveText(text: string, user: Resource): string {
    return text.replace(reference, (_, id: string, key: string | undefined) => {
      const secret = secrets.find(
        ({ physicalId, properties }) => physicalId === id || properties.Name === id,
      );
      if (secret === undefined)
        throw new Error(
          `${user.logicalId} of ${user.stack} refers to the secret ${id}, which is not in the app.`,
        );
      const value = secretValueOf(secret);
      return key ? String(JSON.parse(value)[key]) : value;
    });
  }

  function resolve(value: unknown, user: Resource): unknown {
    if (typeof value === 'string') return value.includes('{{resolve:') ? resolveText(value, user) : value;
    if (isRecord(value) || Array.isArray(value)) resolveMembers(value, user);
    return value;
  }

  function resolveMembers(container: Record<string, unknown> | unknown[], user: Resource): void {
    const members = container as Record<string, unknown>;
    for (const key of Object.keys(members)) members[key] = resolve(members[key], user);
  }

  for (const resource of resources) resolveMembers(resource.properties, resource);
}
