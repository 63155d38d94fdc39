import { CreateTogglePage } from './create-toggle-page.tsx';
import { TogglePage } from './toggle-page.tsx';
import { TogglesPage } from './toggles-page.tsx';

export const list = { Component: TogglesPage };
export const create = { Component: CreateTogglePage };
export const show = { Component: TogglePage };
