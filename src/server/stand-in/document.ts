// The document of the sandbox's stand-in pages.
import type { Language } from '../../game/base/language.ts'
import { textFor } from '../../i18n/text.ts'
import { escapeMarkup, plainDocument } from './plain-document.ts'

export interface StandInContents {
  readonly title: string
  readonly heading: string
  readonly intro: string
  /** CSS of this page only. */
  readonly style: string
  /** Markup below the introduction. */
  readonly body: string
}

/** Returns the foot of a page: `way`, the markup of the button or link that leaves it, and a note, escaped here. */
export function standInFooter(way: string, note: string): string {
  return `<footer>${way}
<p class="note">${escapeMarkup(note)}</p></footer>`
}

/** Returns the whole document. `style` and `body` are markup; all other texts are escaped here. */
export function standInDocument(language: Language, contents: StandInContents): string {
  const body = `<p class="badge">${escapeMarkup(textFor(language, 'sandbox')('badge'))}</p>
<h1>${escapeMarkup(contents.heading)}</h1>
<p class="intro">${escapeMarkup(contents.intro)}</p>
${contents.body}`
  return plainDocument(language, { title: contents.title, style: contents.style, body })
}
