import { useSyncExternalStore } from 'react';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useApi } from '../api/api-context.tsx';
import { waitingStepUp } from '../api/step-up.ts';
import { sessionTexts } from '../texts/session.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CodeForm } from './factor-form.tsx';

const texts = sessionTexts.stepUp;

/** Asks for the second factor when a request needs it; the request is then sent again. */
export function StepUpDialog() {
  const { api } = useApi();
  const answer = useSyncExternalStore(waitingStepUp.subscribe, waitingStepUp.get);
  if (answer === undefined) return null;
  const send = async (code: string) => {
    await orThrow(api.POST('/api/auth/factors/verify', { body: { code } }));
    answer(true);
  };
  return (
    <Dialog title={texts.title} onClose={() => answer(false)}>
      <div className="stack">
        <p>{texts.intro}</p>
        <CodeForm label={texts.title} submitLabel={texts.submit} send={send}>
          <Button onClick={() => answer(false)}>{uiTexts.cancel}</Button>
        </CodeForm>
      </div>
    </Dialog>
  );
}
