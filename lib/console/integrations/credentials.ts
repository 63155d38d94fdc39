/** Credentials in a form: every value is a text there, or a yes or no. */
import type { CredentialField, IntegrationCredentials } from '../../../shared/clients/typescript/index.ts';

export type CredentialForm = Record<string, string | boolean>;

/** What the API shows in the place of a secret, and takes to keep it. */
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

/** A field matters while another has the value that it names. */
export const isVisible = ({ visibleWhen }: CredentialField, form: CredentialForm): boolean =>
  visibleWhen === undefined || form[visibleWhen.field] === visibleWhen.equals;

/** What is saved: empty texts are left out, which removes what was there; values of no field stay. */
export function bodyOf({ schema, credentials }: IntegrationCredentials, form: CredentialForm) {
  const keys = schema.fields.map(({ key }) => key);
  const others = Object.entries(credentials).filter(([key]) => !keys.includes(key));
  const given = schema.fields.flatMap(({ key }) => {
    const value = form[key];
    return value === undefined || value === '' ? [] : [[key, value] as const];
  });
  return { credentials: Object.fromEntries([...others, ...given]) };
}
