import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

interface SecretDialogProps {
  title: string;
  intro: string;
  secret: string;
  /** Name of the secret, for the copy button. */
  what: string;
  doneLabel: string;
  onClose: () => void;
  children?: ReactNode;
}

/** Shows a secret once, until its button is pressed. */
export function SecretDialog(props: SecretDialogProps) {
  const { title, intro, secret, what, doneLabel, onClose, children } = props;
  return (
    <Dialog title={title}>
      <div className="stack">
        <p>{intro}</p>
        {children}
        <div className="row">
          <code className="code break">{secret}</code>
          <CopyButton text={secret} what={what} />
        </div>
        <div>
          <Button variant="primary" onClick={onClose}>
            {doneLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
