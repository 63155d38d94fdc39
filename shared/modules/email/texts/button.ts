/**
 * The button of a mail: the link of the mail, which may contain a secret token. A template positions and styles the button
 * with `{% button "Label", color: "#0b57d0" %}`, but never reads the link: rendering writes a placeholder on a line of its
 * own, and the platform replaces that line after rendering. Pure.
 */
import { randomUUID } from 'node:crypto';
import { TemplateProblem } from './template-problem.ts';

export interface Button {
  label: string;
  /** Background color. */
  color: string;
  /** Text that no template and no value contains. */
  placeholder: string;
}

const defaultColor = '#0b57d0';
const maxLabelLength = 80;
const syntax = /^\s*(?:"([^"\n]+)"|'([^'\n]+)')\s*(?:,\s*color:\s*["'](#[0-9a-f]{6})["']\s*)?$/i;

export const newButton = (label: string, color = defaultColor): Button => ({
  label,
  color,
  placeholder: `button-${randomUUID()}`,
});

/** Parses the arguments of the tag. Throws if they are invalid. */
export function parseButton(text: string): Button {
  const [, doubleQuoted, singleQuoted, color] = syntax.exec(text) ?? [];
  const label = (doubleQuoted ?? singleQuoted ?? '').trim();
  if (label === '' || label.length > maxLabelLength)
    throw new TemplateProblem(
      'Write the button as {% button "Label" %} or {% button "Label", color: "#0b57d0" %}.',
    );
  return newButton(label, color);
}

/** Returns the only button of a rendered text; undefined without one. Throws if it is not on a line of its own. */
export function placedButton(text: string, buttons: readonly Button[]): Button | undefined {
  const [button] = buttons;
  if (button === undefined) return undefined;
  const placed = text.split('\n').filter((line) => line.trim() === button.placeholder);
  const isWhole = text.split(button.placeholder).length === 2;
  if (buttons.length > 1 || placed.length !== 1 || !isWhole)
    throw new TemplateProblem('A mail has one button, on a line of its own.');
  return button;
}
