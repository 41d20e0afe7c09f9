// Search by name: in any language, in any case, with or without hyphens, and as typed in the other keyboard layout.

/** The keys of a keyboard, and what they type in the Russian and the Ukrainian layout. */
const KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = ['ёйцукенгшщзхъфывапролджэячсмитьбю', '`йцукенгшщзхїфівапролджєячсмитьбю']

type LetterMap = ReadonlyMap<string, string>

function mapLetters(from: string, to: string): [string, string][] {
  return [...from].map((letter, place) => [letter, to[place] ?? letter])
}

function replaceLetters(text: string, letters: LetterMap): string {
  return Array.from(text, (letter) => letters.get(letter) ?? letter).join('')
}

/** The keys that type a letter in one layout and punctuation in another: with Shift, and without. */
const UNSHIFTED: LetterMap = new Map(mapLetters('~{}:"<>', "`[];',."))

/** From Latin letters to each of the Cyrillic layouts, and from both of these to Latin ones. */
const LAYOUTS: readonly LetterMap[] = [
  ...CYRILLIC.map((letters) => new Map(mapLetters(KEYS, letters))),
  new Map(CYRILLIC.flatMap((letters) => mapLetters(letters, KEYS))),
]

/** Punctuation that is a letter in a Cyrillic layout; not the apostrophe, which names have. */
const LETTERS_ELSEWHERE = /[`[\];,.~{}:"<>]/

/** Returns what the same keys type in the other layouts, in lower case; nothing for a text that is the same in all of them. */
export function otherLayouts(text: string): string[] {
  const small = replaceLetters(text.normalize('NFC').toLowerCase(), UNSHIFTED)
  return [...new Set(LAYOUTS.map((letters) => replaceLetters(small, letters)))].filter((other) => other !== small)
}

/** Letters that players type for each other. Marks above letters are removed before: ё becomes е, ї becomes і. */
const ALIKE: LetterMap = new Map(mapLetters('ґєэ', 'гее'))

/** Latin letters that look like Cyrillic ones: some official names and many players mix them in one word. */
const LOOKALIKES: LetterMap = new Map(mapLetters('abcehikmoptxy', 'авсенікмортху'))

/**
 * Returns a word as it is compared: only letters and digits, in lower case and without diacritics. Spaces, hyphens, apostrophes, ★ and ™
 * are left out. In a word with Cyrillic letters, Latin ones that look like them are Cyrillic too.
 */
export function normaliseForSearch(text: string): string {
  const plain = text
    .replaceAll('™', '')
    .normalize('NFKD')
    .toLowerCase()
    // Modifier letters are left out too: ʼ is an apostrophe.
    .replaceAll(/[^\p{Ll}\p{Lo}\p{N}]/gu, '')
  return /[а-яіґє]/.test(plain) ? replaceLetters(replaceLetters(plain, LOOKALIKES), ALIKE) : plain
}

/** The words of a query that are compared: names have seven at most, and each word costs time. */
const WORDS_MOST = 10

function splitWords(text: string, normalise: (word: string) => string = normaliseForSearch): string[] {
  return text.split(/\s+/).map(normalise).filter(Boolean)
}

/**
 * Returns each word of a query as typed and in the other layouts. Punctuation that is a word of its own is a letter of another layout only
 * where the query has nothing else.
 */
function allReadings(query: string): string[][] {
  const readings = query.split(/\s+/).map((word) => {
    const typed = normaliseForSearch(word)
    return { typed, all: [typed, ...otherLayouts(word).map(normaliseForSearch)].filter(Boolean) }
  })
  const words = readings.filter(({ typed }) => typed !== '')
  return (words.length > 0 ? words : readings).map(({ all }) => all).filter(({ length }) => length > 0)
}

/** The entries of each text. */
type EntriesOf<Entry> = Map<string, Set<Entry>>

function addEntry<Entry>(texts: EntriesOf<Entry>, text: string, entry: Entry): void {
  const entries = texts.get(text)
  if (entries === undefined) texts.set(text, new Set([entry]))
  else entries.add(entry)
}

/** Precedes each text of an index. */
const START = '\n'

/** Distinct texts in one string, which is searched several times faster than each of them by itself. */
interface TextIndex<Entry> {
  readonly joined: string
  /** In ascending order of where each text ends. */
  readonly texts: readonly { readonly end: number; readonly entries: ReadonlySet<Entry> }[]
}

function joinTexts<Entry>(entriesOf: EntriesOf<Entry>): TextIndex<Entry> {
  let joined = ''
  const texts = Array.from(entriesOf, ([text, entries]) => {
    joined += START + text
    return { end: joined.length, entries }
  })
  return { joined, texts }
}

/** Adds the entries of the texts that contain a part; with `START` before it, of those that begin with it. */
function addFound<Entry>({ joined, texts }: TextIndex<Entry>, part: string, found: Set<Entry>): void {
  let place = 0
  for (let at = joined.indexOf(part); at !== -1; at = joined.indexOf(part, texts[place]?.end)) {
    let last = texts.length - 1
    while (place < last) {
      const middle = (place + last) >>> 1
      if ((texts[middle]?.end ?? 0) <= at) place = middle + 1
      else last = middle
    }
    for (const entry of texts[place]?.entries ?? []) found.add(entry)
  }
}

/** Returns the entries that all sets have. */
function inAll<Entry>(sets: readonly ReadonlySet<Entry>[]): ReadonlySet<Entry> {
  const [least = new Set<Entry>(), ...others] = sets.toSorted((one, other) => one.size - other.size)
  if (others.length === 0) return least
  return new Set([...least].filter((entry) => others.every((entries) => entries.has(entry))))
}

/**
 * Prepares entries for searches. The returned function finds those whose names contain each word of a query, in any order; several words
 * may be typed as one: `deserteagle`. The other keyboard layouts are read where nothing contains the words as typed, where the query
 * has punctuation that is a letter in another layout, and where it is a whole name there.
 *
 * @param namesOf the names of an entry in all languages in which it can be found
 */
export function createSearch<Entry>(
  entries: Iterable<Entry>,
  namesOf: (entry: Entry) => readonly string[],
): (query: string) => ReadonlySet<Entry> {
  const wholeNames: EntriesOf<Entry> = new Map()
  const words: EntriesOf<Entry> = new Map()
  const phrases: EntriesOf<Entry> = new Map()
  // Most words are in the names of several entries.
  const known = new Map<string, string>()
  const normaliseOnce = (word: string): string => {
    const normalised = known.get(word) ?? normaliseForSearch(word)
    known.set(word, normalised)
    return normalised
  }
  for (const entry of entries) {
    for (const name of namesOf(entry)) {
      const parts = splitWords(name, normaliseOnce)
      if (parts.length === 0) continue
      for (const part of parts) addEntry(words, part, entry)
      for (let at = 0; at < parts.length - 1; at++) addEntry(phrases, parts.slice(at).join(''), entry)
      addEntry(wholeNames, parts.join(''), entry)
    }
  }
  const [inWords, inPhrases] = [joinTexts(words), joinTexts(phrases)]

  /** Finds the entries that contain one of the readings of each word. */
  const findAll = (query: readonly (readonly string[])[]): ReadonlySet<Entry> =>
    inAll(
      query.map((readings) => {
        const found = new Set<Entry>()
        for (const word of readings) {
          addFound(inWords, word, found)
          addFound(inPhrases, START + word, found)
        }
        return found
      }),
    )
  return (query) => {
    const typed = findAll(
      splitWords(query)
        .map((word) => [word])
        .slice(0, WORDS_MOST),
    )
    if (typed.size === 0 || LETTERS_ELSEWHERE.test(query)) return findAll(allReadings(query).slice(0, WORDS_MOST))
    const whole = otherLayouts(query).flatMap((other) => [...(wholeNames.get(splitWords(other).join('')) ?? [])])
    return whole.length === 0 ? typed : new Set([...typed, ...whole])
  }
}
