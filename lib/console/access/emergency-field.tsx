import type { UseFormReturn } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { everyItem } from '../api/every-item.ts';
import { useRead } from '../api/queries.ts';
import { SelectField, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { useMay } from '../session/session.ts';
import { providerTexts } from '../texts/provider.ts';
import type { ProviderFields } from './provider-fields.ts';

const texts = providerTexts.passwords;

interface EmergencyFieldProps {
  form: UseFormReturn<ProviderFields>;
  error: unknown;
  /** The stored user. */
  stored: string | null;
}

/** The user who can still log in with a password. Callers without the right to view users enter the id. */
export function EmergencyField({ form, error, stored }: EmergencyFieldProps) {
  const maySee = useMay()('auth.users.view');
  const reading = useRead(
    ['users', 'withPassword'],
    async (api) => {
      const users = await everyItem((page) =>
        orThrow(api.GET('/api/auth/users', { params: { query: { page, pageSize: 200 } } })),
      );
      return users
        .filter(({ isActive, hasPassword }) => isActive && hasPassword)
        .map(({ id, email }) => [id, email] as const);
    },
    { enabled: maySee },
  );
  const field = fieldsOf(form, error)('emergencyUserId');
  if (!maySee) return <TextField label={texts.emergency} hint={texts.emergencyIdHint} {...field} />;
  return (
    <SelectField
      label={texts.emergency}
      hint={texts.emergencyHint}
      choices={reading.data ?? []}
      stored={stored === null ? undefined : [stored, stored]}
      {...field}
    >
      <option value="">{texts.none}</option>
    </SelectField>
  );
}
