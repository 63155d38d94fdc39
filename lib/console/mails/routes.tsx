import { MailsPage } from './mails-page.tsx';
import { PreferencesPage } from './preferences-page.tsx';
import { SettingsPage } from './settings-page.tsx';
import { SuppressionsPage } from './suppressions-page.tsx';
import { CreateTemplatePage, EditTemplatePage } from './template-pages.tsx';
import { TemplatesPage } from './templates-page.tsx';

export const list = { Component: MailsPage };
export const settings = { Component: SettingsPage };
export const suppressions = { Component: SuppressionsPage };
export const templates = { Component: TemplatesPage };
export const createTemplate = { Component: CreateTemplatePage };
export const editTemplate = { Component: EditTemplatePage };
export const preferences = { Component: PreferencesPage };
