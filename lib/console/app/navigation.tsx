import { NavLink } from 'react-router';
import { shellTexts } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { useMenu } from './menu.ts';
import { useFoldedGroups, useMenuFold } from './menu-state.ts';
import type { Place } from './resources.ts';

type Entry = Required<Pick<Place, 'menu'>>['menu'] & { at: string };

function Entries({ of, isFolded }: { of: readonly Entry[]; isFolded: boolean }) {
  return (
    <ul>
      {of.map(({ at, title, icon }) => (
        <li key={at}>
          <NavLink to={`/${at}`} end={at === ''} title={isFolded ? title : undefined}>
            <Icon name={icon} />
            <span className={isFolded ? 'unseen' : undefined}>{title}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Links to the pages that the caller may see. */
export function Navigation() {
  const menu = useMenuFold();
  const { folded, toggle } = useFoldedGroups();
  const entries = useMenu();
  const groups = Map.groupBy(entries, ({ group }) => group);
  return (
    <nav aria-label={shellTexts.navigation} className="navigation">
      <div className="navigation-head">
        <Logo isFolded={menu.isFolded} />
        <span className="fold-button">
          <Button
            variant="quiet"
            icon={menu.isFolded ? 'unfold' : 'fold'}
            aria-label={menu.isFolded ? shellTexts.unfoldMenu : shellTexts.foldMenu}
            onClick={menu.toggle}
          />
        </span>
      </div>
      {[...groups].map(([name, ofGroup]) => {
        const isOpen = menu.isFolded || name === 'overview' || !folded.includes(name);
        return (
          <div key={name}>
            {!menu.isFolded && name !== 'overview' && (
              <h2>
                <button
                  type="button"
                  className="navigation-group"
                  aria-expanded={isOpen}
                  onClick={() => toggle(name)}
                >
                  {shellTexts.groups[name]}
                  <Icon name="down" size={12} />
                </button>
              </h2>
            )}
            {isOpen && <Entries of={ofGroup} isFolded={menu.isFolded} />}
          </div>
        );
      })}
    </nav>
  );
}
