import { useEffect } from 'react';
import { sessionTexts } from '../texts/session.ts';
import { Logo } from '../ui/logo.tsx';
import { brand } from './brand.ts';
import { ReturnProblem } from './provider-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';
import './session.css';

export function SignInPage({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    document.title = `${sessionTexts.title} · ${brand.name}`;
  }, []);
  return (
    <main className="sign-in">
      <div className="sign-in-card card">
        <Logo />
        <div>
          <h1>{sessionTexts.title}</h1>
          <p className="muted">{sessionTexts.intro}</p>
        </div>
        <ReturnProblem />
        <SignInForm onDone={onDone} />
      </div>
    </main>
  );
}
