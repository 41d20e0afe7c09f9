// Names of players as Steam tells them: cleaned of what breaks lines, and replaced where they show nothing.

const NAME_CHARACTERS_MAX = 64

/** Letters and signs that show nothing although Unicode calls them visible: blanks of Braille, hieroglyphs and musical notes. */
const BLANK = '\\u2800\\u{13441}\\u{13442}\\u{1D159}\\uFFFC'

const VISIBLE = new RegExp(`(?![\\p{Default_Ignorable_Code_Point}${BLANK}])[\\p{L}\\p{N}\\p{P}\\p{S}]`, 'u')

const INVISIBLE_START = new RegExp(`^[\\p{Default_Ignorable_Code_Point}\\p{M}\\s${BLANK}]+`, 'u')

/** Returns the name of a player whose own one is unknown or shows nothing: 'Player 1234', by the end of the Steam id. */
export function fallbackName(steamid: string): string {
  return `Player ${steamid.slice(-4)}`
}

/**
 * Returns a name without control characters, marks of writing direction and an invisible beginning, at most 64 characters; undefined
 * when nothing visible is left.
 */
export function visibleName(name: string): string | undefined {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029\s]+/gu, ' ')
    .replace(INVISIBLE_START, '')
    .trim()
  const short = [...plain].slice(0, NAME_CHARACTERS_MAX).join('').trim()
  return VISIBLE.test(short) ? short : undefined
}
