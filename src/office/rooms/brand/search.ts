// The state of the room Brand, in its address.
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { definedOnly } from '../../session/search.ts'

export interface BrandSearch {
  /** The number of the draft. */
  readonly draft?: string | undefined
  /** The language of the preview; none is shown without it. */
  readonly preview?: Language | undefined
}

const NUMBER = /^[1-9]\d{0,8}$/

export function parseBrandSearch(search: Readonly<Record<string, unknown>>): BrandSearch {
  const { draft, preview } = search
  return definedOnly<BrandSearch>({
    draft: typeof draft === 'string' && NUMBER.test(draft) ? draft : undefined,
    preview: LANGUAGES.find((language) => language === preview),
  })
}
