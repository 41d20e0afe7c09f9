// The state of the room Words, in its address.
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { definedOnly } from '../../session/search.ts'

export interface WordsSearch {
  /** The page that is edited: its name, which is its address on the players' site. */
  readonly page?: string | undefined
  /** The number of the draft. */
  readonly draft?: string | undefined
  /** The language of the preview; none is shown without it. */
  readonly preview?: Language | undefined
}

const PAGE = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const NUMBER = /^[1-9]\d{0,8}$/

const textLike = (form: RegExp, text: unknown): string | undefined =>
  typeof text === 'string' && form.test(text) ? text : undefined

export function parseWordsSearch(search: Readonly<Record<string, unknown>>): WordsSearch {
  const page = textLike(PAGE, search.page)
  if (page === undefined) return {}
  return definedOnly<WordsSearch>({
    page,
    draft: textLike(NUMBER, search.draft),
    preview: LANGUAGES.find((language) => language === search.preview),
  })
}
