import { enrolTexts as texts } from '../texts/factors.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { NewFactor } from './new-factor.tsx';
import './access.css';

/** Lets users set up the second factor that their tenant requires, before they see anything else. */
export function EnrolPage({ onDone, onSignOut }: { onDone: () => void; onSignOut: () => void }) {
  return (
    <main className="sign-in">
      <div className="sign-in-card card">
        <Logo />
        <div>
          <h1>{texts.title}</h1>
          <p className="muted">{texts.intro}</p>
        </div>
        <NewFactor isFirst onDone={onDone} />
        <Button variant="quiet" icon="user" onClick={onSignOut}>
          {texts.signOut}
        </Button>
      </div>
    </main>
  );
}
