import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { uiTexts } from '../texts/ui.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';

/** Asks before a page is left that holds what was not saved. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={uiTexts.unsavedTitle}
      confirmLabel={uiTexts.leave}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      {uiTexts.unsaved}
    </ConfirmDialog>
  );
}
