import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { asForm, orThrow } from '../../../shared/clients/typescript/index.ts';
import { sessionApi } from '../api/send.ts';
import { CheckField, TextField } from '../forms/field.tsx';
import { sessionTexts } from '../texts/session.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { sessionHint } from './session-hint.ts';

interface PasswordFields {
  email: string;
  password: string;
  tenantId: string;
  remember: boolean;
}

async function signInWithPassword({ tenantId, ...fields }: PasswordFields): Promise<void> {
  const body = { ...fields, ...(tenantId.trim() && { tenantId: tenantId.trim() }) };
  await orThrow(sessionApi.POST('/api/auth/login', { body, bodySerializer: asForm }));
}

async function signInWithKey({ key }: { key: string }): Promise<void> {
  await orThrow(sessionApi.POST('/api/auth/session/from-key', { body: { key: key.trim() } }));
}

/** Keeps the input after a failed attempt. */
function useSignIn<Fields>(signIn: (fields: Fields) => Promise<void>, onDone: () => void) {
  const [error, setError] = useState<unknown>();
  const submit = async (fields: Fields) => {
    setError(undefined);
    try {
      await signIn(fields);
      sessionHint.set();
      onDone();
    } catch (thrown) {
      setError(thrown);
    }
  };
  return { error, submit };
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, formState } = useForm<PasswordFields>({
    defaultValues: { email: '', password: '', tenantId: '', remember: false },
  });
  const { error, submit } = useSignIn(signInWithPassword, onDone);
  const { labels, hints } = sessionTexts;
  return (
    <form className="form" onSubmit={handleSubmit(submit)} aria-label={sessionTexts.byPassword}>
      {error !== undefined && <ProblemNotice error={error} />}
      <TextField
        label={labels.email}
        type="email"
        autoComplete="username"
        required
        {...register('email', { required: true })}
      />
      <TextField
        label={labels.password}
        type="password"
        autoComplete="current-password"
        required
        {...register('password', { required: true })}
      />
      <details>
        <summary className="small">{sessionTexts.severalTenants}</summary>
        <TextField label={labels.tenantId} hint={hints.tenantId} {...register('tenantId')} />
      </details>
      <CheckField label={labels.remember} {...register('remember')} />
      <Button variant="primary" type="submit" isBusy={formState.isSubmitting}>
        {sessionTexts.signIn}
      </Button>
    </form>
  );
}

function KeyForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { key: '' } });
  const { error, submit } = useSignIn(signInWithKey, onDone);
  return (
    <form className="form" onSubmit={handleSubmit(submit)} aria-label={sessionTexts.byKey}>
      {error !== undefined && <ProblemNotice error={error} />}
      <TextField
        label={sessionTexts.labels.key}
        hint={sessionTexts.hints.key}
        type="password"
        autoComplete="off"
        placeholder="pmk_…"
        required
        {...register('key', { required: true })}
      />
      <Button variant="primary" type="submit" isBusy={formState.isSubmitting}>
        {sessionTexts.signIn}
      </Button>
    </form>
  );
}

/** Signs in with e-mail and password or an API key. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const [way, setWay] = useState<'password' | 'key'>('password');
  const other = way === 'password' ? 'key' : 'password';
  return (
    <div className="stack">
      {way === 'password' ? <PasswordForm onDone={onDone} /> : <KeyForm onDone={onDone} />}
      <Button variant="quiet" icon={other === 'key' ? 'key' : 'user'} onClick={() => setWay(other)}>
        {other === 'key' ? sessionTexts.byKey : sessionTexts.byPassword}
      </Button>
    </div>
  );
}
