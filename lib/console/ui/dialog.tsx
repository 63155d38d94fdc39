import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { SaveProblem } from '../forms/save-problem.tsx';
import { uiTexts } from '../texts/ui.ts';
import { Button } from './button.tsx';

const fields =
  '[data-first-focus], input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Begins at the first field, or a button that stands for one; the browser would begin at the button that closes the dialog. */
function focusFirstField(dialog: HTMLDialogElement): void {
  const shown = [...dialog.querySelectorAll<HTMLElement>(fields)].find((field) => field.checkVisibility());
  shown?.focus();
}

/** If the opener is gone with what it was about, the keyboard continues at the heading of the page. */
function focusPageIfLost(): void {
  if (document.activeElement === null || document.activeElement === document.body)
    document.querySelector('h1')?.focus();
}

interface DialogProps {
  title: string;
  onClose?: () => void;
  /** Escape does not close it: what was entered would be lost. */
  hasInput?: boolean;
  children: ReactNode;
}

/** A modal dialog while it is mounted. The browser traps the focus, and returns it to the opener at the end. */
export function Dialog({ title, onClose, hasInput = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect ends before its element is removed. Later, the browser would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    focusFirstField(element);
    return () => {
      element.close();
      window.setTimeout(focusPageIfLost);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!hasInput) onClose?.();
      }}
      onClose={() => {
        // A browser closes a dialog at the second Escape in a row, although both were prevented.
        const element = dialog.current;
        if (element !== null && !element.open) element.showModal();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {onClose && <Button variant="quiet" icon="close" aria-label={uiTexts.close} onClick={onClose} />}
      </div>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** The write that is confirmed. */
  saving?: { error: unknown; isPending: boolean };
  onConfirm: () => void;
  /** Overwrites changes of another user. */
  onOverwrite?: () => void;
  onClose: () => void;
}

/** Asks before an operation that cannot be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, children, confirmLabel, saving, onConfirm, onOverwrite, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <SaveProblem error={saving?.error} {...(onOverwrite && { onOverwrite })} />
        <div>{children}</div>
        <div className="row">
          <Button variant="danger" isBusy={saving?.isPending ?? false} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
