import { useState } from 'react';
import { problemOf } from '../api/problems.ts';
import { useSession } from '../session/session.ts';
import { chooseZone, zoneChoices } from '../session/time-zone.ts';
import { useZoneChoice } from '../session/use-zone-choice.ts';
import { shellTexts } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { viewerZone } from '../ui/times.ts';
import { useToast } from '../ui/toasts.tsx';
import { applyTheme, loadTheme, themes } from './theme.ts';

/** The time zone of all times that the console shows. */
function Times() {
  const chosen = useZoneChoice();
  const titles = { local: shellTexts.localTime(viewerZone()), utc: shellTexts.utc };
  return (
    <fieldset className="themes">
      <legend>{shellTexts.times}</legend>
      {zoneChoices.map((choice) => (
        <label key={choice} className="check">
          <input type="radio" name="times" checked={choice === chosen} onChange={() => chooseZone(choice)} />
          {titles[choice]}
        </label>
      ))}
    </fieldset>
  );
}

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
      <Times />
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
