/** Credentials in a form: every value is a text or a boolean. */
import type { CredentialField, IntegrationCredentials } from '../../../shared/clients/typescript/index.ts';

export type CredentialForm = Record<string, string | boolean>;

/** The placeholder that the API returns for a secret, and accepts to keep it. */
export const maskedSecret = '__masked__';

const secretTypes = ['secret', 'oauth', 'ssh_keypair'];

export const isSecret = ({ type }: CredentialField): boolean => secretTypes.includes(type);

export function formOf({ schema, credentials }: IntegrationCredentials): CredentialForm {
  return Object.fromEntries(
    schema.fields.map(({ key, type }) => {
      const value = credentials[key];
      return [
        key,
        type === 'boolean' ? value === true : value === undefined || value === null ? '' : String(value),
      ];
    }),
  );
}

/** A field is shown while another one has the required value. */
export const isVisible = ({ visibleWhen }: CredentialField, form: CredentialForm): boolean =>
  visibleWhen === undefined || form[visibleWhen.field] === visibleWhen.equals;

/**
 * Converts the form to a request: empty texts are omitted, which removes stored values; values without a field stay.
 */
export function bodyOf({ schema, credentials }: IntegrationCredentials, form: CredentialForm) {
  const keys = schema.fields.map(({ key }) => key);
  const others = Object.entries(credentials).filter(([key]) => !keys.includes(key));
  const given = schema.fields.flatMap(({ key }) => {
    const value = form[key];
    return value === undefined || value === '' ? [] : [[key, value] as const];
  });
  return { credentials: Object.fromEntries([...others, ...given]) };
}
