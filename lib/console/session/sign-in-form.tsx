import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { asForm, orThrow } from '../../../shared/clients/typescript/index.ts';
import { sessionApi } from '../api/send.ts';
import { CheckField, SelectField, TextField } from '../forms/field.tsx';
import { sessionTexts } from '../texts/session.ts';
import { Button } from '../ui/button.tsx';
import { type FactorChallenge, factorChallenge } from './factor-challenge.ts';
import type { FactorForm } from './factor-form.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { continueAt, ProviderButtons, useProviders } from './provider-sign-in.tsx';
import { sessionHint } from './session-hint.ts';
import { SignInProblem } from './sign-in-problem.tsx';
import { tenantChoices } from './tenant-choices.ts';

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
function useSignIn<Fields>(
  signIn: (fields: Fields) => Promise<void>,
  onDone: () => void,
  onChallenge?: (challenge: FactorChallenge) => Promise<void>,
) {
  const [error, setError] = useState<unknown>();
  const submit = async (fields: Fields) => {
    setError(undefined);
    try {
      await signIn(fields);
      sessionHint.set();
      onDone();
    } catch (thrown) {
      const challenge = factorChallenge(thrown);
      if (challenge === undefined || onChallenge === undefined) setError(thrown);
      else await onChallenge(challenge).catch(setError);
    }
  };
  return { error, submit };
}

interface PasswordFormProps {
  email: string;
  /** Called with every input of the e-mail address. */
  onEmail: (email: string) => void;
  onDone: () => void;
  /** Called instead when the user has a second factor. */
  onChallenge: (challenge: FactorChallenge) => Promise<void>;
}

function PasswordForm({ email, onEmail, onDone, onChallenge }: PasswordFormProps) {
  const { register, handleSubmit, formState, setValue, control } = useForm<PasswordFields>({
    defaultValues: { email, password: '', tenantId: '', remember: false },
  });
  const typed = useWatch({ control, name: 'email' });
  const providers = useProviders(typed);
  const [wantsPassword, setWantsPassword] = useState(false);
  // Passwords are refused there. The emergency account still uses one.
  const only =
    !wantsPassword && providers.every(({ onlyProvider }) => onlyProvider) ? providers[0] : undefined;
  const { error, submit } = useSignIn(signInWithPassword, onDone, onChallenge);
  // The choice stays while the form is sent again.
  const [tenants, setTenants] = useState<ReturnType<typeof tenantChoices>>([]);
  const choices = tenantChoices(error);
  if (choices.length > 0 && choices.join() !== tenants.join()) setTenants(choices);
  const { labels, hints } = sessionTexts;
  const onEmailChange = (changed: string) => {
    onEmail(changed);
    // The tenants of another address are others.
    if (tenants.length === 0) return;
    setTenants([]);
    setValue('tenantId', '');
  };
  return (
    <form
      className="form"
      onSubmit={handleSubmit(async (fields) => (only ? continueAt(only, fields.email) : submit(fields)))}
      aria-label={sessionTexts.byPassword}
    >
      <SignInProblem error={error} way="password" />
      <TextField
        label={labels.email}
        type="email"
        autoComplete="username"
        required
        {...register('email', {
          required: true,
          onChange: ({ target }) => onEmailChange(String(target.value)),
        })}
      />
      <ProviderButtons providers={providers} email={typed} />
      {only ? (
        <Button variant="quiet" onClick={() => setWantsPassword(true)}>
          {sessionTexts.provider.withPassword}
        </Button>
      ) : (
        <>
          <TextField
            label={labels.password}
            type="password"
            autoComplete="current-password"
            required
            {...register('password', { required: true })}
          />
          {tenants.length > 0 ? (
            <SelectField label={labels.tenant} choices={tenants} required {...register('tenantId')}>
              <option value="">{sessionTexts.choose.none}</option>
            </SelectField>
          ) : (
            <details>
              <summary className="small">{sessionTexts.severalTenants}</summary>
              <TextField label={labels.tenantId} hint={hints.tenantId} {...register('tenantId')} />
            </details>
          )}
          <CheckField label={labels.remember} {...register('remember')} />
          <Button variant="primary" type="submit" isBusy={formState.isSubmitting}>
            {sessionTexts.signIn}
          </Button>
        </>
      )}
    </form>
  );
}

function KeyForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { key: '' } });
  const { error, submit } = useSignIn(signInWithKey, onDone);
  return (
    <form className="form" onSubmit={handleSubmit(submit)} aria-label={sessionTexts.byKey}>
      <SignInProblem error={error} way="key" />
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

type Way = 'password' | 'key' | 'forgot';

/** The other ways, with their icons and labels. */
const ways = [
  ['password', 'user', sessionTexts.byPassword],
  ['key', 'key', sessionTexts.byKey],
  ['forgot', 'mail', sessionTexts.forgot.open],
] as const;

/** Signs in with e-mail and password or an API key, or requests a new password. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const [way, setWay] = useState<Way>('password');
  const email = useRef('');
  const frame = useRef<HTMLDivElement>(null);
  const [second, setSecond] = useState<{ challenge: FactorChallenge; Form: typeof FactorForm }>();
  const change = (update: () => void) => {
    flushSync(update);
    // The pressed button is gone.
    frame.current?.querySelector<HTMLElement>('[data-first-focus], input')?.focus();
  };
  const openSecondStep = async (challenge: FactorChallenge) => {
    const { FactorForm: Form } = await import('./factor-form.tsx');
    change(() => setSecond({ challenge, Form }));
  };
  if (second !== undefined)
    return (
      <div ref={frame}>
        <second.Form
          challenge={second.challenge}
          onDone={onDone}
          onBack={() => change(() => setSecond(undefined))}
        />
      </div>
    );
  return (
    <div className="stack" ref={frame}>
      {way === 'password' && (
        <PasswordForm
          email={email.current}
          onEmail={(typed) => {
            email.current = typed;
          }}
          onDone={onDone}
          onChallenge={openSecondStep}
        />
      )}
      {way === 'key' && <KeyForm onDone={onDone} />}
      {way === 'forgot' && <ForgotPasswordForm email={email.current} />}
      {ways.map(
        ([other, icon, label]) =>
          other !== way && (
            <Button key={other} variant="quiet" icon={icon} onClick={() => change(() => setWay(other))}>
              {label}
            </Button>
          ),
      )}
    </div>
  );
}
