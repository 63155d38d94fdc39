import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';

/** A link that leads to an action, and so looks like a button. */
export function LinkButton(props: {
  to: string;
  variant?: 'plain' | 'primary' | 'quiet';
  icon?: IconName;
  children: ReactNode;
}) {
  const { to, variant = 'plain', icon, children } = props;
  return (
    <Link to={to} className={`button ${variant}`}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
