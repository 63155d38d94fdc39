import { Fragment, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useLiveUpdates } from '../api/live.ts';
import { useIsSettled } from '../api/use-is-settled.ts';
import { PageOfThing } from '../names/thing-pages.ts';
import { useMay } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/states.tsx';
import { useDismissal } from '../ui/use-dismissal.ts';
import { AccountMenu } from './account-menu.tsx';
import { CurlDialog } from './curl-dialog.tsx';
import { Finder } from './finder.tsx';
import { useMenuFold } from './menu-state.ts';
import { Navigation } from './navigation.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { ScopeSwitcher } from './scope-switcher.tsx';
import './shell.css';
import { pageOfThing } from './things.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useOnNewPage } from './use-on-new-page.ts';

/** The frame of every page: navigation on the left, scope and account at the top. */
export function Shell() {
  const { pathname } = useLocation();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const [showsCurl, setShowsCurl] = useState(false);
  useOnNewPage(() => {
    setOpen(false);
    setShowsCurl(false);
  });
  const sidebar = useRef<HTMLDivElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeMenu = useCallback((isByKey: boolean) => {
    if (isByKey && sidebar.current?.contains(document.activeElement)) menuButton.current?.focus();
    setOpen(false);
  }, []);
  // In a narrow window, the open sidebar covers the button that opened it.
  useDismissal(sidebar, closeMenu);
  // It precedes the button in the page, so the keyboard would not come to it next.
  useEffect(() => {
    if (isOpen) sidebar.current?.querySelector('a')?.focus();
  }, [isOpen]);
  useKeptFocus();
  const isSettled = useIsSettled();
  useLiveUpdates(isSettled);
  const { isFolded } = useMenuFold();
  return (
    <div className={isFolded ? 'shell folded' : 'shell'}>
      <a className="skip-link" href="#content">
        {shellTexts.skip}
      </a>
      <div ref={sidebar} className={isOpen ? 'sidebar open' : 'sidebar'}>
        <Navigation />
      </div>
      <div className="main">
        <header className="topbar">
          <div className="row scopes">
            <span className="menu-button">
              <Button
                variant="quiet"
                icon="menu"
                aria-label={shellTexts.openNavigation}
                aria-expanded={isOpen}
                ref={menuButton}
                onClick={() => setOpen(!isOpen)}
              />
            </span>
            <ScopeSwitcher />
          </div>
          <div className="row">
            <Finder />
            <Button
              variant="quiet"
              icon="curl"
              aria-label={shellTexts.curl.open}
              onClick={() => setShowsCurl(true)}
            >
              <span className="curl-text">{shellTexts.curl.open}</span>
            </Button>
            {may('notifications.view') && <NotificationBell isCounting={isSettled} />}
            <AccountMenu />
          </div>
        </header>
        <main id="content" className="content" tabIndex={-1}>
          <Suspense fallback={<Loading />}>
            <PageOfThing value={pageOfThing}>
              {/* A page begins anew with its address: a form must not keep the fields of another thing. */}
              <Fragment key={pathname}>
                <Outlet />
              </Fragment>
            </PageOfThing>
          </Suspense>
        </main>
      </div>
      {showsCurl && <CurlDialog onClose={() => setShowsCurl(false)} />}
    </div>
  );
}
