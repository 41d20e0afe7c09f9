// What stands between the two lines of three dashes at the top of a page: `name: value`, a line each, so that a fault has a line.
import type { Language } from '../game/language.ts'

/** English is written first; the other languages translate it. */
export const SOURCE_LANGUAGE: Language = 'en'

/** Something wrong in a text: the line counts from 1. */
export interface TextFault {
  readonly line: number
  readonly fault: string
}

export interface FrontMatter {
  readonly title: string
  readonly description: string
  /** Day of the English text, yyyy-mm-dd: its own, or the one that a translation translates. */
  readonly updated: string
  /** Line that says the day. */
  readonly updatedLine: number
}

export interface ReadFrontMatter {
  /** Undefined where there are faults. */
  readonly front: FrontMatter | undefined
  readonly faults: readonly TextFault[]
  /** Index of the first line of the text below. */
  readonly bodyStart: number
}

const FENCE = '---'
const TITLE_LENGTH = { least: 3, most: 60 } as const
/** Search engines show about this much of a description. */
const DESCRIPTION_LENGTH = { least: 40, most: 170 } as const

interface Value {
  readonly text: string
  readonly line: number
}

/** `2026-11-21`, and a day that the calendar has. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function readValues(lines: readonly string[], end: number, faults: TextFault[]): Map<string, Value> {
  const values = new Map<string, Value>()
  for (const [index, raw] of lines.slice(1, end).entries()) {
    const line = index + 2
    const text = raw.trim()
    if (text === '') continue
    const [, name, value = ''] = /^([a-z]+):(?:\s+(.*))?$/.exec(text) ?? []
    if (name === undefined) faults.push({ line, fault: `"${text}" is not of the form "name: value"` })
    else if (values.has(name)) faults.push({ line, fault: `"${name}" is said twice` })
    else values.set(name, { text: /^(["'])(.*)\1$/.exec(value)?.[2] ?? value, line })
  }
  return values
}

/** The day by the name that the language uses: the source is `updated`, a translation `translates` a day of the source. */
function dayNameOf(language: Language): 'updated' | 'translates' {
  return language === SOURCE_LANGUAGE ? 'updated' : 'translates'
}

function lengthFault(name: string, value: Value, length: { least: number; most: number }): TextFault[] {
  const { least, most } = length
  return value.text.length >= least && value.text.length <= most
    ? []
    : [{ line: value.line, fault: `"${name}" has ${value.text.length} characters; ${least} to ${most} are asked for` }]
}

/**
 * Reads the front matter of a page.
 *
 * @param lines the whole file
 * @param language of the file: the source says `updated`, a translation says `translates`
 */
export function readFrontMatter(lines: readonly string[], language: Language): ReadFrontMatter {
  const missing = (fault: string): ReadFrontMatter => ({ front: undefined, faults: [{ line: 1, fault }], bodyStart: 0 })
  if (lines[0]?.trim() !== FENCE) return missing(`front matter is missing: the first line has to be ${FENCE}`)
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === FENCE)
  if (end === -1) return missing(`front matter has no end: a second line of ${FENCE} is missing`)

  const faults: TextFault[] = []
  const values = readValues(lines, end, faults)
  const dayName = dayNameOf(language)
  const wanted = ['title', 'description', dayName]
  for (const name of wanted) if (!values.has(name)) faults.push({ line: 1, fault: `front matter lacks "${name}"` })
  for (const [name, { line }] of values) {
    if (!wanted.includes(name)) faults.push({ line, fault: `"${name}" is none of ${wanted.join(', ')}` })
  }
  const title = values.get('title')
  const description = values.get('description')
  const day = values.get(dayName)
  if (title !== undefined) faults.push(...lengthFault('title', title, TITLE_LENGTH))
  if (description !== undefined) faults.push(...lengthFault('description', description, DESCRIPTION_LENGTH))
  if (day !== undefined && !isDay(day.text)) {
    faults.push({ line: day.line, fault: `"${dayName}" has to be a day such as 2026-11-21, not "${day.text}"` })
  }
  const complete = title !== undefined && description !== undefined && day !== undefined && faults.length === 0
  return {
    front: complete
      ? { title: title.text, description: description.text, updated: day.text, updatedLine: day.line }
      : undefined,
    faults,
    bodyStart: end + 1,
  }
}
