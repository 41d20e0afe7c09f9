// The state of the room Words, in its address.
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { definedOnly } from '../../session/search.ts'

export interface WordsSearch {
  /** The pages without it. */
  readonly tab?: 'messages' | undefined
  /** The key of the selected message. */
  readonly message?: string | undefined
  /** The page that is edited: its name, which is its address on the players' site. */
  readonly page?: string | undefined
  /** The number of the draft. */
  readonly draft?: string | undefined
  /** The language of the preview; none is shown without it. */
  readonly preview?: Language | undefined
}

const PAGE = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const KEY = /^[\w.-]{1,80}$/
const NUMBER = /^[1-9]\d{0,8}$/

const textLike = (form: RegExp, text: unknown): string | undefined =>
  typeof text === 'string' && form.test(text) ? text : undefined

export function parseWordsSearch(search: Readonly<Record<string, unknown>>): WordsSearch {
  if (search.tab === 'messages') {
    const message = textLike(KEY, search.message)
    return definedOnly<WordsSearch>({ tab: 'messages', draft: textLike(NUMBER, search.draft), message })
  }
  const page = textLike(PAGE, search.page)
  if (page === undefined) return {}
  return definedOnly<WordsSearch>({
    page,
    draft: textLike(NUMBER, search.draft),
    preview: LANGUAGES.find((language) => language === search.preview),
  })
}
