// Reads the pictures in a page's Markdown, and what is wrong with the words and the places of them.
import type { MdastNode } from 'satteri'
import type { Language } from '../game/base/language.ts'
import { ALT_MOST } from '../game/office/shop-pictures.ts'

/** A picture that a text shows. */
export interface ShownPicture {
  readonly href: string
  readonly line: number
}

const FORM = '![what it shows](/pictures/….webp)'

/** Letters that a language has not: a text that was copied from another file and not translated. */
const FOREIGN: Readonly<Record<Language, RegExp>> = {
  en: /\p{Script=Cyrillic}/u,
  ru: /[іїєґ]/iu,
  uk: /[ыэъё]/iu,
}

/** Words of Latin letters alone, three or more: names have fewer. */
const LATIN_SENTENCE = /^[^\p{Script=Cyrillic}]*$/u
const LATIN_WORDS_MOST = 2

function isForeign(words: string, language: Language): boolean {
  if (FOREIGN[language].test(words)) return true
  if (language === 'en' || !LATIN_SENTENCE.test(words)) return false
  return (words.match(/\p{Script=Latin}+/gu)?.length ?? 0) > LATIN_WORDS_MOST
}

/** Returns what is wrong with the words of a picture for who does not see it. */
function altFault(alt: string, language: Language): string | undefined {
  if (alt.trim() === '') return `a picture has no words for who does not see it: ${FORM}`
  if (alt.length > ALT_MOST) return `the words of a picture have ${alt.length} letters: ${ALT_MOST} at most`
  return isForeign(alt, language) ? `the words of a picture are not in the language of this text: "${alt}"` : undefined
}

/**
 * Reads pictures.
 *
 * @param nodes all nodes of a text
 */
export function readImages(
  nodes: readonly MdastNode[],
  language: Language,
  report: (line: number, fault: string) => void,
): ShownPicture[] {
  const alone = new Set(
    nodes.flatMap((node) => (node.type === 'paragraph' && node.children.length === 1 ? node.children : [])),
  )
  return nodes.flatMap((node): ShownPicture[] => {
    const line = node.position?.start.line ?? 1
    if (node.type === 'imageReference') report(line, `a picture names its address in its place: ${FORM}`)
    if (node.type !== 'image') return []
    const fault = altFault(node.alt ?? '', language)
    if (fault !== undefined) report(line, fault)
    if (node.title) report(line, `a picture has no words behind its address: ${FORM}`)
    if (!alone.has(node)) report(line, 'a picture stands alone: leave an empty line above and below it')
    return [{ href: node.url, line }]
  })
}
