import { shellTexts } from '../texts/shell.ts';
import icon from './icon.svg';

export function Logo() {
  return (
    <span className="logo">
      <img src={icon} alt="" width="28" height="28" />
      {shellTexts.product}
    </span>
  );
}
