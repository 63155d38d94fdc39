/** Separate from the lists, so that readers do not load the editors. */
import { PlaygroundPage } from './playground-page.tsx';
import { OwnTargetingPage, TargetingPage } from './targeting-page.tsx';

export const targeting = { Component: TargetingPage };
export const ownTargeting = { Component: OwnTargetingPage };
export const playground = { Component: PlaygroundPage };
