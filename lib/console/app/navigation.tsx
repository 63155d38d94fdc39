import { NavLink } from 'react-router';
import { useMeets } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { places } from './resources.ts';

/** Links to the pages that the caller may see. */
export function Navigation() {
  const meets = useMeets();
  const entries = places.flatMap(({ at, needs, menu }) =>
    menu && needs.every(meets) ? [{ at, ...menu }] : [],
  );
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <nav aria-label={shellTexts.navigation} className="navigation">
      <div className="navigation-head">
        <Logo />
      </div>
      {groups.map((name) => (
        <div key={name}>
          <h2 className="navigation-group">{shellTexts.groups[name]}</h2>
          <ul>
            {entries
              .filter(({ group }) => group === name)
              .map(({ at, title, icon }) => (
                <li key={at}>
                  <NavLink to={`/${at}`} end={at === ''}>
                    <Icon name={icon} />
                    {title}
                  </NavLink>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
