/** The second step of a sign-in, and the proof of a second factor in a session. */
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow, PlatformError } from '../../../shared/clients/typescript/index.ts';
import { answerWithPasskey, hasPasskeys, type PasskeyAnswer, type PasskeyOptions } from '../api/passkeys.ts';
import { sessionApi } from '../api/send.ts';
import { TextField } from '../forms/field.tsx';
import { factorProofTexts as texts } from '../texts/proof.ts';
import { sessionTexts } from '../texts/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import type { FactorChallenge } from './factor-challenge.ts';
import { sessionHint } from './session-hint.ts';

/** Why a proof was refused. */
function ProofProblem({ error, wrong }: { error: unknown; wrong: { title: string; message: string } }) {
  if (error === undefined) return null;
  const status = error instanceof PlatformError ? error.status : undefined;
  if (status === 400)
    return (
      <Notice tone="bad" title={wrong.title}>
        <p>{wrong.message}</p>
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
      <ProofProblem error={error} wrong={texts.wrong} />
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

interface PasskeyButtonProps {
  options: () => Promise<PasskeyOptions>;
  /** Sends the answer; throws if it is refused. */
  send: (passkey: PasskeyAnswer) => Promise<void>;
}

/** Takes a passkey, where the browser has them. */
export function PasskeyButton({ options, send }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!hasPasskeys()) return null;
  const use = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await send(await answerWithPasskey(await options()));
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ProofProblem error={error} wrong={texts.wrongPasskey} />
      <Button variant="primary" icon="key" isBusy={isBusy} onClick={() => void use()} data-first-focus>
        {texts.usePasskey}
      </Button>
    </>
  );
}

interface FactorFormProps {
  challenge: FactorChallenge;
  onDone: () => void;
  /** Returns to the first step. */
  onBack: () => void;
}

/** Completes a sign-in whose password was right. */
export function FactorForm({ challenge: of, onDone, onBack }: FactorFormProps) {
  const { challenge, passkey: options, hasApp } = of;
  const send = async (proof: { code: string } | { passkey: PasskeyAnswer }) => {
    await orThrow(sessionApi.POST('/api/auth/login/factor', { body: { challenge, ...proof } }));
    sessionHint.set();
    onDone();
  };
  return (
    <div className="stack">
      {options && <PasskeyButton options={async () => options} send={(passkey) => send({ passkey })} />}
      <p>{hasApp ? texts.intro : texts.recoveryIntro}</p>
      <CodeForm label={texts.title} submitLabel={sessionTexts.signIn} send={(code) => send({ code })} />
      <Button variant="quiet" icon="user" onClick={onBack}>
        {texts.back}
      </Button>
    </div>
  );
}
