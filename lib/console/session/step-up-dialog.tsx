import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { waitingStepUp } from '../api/step-up.ts';

type Proof = ComponentType<{ answer: (isProved: boolean) => void }>;

/** Asks for the second factor when a request needs it; the request is then sent again. Loads the dialog for the first one. */
export function StepUpDialog() {
  const answer = useSyncExternalStore(waitingStepUp.subscribe, waitingStepUp.get);
  const [loaded, setLoaded] = useState<{ Dialog: Proof }>();
  useEffect(() => {
    if (answer === undefined || loaded !== undefined) return;
    import('./proof-dialog.tsx').then(
      ({ ProofDialog: Dialog }) => setLoaded({ Dialog }),
      () => answer(false),
    );
  }, [answer, loaded]);
  return answer && loaded && <loaded.Dialog answer={answer} />;
}
