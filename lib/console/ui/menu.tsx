import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from './icon.tsx';

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
  useEffect(() => {
    const close = () => details.current?.removeAttribute('open');
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.current?.contains(target)) close();
    };
    const onChoice = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a, button') && details.current?.contains(target))
        close();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.current?.open) return;
      close();
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('click', onChoice);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('click', onChoice);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <details className="menu" ref={details}>
      <summary className={`button ${variant}`} aria-label={name}>
        {icon && <Icon name={icon} />}
        {label}
      </summary>
      <div className="menu-items">{children}</div>
    </details>
  );
}
