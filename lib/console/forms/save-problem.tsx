import { useEffect, useRef } from 'react';
import { isStale } from '../api/problems.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';

interface SaveProblemProps {
  error: unknown;
  /** Overwrites changes of another user. */
  onOverwrite?: () => void;
  /** Resets the form to the stored version. */
  onReload?: () => void;
}

/** Shows why a form could not be saved. Its fields keep their input. */
export function SaveProblem({ error, onOverwrite, onReload }: SaveProblemProps) {
  const place = useRef<HTMLDivElement>(null);
  // A long form is sent from its end, where its beginning is out of view.
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (error === null || error === undefined) return null;
  return (
    <div ref={place} className="save-problem">
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
    </div>
  );
}
