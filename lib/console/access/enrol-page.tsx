import { useState } from 'react';
import { enrolTexts as texts } from '../texts/factors.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { AppDialog } from './app-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import './access.css';

/** Lets users set up the second factor that their tenant requires, before they see anything else. */
export function EnrolPage({ onDone, onSignOut }: { onDone: () => void; onSignOut: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <main className="sign-in">
      <div className="sign-in-card card">
        <Logo />
        <div>
          <h1>{texts.title}</h1>
          <p className="muted">{texts.intro}</p>
        </div>
        <Button variant="primary" icon="shield" onClick={() => setOpen(true)}>
          {texts.start}
        </Button>
        <Button variant="quiet" icon="user" onClick={onSignOut}>
          {texts.signOut}
        </Button>
      </div>
      {isOpen && (
        <AppDialog
          onDone={(made) => {
            setOpen(false);
            if (made === null) onDone();
            else setCodes(made);
          }}
          onClose={() => setOpen(false)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={onDone} />}
    </main>
  );
}
