/** Builds the text of a document from pieces and the breaks between them. */
export class TextBuilder {
  #text = '';
  #break = '';

  /** The text so far, without the last break. */
  get text(): string {
    return this.#text;
  }

  add(text: string): void {
    if (text === '') return;
    this.#text += (this.#text === '' ? '' : this.#break) + text;
    this.#break = '';
  }

  /** Separates what follows from the text so far. A later break replaces an earlier one. */
  break(separator: string): void {
    this.#break = separator;
  }
}
