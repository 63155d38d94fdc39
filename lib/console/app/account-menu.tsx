import { useState } from 'react';
import { problemOf } from '../api/problems.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useToast } from '../ui/toasts.tsx';
import { applyTheme, loadTheme, themes } from './theme.ts';

export function AccountMenu() {
  const { name, isUser, signOut } = useSession();
  const [theme, setTheme] = useState(loadTheme);
  const toast = useToast();
  const leave = () => {
    void signOut().catch((error: unknown) => toast(shellTexts.notSignedOut(problemOf(error).title)));
  };
  return (
    <Menu label={<span className="unseen">{shellTexts.account}</span>} icon="user" variant="quiet">
      <p className="account-name break">{name}</p>
      <fieldset className="themes">
        <legend>{shellTexts.theme}</legend>
        {themes.map((choice) => (
          <label key={choice} className="check">
            <input
              type="radio"
              name="theme"
              checked={choice === theme}
              onChange={() => {
                applyTheme(choice);
                setTheme(choice);
              }}
            />
            {shellTexts.themes[choice]}
          </label>
        ))}
      </fieldset>
      {isUser && (
        <>
          <LinkButton to="/sessions" variant="quiet">
            {shellTexts.sessions}
          </LinkButton>
          <LinkButton to="/preferences" variant="quiet">
            {shellTexts.preferences}
          </LinkButton>
        </>
      )}
      <nav className="stack tight" aria-label={shellTexts.help}>
        <a className="button quiet" href="/docs/api">
          {shellTexts.explorer}
        </a>
        <a className="button quiet" href="/api/docs/markdown">
          {shellTexts.documentation}
        </a>
      </nav>
      <Button variant="quiet" onClick={leave}>
        {shellTexts.signOut}
      </Button>
    </Menu>
  );
}
