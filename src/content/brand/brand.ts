// The brand of a shop (brand.json): its name, its tagline, its accent colour and its mark.
import { z } from 'zod'
import { type Accent, readAccent } from '../../game/base/accent.ts'
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import { BRAND_FILE, type FileFault, type ShopFiles } from '../shop-files.ts'
import { readMark } from './mark.ts'

export interface Brand {
  readonly name: string
  readonly tagline: Readonly<Record<Language, string>>
  readonly accent: Accent
  /** The shop's own drawing, an SVG with a square view box; null for the site's drop in the colour of the accent. */
  readonly mark: string | null
}

/** What the pictures of links and the header have room and letters for. */
const NAME = {
  least: 2,
  most: 16,
  letters: /^[\p{Script=Latin}\p{Script=Cyrillic}\d][\p{Script=Latin}\p{Script=Cyrillic}\d .,&’!+-]*$/u,
}

/** Returns a schema of texts of a length. */
function text(least: number, most: number) {
  const error = ({ input }: { input: unknown }): string | undefined =>
    typeof input === 'string' ? `has ${input.length} letters; ${least} to ${most} are asked for` : undefined
  return z.string().trim().min(least, { error }).max(most, { error })
}

const tagline = text(3, 60)

const brandSchema = z.strictObject({
  name: text(NAME.least, NAME.most).regex(NAME.letters, {
    error: 'has to be Latin or Cyrillic letters, digits, spaces and . , & ’ ! + -',
  }),
  tagline: z.strictObject(
    Object.fromEntries(LANGUAGES.map((language) => [language, tagline])) as Record<Language, typeof tagline>,
  ),
  accent: z.string(),
  mark: z.string().nullable(),
})

/** A brand, or what is wrong with it. */
export type ReadBrand = { readonly brand: Brand } | { readonly faults: readonly FileFault[] }

/** Returns the line of a JSON text that names a field first; the first one where none does. */
function lineOf(text: string, field: string): number {
  return (
    Math.max(
      0,
      text.split('\n').findIndex((line) => line.includes(`"${field}"`)),
    ) + 1
  )
}

/** Returns the drawing that brand.json holds or names. */
function markOf(
  written: string,
  files: ShopFiles,
): { readonly svg: string; readonly file: string } | { readonly fault: string } {
  if (written.trimStart().startsWith('<')) return { svg: written, file: BRAND_FILE }
  const svg = files[written]
  if (!written.endsWith('.svg') || svg === undefined)
    return { fault: `names "${written}", and there is no such drawing: an SVG, the name of one, or null` }
  return { svg, file: written }
}

/** Reads the brand among the files of a shop. */
export function readBrand(files: ShopFiles): ReadBrand {
  const text = files[BRAND_FILE]
  const at = (line: number, fault: string, file = BRAND_FILE): FileFault => ({ file, line, fault })
  if (text === undefined) return { faults: [at(1, 'is missing')] }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    return { faults: [at(1, `is no JSON: ${cause instanceof Error ? cause.message : cause}`)] }
  }
  const { data, error } = brandSchema.safeParse(json)
  if (data === undefined) {
    // A value has one fault at a time.
    const issues = [
      ...new Map((error?.issues ?? []).toReversed().map((issue) => [String(issue.path), issue])).values(),
    ].toReversed()
    return {
      faults: issues.map(({ path, message }) => at(lineOf(text, String(path[0])), `"${path.join('.')}": ${message}`)),
    }
  }
  const faults: FileFault[] = []
  const accent = readAccent(data.accent)
  if (typeof accent === 'string') faults.push(at(lineOf(text, 'accent'), `"accent" ${accent}`))
  let mark: string | null = null
  if (data.mark !== null) {
    const drawing = markOf(data.mark, files)
    const read = 'fault' in drawing ? drawing : readMark(drawing.svg)
    const isOwnFile = 'file' in drawing && drawing.file !== BRAND_FILE
    if ('mark' in read) mark = read.mark
    else if (isOwnFile) faults.push(at(1, `the mark ${read.fault}`, drawing.file))
    else faults.push(at(lineOf(text, 'mark'), `"mark" ${read.fault}`))
  }
  if (faults.length > 0 || typeof accent === 'string') return { faults }
  return { brand: { name: data.name, tagline: data.tagline, accent, mark } }
}
