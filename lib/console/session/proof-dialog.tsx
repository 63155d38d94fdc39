import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useApi } from '../api/api-context.tsx';
import type { PasskeyAnswer } from '../api/passkeys.ts';
import { useRead } from '../api/queries.ts';
import { factorProofTexts, stepUpTexts as texts } from '../texts/proof.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CodeForm, PasskeyButton } from './factor-form.tsx';

/** Asks for the second factor. */
export function ProofDialog({ answer }: { answer: (isProved: boolean) => void }) {
  const { api } = useApi();
  const reading = useRead(['factors'], (reader) => orThrow(reader.GET('/api/auth/factors')));
  const send = async (body: { code: string } | { passkey: PasskeyAnswer }) => {
    await orThrow(api.POST('/api/auth/factors/verify', { body }));
    answer(true);
  };
  const optionsOf = async () => (await orThrow(api.POST('/api/auth/factors/verify/start'))).options;
  // The dialog begins at the first way to prove it.
  if (reading.isPending) return null;
  const kinds = reading.data?.factors.map(({ kind }) => kind) ?? ['totp'];
  const hasApp = kinds.includes('totp');
  return (
    <Dialog title={texts.title} onClose={() => answer(false)}>
      <div className="stack">
        <p>{texts.intro}</p>
        {kinds.includes('passkey') && (
          <PasskeyButton options={optionsOf} send={(passkey) => send({ passkey })} />
        )}
        <p>{hasApp ? factorProofTexts.intro : factorProofTexts.recoveryIntro}</p>
        <CodeForm label={texts.title} submitLabel={texts.submit} send={(code) => send({ code })}>
          <Button onClick={() => answer(false)}>{uiTexts.cancel}</Button>
        </CodeForm>
      </div>
    </Dialog>
  );
}
