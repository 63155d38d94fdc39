/** What a user does with the controls of a page, by mouse or by keyboard alone. */
import type { ElementHandle, Locator, Page } from 'playwright-core';

export type Device = 'mouse' | 'keyboard';

export interface Hands {
  /** Brings into view without a change. */
  reach(control: Locator): Promise<void>;
  /** Clicks, or presses Enter; Space for a checkbox. */
  press(control: Locator): Promise<void>;
  /** Replaces the text of a field. */
  type(field: Locator, text: string): Promise<void>;
  /** Chooses an option by the beginning of its title. */
  choose(field: Locator, title: string): Promise<void>;
}

const mouse: Hands = {
  reach: (control) => control.scrollIntoViewIfNeeded(),
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
  choose: async (field, title) => {
    await field.selectOption(title);
  },
};

/** More controls than any page has. */
const maxTabs = 300;

/** Whether the focus is on the control, before it or after it; unknown if the page has replaced the control. */
const positionOfFocus = (control: ElementHandle) =>
  control.evaluate((element) => {
    const { activeElement, body } = element.ownerDocument;
    const focused = activeElement ?? body;
    if (focused === element) return 'on it';
    if (!element.isConnected) return 'unknown';
    const isAfter = focused.compareDocumentPosition(element) & focused.DOCUMENT_POSITION_PRECEDING;
    return isAfter ? 'after it' : 'before it';
  });

/** Moves the focus to the control with Tab, or with Shift and Tab if it precedes. Throws if it is no stop of the keyboard. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  let element = await control.elementHandle();
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    const position = element && (await positionOfFocus(element));
    if (position === 'on it') return;
    if (position === 'unknown') element = await control.elementHandle();
    else await page.keyboard.press(position === 'after it' ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`The keyboard does not reach ${control}.`);
}

const keyboardOn = (page: Page): Hands => ({
  reach: (control) => tabTo(page, control),
  async press(control) {
    await tabTo(page, control);
    await page.keyboard.press((await control.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
  },
  async type(field, text) {
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  },
  async choose(field, title) {
    await tabTo(page, field);
    await page.keyboard.type(title);
  },
});

export const handsOn = (page: Page, device: Device): Hands => (device === 'mouse' ? mouse : keyboardOn(page));
