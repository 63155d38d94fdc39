/** Separate from the lists, which do not need the editor of conditions. */
import { PlaygroundPage } from './playground-page.tsx';

export const playground = { Component: PlaygroundPage };
