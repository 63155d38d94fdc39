import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Look = 'plain' | 'primary' | 'danger' | 'quiet';

const classOf = (look: Look, iconOnly = false): string => `button ${look}${iconOnly ? ' icon-only' : ''}`;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: Look;
  icon?: IconName;
  /** While it works it keeps its place and the focus, and does nothing. */
  isBusy?: boolean;
}

export function Button({ look = 'plain', icon, isBusy, onClick, children, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classOf(look, children === undefined)}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
