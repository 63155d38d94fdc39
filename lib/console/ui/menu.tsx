import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './menu.css';
import { useDismissal } from './use-dismissal.ts';

interface MenuProps {
  label: ReactNode;
  /** For screen readers, if the label is an icon or a value. */
  name?: string;
  icon?: IconName;
  variant?: 'plain' | 'quiet';
  children: ReactNode;
}

/** A button with a menu; Escape, a selection, or a click outside closes it. */
export function Menu({ label, name, icon, variant = 'plain', children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const dismiss = useCallback((isByKey: boolean) => {
    const element = details.current;
    if (!element?.open) return;
    // What is hidden loses the focus, and a choice may have been made by the keyboard.
    const hasFocus = element.contains(document.activeElement);
    element.open = false;
    if (isByKey || hasFocus) element.querySelector('summary')?.focus();
  }, []);
  useDismissal(details, dismiss);
  // Most menus of a page are never opened.
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="menu" ref={details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={`button ${variant}`} aria-label={name}>
        {icon && <Icon name={icon} />}
        {label}
      </summary>
      {isOpen && <div className="menu-items">{children}</div>}
    </details>
  );
}
