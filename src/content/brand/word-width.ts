// How wide the name of a shop is beside its mark, so that nothing moves when the font of titles has loaded.

/** Letters of Unbounded at a weight of 800 by their advance, in thousandths of an em. */
const ADVANCES: readonly (readonly [number, string])[] = [
  [240, ' '],
  [320, ',.’'],
  [340, '!ijlії'],
  [360, 'IІЇ'],
  [380, '-'],
  [540, '1'],
  [560, 'r'],
  [580, 'гґ'],
  [600, 'f'],
  [620, '+t'],
  [680, 'ГтҐ'],
  [700, 'z'],
  [720, 'ь'],
  [740, 'exезхё'],
  [760, '7ksвкчя'],
  [780, 'FLcvсэє'],
  [800, 'EhnouyЁЕбнопу'],
  [820, '5JPTZbgpqРТЬр'],
  [840, '23adаийлъ'],
  [860, '69RSБЗ'],
  [880, '4KUКЯц'],
  [900, '8BXВХЧ'],
  [920, 'Уд'],
  [940, '0CDHYЄНПСЭ'],
  [960, '&GOVО'],
  [980, 'ANQА'],
  [1000, 'ИЙЛ'],
  [1020, 'ЦЪы'],
  [1040, 'м'],
  [1080, 'Д'],
  [1120, 'ю'],
  [1160, 'wЫ'],
  [1200, 'жш'],
  [1220, 'm'],
  [1260, 'MМщ'],
  [1280, 'Фф'],
  [1300, 'Ю'],
  [1360, 'Ш'],
  [1380, 'W'],
  [1400, 'Ж'],
  [1460, 'Щ'],
]

const advances = new Map(ADVANCES.flatMap(([advance, letters]) => [...letters].map((letter) => [letter, advance])))

/** Of a letter that the table lacks: as wide as the widest. */
const WIDEST = 1460
/** The name is set this much closer (components/Logo.astro), in thousandths of an em, and pairs of letters closer still. */
const TRACKING = 30
const KERNING = 0.985

/** The width that the style sheet of the logo has. */
const DEFAULT_WIDTH = '7.6em'

/** Returns how much room a name takes. */
function wordWidth(name: string): string {
  const letters = [...name]
  const sum = letters.reduce((width, letter) => width + (advances.get(letter) ?? WIDEST), 0)
  return `${((sum * KERNING - letters.length * TRACKING) / 1000).toFixed(1)}em`
}

/** Returns the declaration of the room that a name takes; empty where it is that of the style sheet. */
export function wordWidthStyle(name: string): string {
  const width = wordWidth(name)
  return width === DEFAULT_WIDTH ? '' : `--word-width:${width}`
}
