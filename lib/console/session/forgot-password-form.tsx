import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { sessionApi } from '../api/send.ts';
import { TextField } from '../forms/field.tsx';
import { sessionTexts } from '../texts/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';

const texts = sessionTexts.forgot;

/** Requests a link for a new password. It does not say whether the address has an account. */
export function ForgotPasswordForm({ email }: { email: string }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email } });
  const [outcome, setOutcome] = useState<{ error?: unknown }>();
  const submit = async (body: { email: string }) => {
    setOutcome(undefined);
    try {
      await orThrow(sessionApi.POST('/api/auth/password/forgot', { body }));
      setOutcome({});
    } catch (error) {
      setOutcome({ error });
    }
  };
  return (
    <form className="form" onSubmit={handleSubmit(submit)} aria-label={texts.title}>
      {outcome?.error !== undefined && <ProblemNotice error={outcome.error} />}
      {outcome !== undefined && outcome.error === undefined && (
        <Notice tone="good" title={texts.sent}>
          <p>{texts.sentHelp}</p>
        </Notice>
      )}
      <p>{texts.intro}</p>
      <TextField
        label={sessionTexts.labels.email}
        type="email"
        autoComplete="username"
        required
        {...register('email', { required: true })}
      />
      <Button variant="primary" type="submit" isBusy={formState.isSubmitting}>
        {texts.send}
      </Button>
    </form>
  );
}
