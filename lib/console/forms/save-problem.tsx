import { isStale } from '../api/problems.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';

interface SaveProblemProps {
  error: unknown;
  /** Saves over what another user has changed meanwhile. */
  onOverwrite?: () => void;
  /** Begins again with what is stored. */
  onReload?: () => void;
}

/** Why a form could not be saved. Its fields keep what was entered. */
export function SaveProblem({ error, onOverwrite, onReload }: SaveProblemProps) {
  if (error === null || error === undefined) return null;
  return (
    <ProblemNotice error={error}>
      {isStale(error) && (
        <div className="stack tight">
          <p>{uiTexts.staleHelp}</p>
          <div className="row">
            {onOverwrite && <Button onClick={onOverwrite}>{uiTexts.saveAnyway}</Button>}
            {onReload && <Button onClick={onReload}>{uiTexts.loadCurrent}</Button>}
          </div>
        </div>
      )}
    </ProblemNotice>
  );
}
