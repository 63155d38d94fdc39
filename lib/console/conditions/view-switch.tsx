import { useId } from 'react';
import { conditionTexts } from '../texts/conditions.ts';
import './conditions.css';

export type View = 'builder' | 'json';

const views: readonly View[] = ['builder', 'json'];

/** Switches between form and JSON. */
export function ViewSwitch(props: { what: string; view: View; onView: (view: View) => void }) {
  const name = useId();
  return (
    <fieldset className="view-switch">
      <legend className="unseen">{conditionTexts.viewOf(props.what)}</legend>
      {views.map((view) => (
        <label key={view}>
          <input type="radio" name={name} checked={props.view === view} onChange={() => props.onView(view)} />
          <span>{conditionTexts.views[view]}</span>
        </label>
      ))}
    </fieldset>
  );
}
