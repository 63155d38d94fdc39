import { useSession } from '../session/session.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toasts.tsx';

interface TakeOverButtonProps {
  of: { runAs: { id: string }; blockedReason: string | null };
  /** The write that makes it run with the rights of the caller. */
  taking: { isPending: boolean; mutate: (input: undefined, options: { onSuccess: () => void }) => void };
}

/** Makes a rule or a job run with the rights of the caller; nothing if it does, unless that stopped it. */
export function TakeOverButton({ of: { runAs, blockedReason }, taking }: TakeOverButtonProps) {
  const { id } = useSession();
  const toast = useToast();
  if (runAs.id === id && blockedReason === null) return null;
  return (
    <Button
      isBusy={taking.isPending}
      onClick={() => taking.mutate(undefined, { onSuccess: () => toast(uiTexts.takenOver) })}
    >
      {uiTexts.takeOver}
    </Button>
  );
}
