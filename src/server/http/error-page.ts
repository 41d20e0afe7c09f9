// The page that a browser shows when a page fails: without the built pages, which may be what failed.
import type { Language } from '../../game/base/language.ts'
import { textFor } from '../../i18n/text.ts'
import { escapeMarkup, plainDocument } from '../stand-in/plain-document.ts'

/** Returns the document with what went wrong, in words for players, and the ways on. */
export function errorPage(language: Language, message: string): string {
  const text = textFor(language, 'pages')
  const title = text('errorText.title')
  const retry = textFor(language, 'common')('actions.retry')
  const body = `<h1>${escapeMarkup(title)}</h1>
<p class="intro">${escapeMarkup(message)}</p>
<footer><a class="cancel" href="">${escapeMarkup(retry)}</a><a class="cancel" href="/">${escapeMarkup(text('notFoundText.home'))}</a></footer>`
  return plainDocument(language, { title, style: 'h1 { margin-top: 0 } footer { margin-top: 24px }', body })
}
