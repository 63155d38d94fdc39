/** The second step of a sign-in, and the proof of a second factor in a session. */
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow, PlatformError } from '../../../shared/clients/typescript/index.ts';
import { sessionApi } from '../api/send.ts';
import { TextField } from '../forms/field.tsx';
import { sessionTexts } from '../texts/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { sessionHint } from './session-hint.ts';

const texts = sessionTexts.factor;

/** Why a code was refused. */
function CodeProblem({ error }: { error: unknown }) {
  if (error === undefined) return null;
  const status = error instanceof PlatformError ? error.status : undefined;
  if (status === 400)
    return (
      <Notice tone="bad" title={texts.wrong.title}>
        <p>{texts.wrong.message}</p>
      </Notice>
    );
  if (error instanceof PlatformError && error.code === 'challenge_invalid')
    return (
      <Notice tone="bad" title={texts.tooLate.title}>
        <p>{texts.tooLate.message}</p>
      </Notice>
    );
  return <ProblemNotice error={error} />;
}

interface CodeFormProps {
  label: string;
  submitLabel: string;
  /** Sends the code; throws if it is refused. */
  send: (code: string) => Promise<void>;
  children?: ReactNode;
}

/** Takes a code of an authenticator app, or a recovery code. */
export function CodeForm({ label, submitLabel, send, children }: CodeFormProps) {
  const { register, handleSubmit, formState, resetField, setFocus } = useForm({
    defaultValues: { code: '' },
  });
  const [error, setError] = useState<unknown>();
  const submit = async ({ code }: { code: string }) => {
    setError(undefined);
    try {
      await send(code.trim());
    } catch (thrown) {
      setError(thrown);
      resetField('code');
      setFocus('code');
    }
  };
  return (
    <form className="form" onSubmit={handleSubmit(submit)} aria-label={label}>
      <CodeProblem error={error} />
      <TextField
        label={texts.code}
        hint={texts.codeHint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...register('code', { required: true })}
      />
      <div className="row">
        <Button variant="primary" type="submit" isBusy={formState.isSubmitting}>
          {submitLabel}
        </Button>
        {children}
      </div>
    </form>
  );
}

interface FactorFormProps {
  challenge: string;
  onDone: () => void;
  /** Returns to the first step. */
  onBack: () => void;
}

/** Completes a sign-in whose password was right. */
export function FactorForm({ challenge, onDone, onBack }: FactorFormProps) {
  const send = async (code: string) => {
    await orThrow(sessionApi.POST('/api/auth/login/factor', { body: { challenge, code } }));
    sessionHint.set();
    onDone();
  };
  return (
    <div className="stack">
      <p>{texts.intro}</p>
      <CodeForm label={texts.title} submitLabel={sessionTexts.signIn} send={send} />
      <Button variant="quiet" icon="user" onClick={onBack}>
        {texts.back}
      </Button>
    </div>
  );
}
