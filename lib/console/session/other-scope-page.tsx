import { useEffect } from 'react';
import { otherScopeTexts } from '../texts/other-scope.ts';
import { sessionTexts } from '../texts/session.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { brand } from './brand.ts';
import type { SelectScope, Session } from './session.ts';
import './session.css';

const { title, message, open } = otherScopeTexts;

interface OtherScopePageProps {
  session: Session;
  onSwitch: SelectScope;
  onOtherAccount: () => void;
}

/** In place of a page in a tenant or organization that the caller may not select: ways to go on. */
export function OtherScopePage({ session, onSwitch, onOtherAccount }: OtherScopePageProps) {
  const { refused = 'tenant', name, scope, organizations, tenants } = session;
  useEffect(() => {
    document.title = `${title[refused]} · ${brand.name}`;
  }, [refused]);
  const own =
    organizations.find(({ id }) => id === scope.organizationId) ??
    tenants.find(({ id }) => id === scope.tenantId);
  return (
    <main className="sign-in">
      <div className="sign-in-card card">
        <Logo />
        <div>
          <h1>{title[refused]}</h1>
          <p className="muted">{message(name)}</p>
        </div>
        <div className="stack">
          <Button variant="primary" onClick={() => onSwitch(scope)}>
            {open(own?.name)}
          </Button>
          <Button variant="quiet" icon="user" onClick={onOtherAccount}>
            {sessionTexts.otherAccount}
          </Button>
        </div>
      </div>
    </main>
  );
}
