import { type BlockerFunction, NavigationType, useBlocker, useNavigate } from 'react-router';
import { uiTexts } from '../texts/ui.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useUnloadGuard } from './use-unload-guard.ts';

/** Marks a navigation after saving. */
const saved = { isSaved: true } as const;

const isMarked = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isSaved' in state;

/** Leaves a saved form without a prompt, although it is still rendered as unsaved. */
export function useLeaveSaved(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => void navigate(to, { state: saved });
}

/** Whether another page comes. Some name their thing in the query; the filters of a page replace its query. */
const leadsAway: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  currentLocation.pathname !== nextLocation.pathname ||
  (historyAction !== NavigationType.Replace && currentLocation.search !== nextLocation.search);

/** Asks before a page with unsaved changes is left. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    (navigation) => isDirty && !isMarked(navigation.nextLocation.state) && leadsAway(navigation),
  );
  useUnloadGuard(isDirty);
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
